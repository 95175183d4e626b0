// Copied in one window, pasted in another: all hold the same, and one that is opened later learns it.
import { afterEach, expect, it, vi } from 'vitest';
import { type Clip, blobClipboard } from './blob-clipboard';
import { shareClipboard } from './shared-clipboard';

const clip: Clip = {
  kind: 'move',
  connectionId: 'quay',
  container: 'box',
  prefix: 'scans/',
  entries: [{ kind: 'folder', name: 'scans/2026/' }],
};
const received = vi.fn<(data: unknown) => void>();
const other = new BroadcastChannel('blob-clipboard');
other.onmessage = ({ data }: MessageEvent<unknown>) => received(data);
let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  blobClipboard.setState({ clip: null });
  received.mockClear();
});

it('requests the clipboard of other windows first, and stores it without sending it back', async () => {
  stop = shareClipboard();
  await vi.waitFor(() => expect(received).toHaveBeenCalledWith({ t: 'asked' }));
  other.postMessage({ t: 'held', clip: 'nonsense' });
  other.postMessage({ t: 'held', clip });
  await vi.waitFor(() => expect(blobClipboard.getState().clip).toEqual(clip));
  // The cut blobs were pasted there.
  other.postMessage({ t: 'held', clip: null });
  await vi.waitFor(() => expect(blobClipboard.getState().clip).toBeNull());
  expect(received).toHaveBeenCalledTimes(1);
});

it('sends what is copied here, and answers a window that requests it later', async () => {
  stop = shareClipboard();
  blobClipboard.setState({ clip });
  await vi.waitFor(() => expect(received).toHaveBeenLastCalledWith({ t: 'held', clip }));
  other.postMessage({ t: 'asked' });
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(3));
  expect(received).toHaveBeenLastCalledWith({ t: 'held', clip });
});

it('does not share a copy that is too large, and clears the older one in other windows', async () => {
  stop = shareClipboard();
  blobClipboard.setState({ clip });
  await vi.waitFor(() => expect(received).toHaveBeenLastCalledWith({ t: 'held', clip }));
  const entries = Array.from({ length: 10_001 }, (_, at) => ({ kind: 'folder', name: `scans/${at}/` }) as const);
  blobClipboard.setState({ clip: { ...clip, entries } });
  await vi.waitFor(() => expect(received).toHaveBeenLastCalledWith({ t: 'held', clip: null }));
  expect(blobClipboard.getState().clip?.entries).toBe(entries);
});
