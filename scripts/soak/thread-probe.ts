// Loaded into every thread of an engine under soak: collects garbage on request and reports how much memory the thread
// still holds. That memory is in use, so its growth is a leak and not uncollected garbage.
import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

export const probeChannel = 'stowage-soak';

export type ProbeMessage =
  | { readonly kind: 'born'; readonly thread: number }
  | { readonly kind: 'sweep'; readonly round: number }
  | { readonly kind: 'held'; readonly thread: number; readonly round: number; readonly bytes: HeldBytes };

export interface HeldBytes {
  readonly heap: number;
  /** Buffers outside of the heap. */
  readonly buffers: number;
}

// For the main thread the engine's program answers, because it knows the number of threads.
if (!isMainThread) {
  const channel = new BroadcastChannel(probeChannel);
  channel.onmessage = (event: unknown) => {
    const { data } = event as { readonly data: ProbeMessage };
    if (data.kind !== 'sweep') return;
    const held: ProbeMessage = { kind: 'held', thread: threadId, round: data.round, bytes: heldAfterSweep() };
    channel.postMessage(held);
  };
  channel.unref();
  const born: ProbeMessage = { kind: 'born', thread: threadId };
  channel.postMessage(born);
}

/** Needs `--expose-gc`. */
export function heldAfterSweep(): HeldBytes {
  const { gc } = globalThis as { readonly gc?: () => void };
  if (gc === undefined) throw new Error('The probe needs --expose-gc.');
  // Targets of weak references that survive the first collection are released in the second.
  gc();
  gc();
  return { heap: getHeapStatistics().used_heap_size, buffers: process.memoryUsage().arrayBuffers };
}
