// A picture is shown at once if all of it was read with the first bytes, and otherwise on request.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { previewRangeBytes } from '@shared/model/blob-preview';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { PictureView } from './picture-view';
import { createPreviewStore } from './preview-store';

let bridge: TestBridge;
const never = (): Promise<never> => new Promise(() => undefined);
beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  bridge = installBridge({ calls: { 'preview.read': never } });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
  vi.restoreAllMocks();
});

/** The beginning of a PNG that declares so many pixels on each side. */
function headOfPng(bytes: number, side: number): Uint8Array {
  const head = new Uint8Array(bytes);
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...new TextEncoder().encode('IHDR')]);
  new DataView(head.buffer).setUint32(16, side);
  new DataView(head.buffer).setUint32(20, side);
  return head;
}

function show(totalBytes: number, head = headOfPng(Math.min(totalBytes, previewRangeBytes), 100)): void {
  const { actions } = createPreviewStore({ readFacts: never, readRange: never });
  const location = { connectionId: 'quay', container: 'photos', name: 'flag.png' };
  render(
    <PictureView
      label="flag.png"
      blob={location}
      etag={'"1"'}
      head={head}
      totalBytes={totalBytes}
      mediaType="image/png"
      actions={actions}
    />,
  );
}

it('at once', async () => {
  show(previewRangeBytes);
  expect(await screen.findByRole('img', { name: 'flag.png' })).toBeTruthy();
});

it('on request, with the size of what that downloads', async () => {
  show(previewRangeBytes * 5.2);
  expect(await screen.findByText('Only the first 1.0 MiB are fetched automatically.')).toBeTruthy();
  const requests = (): number => bridge.requested.length;
  expect(requests()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Show image (5.2 MiB)' }));
  await expect.poll(requests).toBe(1);
  expect(screen.getByRole('progressbar', { name: 'Downloading' })).toBeTruthy();
});

it('not at all when its header declares more pixels than the window may hold', async () => {
  show(64, headOfPng(64, 60_000));
  expect(await screen.findByText('Too many pixels for a preview: 60,000 × 60,000')).toBeTruthy();
  expect(document.querySelector('img, canvas')).toBeNull();
});

it('not at all when its header declares no size, since a decoder may still find one', async () => {
  show(64, new TextEncoder().encode('\0\0\0\x20ftypavis'.padEnd(64, '\0')));
  expect(await screen.findByText('Cannot be shown')).toBeTruthy();
  expect(document.querySelector('img, canvas')).toBeNull();
});
