// Queries all threads of this engine for the memory they hold after garbage collection.
import { BroadcastChannel } from 'node:worker_threads';
import { type HeldBytes, type ProbeMessage, heldAfterSweep, probeChannel } from './thread-probe';

export interface HeldNow {
  readonly main: HeldBytes;
  /** Of all threads that answered together; a thread that just ended does not answer. */
  readonly threads: HeldBytes;
}

const answerWithinMs = 3_000;

/** Call it once, before any thread is started. */
export function createHeldProbe(): () => Promise<HeldNow> {
  const threads = new Set<number>();
  let round = 0;
  let onAnswer: (thread: number, bytes: HeldBytes) => void = () => undefined;
  const channel = new BroadcastChannel(probeChannel);
  channel.onmessage = (event: unknown) => {
    const { data } = event as { readonly data: ProbeMessage };
    if (data.kind === 'born') threads.add(data.thread);
    else if (data.kind === 'held' && data.round === round) onAnswer(data.thread, data.bytes);
  };
  return () =>
    new Promise((resolve) => {
      round += 1;
      const waiting = new Set(threads);
      let held: HeldBytes = { heap: 0, buffers: 0 };
      const end = (): void => {
        clearTimeout(limit);
        for (const thread of waiting) threads.delete(thread);
        resolve({ main: heldAfterSweep(), threads: held });
      };
      const limit = setTimeout(end, answerWithinMs);
      onAnswer = (thread, bytes) => {
        if (!waiting.delete(thread)) return;
        held = { heap: held.heap + bytes.heap, buffers: held.buffers + bytes.buffers };
        if (waiting.size === 0) end();
      };
      const sweep: ProbeMessage = { kind: 'sweep', round };
      channel.postMessage(sweep);
      if (waiting.size === 0) end();
    });
}
