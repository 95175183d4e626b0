import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { AboutDialog } from './about-dialog';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

it('names the system as its makers do', async () => {
  const versions = { version: '1', electron: '22', chromium: '108', node: '16', platform: 'darwin' };
  bridge = installBridge({ calls: { 'app.info': () => ({ ...versions, secretStorage: 'session', tour: 'none' }) } });
  render(<AboutDialog begins="versions" onClose={() => {}} />);
  expect((await screen.findByText('System')).nextElementSibling?.textContent).toBe('macOS');
});
