// Pulls the pages of a run one after another until nobody wants more, and continues by itself after failures from which
// the engine or its store recovers. What the pages are for is up to result-session.ts.
import { StowageError } from '@shared/errors';
import type { PackedPage } from '@shared/rows/packed-page';
import { isRecoverable, maxRecoveries, recoveryPauseMs } from './recovery';

/** Waits between tries to reach a restarting engine; rejects when aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export interface PumpPorts {
  /** The next page of the run. */
  readonly nextPage: (signal: AbortSignal) => Promise<PackedPage>;
  readonly accept: (page: PackedPage) => void;
  /** Whether there shall be more than what was accepted. */
  readonly isWanted: () => boolean;
  readonly onStatus: (status: 'fetching' | 'reconnecting') => void;
  /** Told once, in the same turn as the last page, unless the signal aborted. */
  readonly onEnd: (end: PumpEnd) => void;
  readonly wait: Wait;
}

export type PumpEnd =
  /** The last page came. */
  | { readonly kind: 'complete' }
  /** More is to come and nobody wants it yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: StowageError };

export async function pumpPages(ports: PumpPorts, signal: AbortSignal): Promise<void> {
  const { nextPage, accept, isWanted, onStatus, onEnd, wait } = ports;
  let recoveries = 0;
  for (;;) {
    onStatus(recoveries === 0 ? 'fetching' : 'reconnecting');
    try {
      const page = await nextPage(signal);
      if (signal.aborted) return;
      recoveries = 0;
      accept(page);
      if (page.more && isWanted()) continue;
      onEnd({ kind: page.more ? 'waiting' : 'complete' });
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      const error = StowageError.from(thrown);
      recoveries += 1;
      if (!isRecoverable(error) || recoveries > maxRecoveries) {
        onEnd({ kind: 'failed', error });
        return;
      }
      onStatus('reconnecting');
      const pauseMs = error.retry === 'no' ? 0 : Math.max(error.retry.afterMs, recoveryPauseMs);
      await wait(pauseMs, signal).catch(() => undefined);
      if (signal.aborted) return;
    }
  }
}
