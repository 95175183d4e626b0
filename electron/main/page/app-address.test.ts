import { describe, expect, it } from 'vitest';
import { isFromOwnPage } from './app-address';

const ours = { url: 'app://stowage/index.html', parent: null };

describe('who may speak to main', () => {
  it('is the window’s own page', () => {
    expect(isFromOwnPage({ senderFrame: ours })).toBe(true);
  });

  it.each([
    ['a frame inside the page', { ...ours, parent: ours }],
    ['another address', { ...ours, url: 'https://example.com/' }],
    ['another host of the scheme', { ...ours, url: 'app://evil/index.html' }],
    ['a local file', { ...ours, url: 'file:///index.html' }],
    ['a frame that is gone', null],
  ])('is not %s', (_name, senderFrame) => {
    expect(isFromOwnPage({ senderFrame })).toBe(false);
  });
});
