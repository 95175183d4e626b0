// Finds how many batches to have in flight and how large they should be, from the reported rate, throttling and
// time-outs. Full batches cost least, so their size is reduced only when large ones time out. Pure; takes no clock.
import { type Saying, t } from '@shared/strings/t';

export interface Pace {
  readonly batchSize: number;
  readonly concurrency: number;
  /** A short reason for the last change. */
  readonly reason: Saying;
}

/** What happened since the previous observation. */
export interface PaceObservation {
  readonly atMs: number;
  readonly rowsPerSecond: number;
  /** Whether there was a batch for every slot. */
  readonly saturated: boolean;
  readonly throttled: number;
  readonly timeouts: number;
}

export interface PaceState {
  readonly pace: Pace;
  readonly best: { readonly rowsPerSecond: number; readonly concurrency: number };
  readonly phase: 'climb' | 'settle';
  readonly holdUntilMs: number;
}

export const fullBatch = 100;
/** Beyond this number of batches the service answers later, but not more. */
const knee = 20;
const smallestBatch = 10;
const worthwhileGain = 1.06;
const holdMs = 3000;

/** A fixed number is retained; `auto` starts here. */
export function startPace(batchSize: number | 'auto', concurrency: number | 'auto'): PaceState {
  const pace = {
    batchSize: batchSize === 'auto' ? fullBatch : batchSize,
    concurrency: concurrency === 'auto' ? 4 : concurrency,
    reason: () => (batchSize === 'auto' ? t`full batches cost the fewest transactions` : t`as set`),
  };
  return { pace, best: { rowsPerSecond: 0, concurrency: pace.concurrency }, phase: 'climb', holdUntilMs: 0 };
}

/** One step; returns the same state when nothing changes. */
export function adjustPace(
  state: PaceState,
  seen: PaceObservation,
  wish: { readonly batchSize: number | 'auto'; readonly concurrency: number | 'auto' },
): PaceState {
  const { pace } = state;
  if (seen.timeouts > 0 && wish.batchSize === 'auto' && pace.batchSize > smallestBatch) {
    const batchSize = Math.max(smallestBatch, Math.floor(pace.batchSize / 2));
    return restarted(state, { ...pace, batchSize, reason: () => t`batches timed out: smaller ones` }, seen.atMs);
  }
  if (wish.concurrency !== 'auto') return state;
  if (seen.throttled > 0 || seen.timeouts > 0) {
    const concurrency = Math.max(1, Math.floor(pace.concurrency / 2));
    if (concurrency === pace.concurrency) return { ...state, holdUntilMs: seen.atMs + holdMs };
    return restarted(
      state,
      { ...pace, concurrency, reason: () => t`the service is throttling: fewer concurrent` },
      seen.atMs,
    );
  }
  if (!seen.saturated || seen.atMs < state.holdUntilMs) return state;
  return state.phase === 'climb' ? climb(state, seen) : settle(state, seen);
}

function climb(state: PaceState, { rowsPerSecond }: PaceObservation): PaceState {
  const { pace, best } = state;
  if (rowsPerSecond < best.rowsPerSecond * worthwhileGain) {
    const reason: Saying = () => t`${pace.concurrency} concurrent were no faster than ${best.concurrency}`;
    return { ...state, phase: 'settle', pace: { ...pace, concurrency: best.concurrency, reason } };
  }
  const found = { rowsPerSecond, concurrency: pace.concurrency };
  const concurrency = Math.min(knee, Math.ceil(pace.concurrency * 1.5));
  if (concurrency === pace.concurrency) return { ...state, best: found, phase: 'settle' };
  return { ...state, best: found, pace: { ...pace, concurrency, reason: () => t`throughput is still increasing` } };
}

/** The line or the service has changed: search again. */
function settle(state: PaceState, { rowsPerSecond, atMs }: PaceObservation): PaceState {
  const { best } = state;
  if (rowsPerSecond > best.rowsPerSecond * 0.6 && rowsPerSecond < best.rowsPerSecond * 1.4) return state;
  return {
    ...state,
    phase: 'climb',
    best: { rowsPerSecond: 0, concurrency: best.concurrency },
    holdUntilMs: atMs + 1000,
  };
}

function restarted(state: PaceState, pace: Pace, atMs: number): PaceState {
  return {
    ...state,
    pace,
    phase: 'climb',
    best: { rowsPerSecond: 0, concurrency: pace.concurrency },
    holdUntilMs: atMs + holdMs,
  };
}
