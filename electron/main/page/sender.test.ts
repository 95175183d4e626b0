import { describe, expect, it } from 'vitest';
import { isTrustedSender } from './sender';

const ours = { url: 'app://stowage/index.html', parent: null };

describe('who may speak to main', () => {
  it('is the window’s own page', () => {
    expect(isTrustedSender({ sender: { id: 1 }, senderFrame: ours }, 1)).toBe(true);
  });

  it.each([
    ['other contents', { sender: { id: 2 }, senderFrame: ours }],
    ['a frame inside the page', { sender: { id: 1 }, senderFrame: { ...ours, parent: ours } }],
    ['another address', { sender: { id: 1 }, senderFrame: { ...ours, url: 'https://example.com/' } }],
    ['another host of the scheme', { sender: { id: 1 }, senderFrame: { ...ours, url: 'app://evil/index.html' } }],
    ['a local file', { sender: { id: 1 }, senderFrame: { ...ours, url: 'file:///index.html' } }],
    ['a frame that is gone', { sender: { id: 1 }, senderFrame: null }],
  ])('is not %s', (_name, event) => {
    expect(isTrustedSender(event, 1)).toBe(false);
  });

  it('is nobody while there is no window', () => {
    expect(isTrustedSender({ sender: { id: 1 }, senderFrame: ours }, undefined)).toBe(false);
  });
});
