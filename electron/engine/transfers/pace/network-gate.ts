// Holds a job back while the service cannot be reached: one probe every other second for all its files, and everything
// resumes with the first answer of any kind.
import { type StowageError, cancelled } from '@shared/errors';
import type { Clock } from '../../ports';

export interface NetworkGate {
  /** Why it is closed; null while open. */
  reason(): StowageError | null;
  /** `was-there`: the first probe was answered already. Rejects with `cancelled.by-user` when `signal` aborts. */
  waitUntilBack(reason: StowageError, signal: AbortSignal): Promise<'was-there' | 'came-back'>;
  /** Resolves when the gate is open. Rejects with `cancelled.by-user` when `signal` aborts. */
  open(signal: AbortSignal): Promise<void>;
  /** Probes immediately. */
  tryNow(): void;
}

export interface NetworkGatePorts {
  readonly clock: Clock;
  /** Whether the service answers, in any way. */
  readonly probe: (signal: AbortSignal) => Promise<'answers' | 'silent'>;
  /** Ends the waits of all. */
  readonly signal: AbortSignal;
  /** Called when the gate closes or opens. */
  readonly onChange: () => void;
}

export const probeEveryMs = 2_000;
/** A probe on a dead connection must not delay the next one. */
const probeLimitMs = 5_000;

export function createNetworkGate({ clock, probe, signal, onChange }: NetworkGatePorts): NetworkGate {
  let reason: StowageError | null = null;
  let waiting: Promise<'was-there' | 'came-back'> | null = null;
  let wake: () => void = () => undefined;

  const probeOnce = async (): Promise<'answers' | 'silent'> => {
    if (signal.aborted) throw cancelled();
    const limit = new AbortController();
    const stop = (): void => limit.abort();
    const timer = setTimeout(stop, probeLimitMs);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await probe(limit.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
  const pause = async (): Promise<void> => {
    // An aborted probe looks like a service that does not answer.
    if (signal.aborted) throw cancelled();
    const woken = new AbortController();
    wake = () => woken.abort();
    signal.addEventListener('abort', wake, { once: true });
    try {
      await clock.sleep(probeEveryMs, woken.signal);
    } catch (error) {
      if (signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  };
  const run = async (): Promise<'was-there' | 'came-back'> => {
    if ((await probeOnce()) === 'answers') return 'was-there';
    do await pause();
    while ((await probeOnce()) !== 'answers');
    return 'came-back';
  };

  return {
    reason: () => reason,
    waitUntilBack: (why, own) => {
      if (waiting !== null) return unlessAborted(waiting, own);
      reason = why;
      onChange();
      waiting = run().finally(() => {
        waiting = null;
        reason = null;
        onChange();
      });
      return unlessAborted(waiting, own);
    },
    open: async (own) => {
      if (waiting !== null) await unlessAborted(waiting, own);
    },
    tryNow: () => wake(),
  };
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = (): void => undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(cancelled());
  });
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([left, promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
