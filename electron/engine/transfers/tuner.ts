// Finds how many requests to keep in flight and how large blocks should be, from the throughput it sees. Takes no clock:
// observations carry their time, decisions carry their reason. Climbs while more brings more, steps back when it does
// not, and gives way at once to time-outs and to a busy service.
import { MiB, KiB } from '@shared/units';

export interface TunerSetting {
  readonly concurrency: number;
  /** Null: the size follows the file; a number caps it, because larger blocks timed out. */
  readonly blockBytes: number | null;
}

/** What happened since the previous observation. */
export interface Observation {
  readonly atMs: number;
  readonly bytesPerSecond: number;
  /** Whether there was work for every place; else the rate says nothing about the setting. */
  readonly saturated: boolean;
  readonly timeouts: number;
  readonly throttled: number;
}

export interface TunerState {
  readonly setting: TunerSetting;
  /** Best smoothed rate seen, and the concurrency that brought it. */
  readonly best: { readonly bytesPerSecond: number; readonly concurrency: number };
  readonly phase: 'climb' | 'settle';
  /** Rates seen with the present setting. */
  readonly rates: readonly number[];
  readonly holdUntilMs: number;
}

export interface TunerLimits {
  readonly leastConcurrency: number;
  readonly mostConcurrency: number;
}

export interface TunerDecision {
  readonly state: TunerState;
  /** Null when nothing changes. */
  readonly reason: string | null;
}

export const tunerIntervalMs = 500;
const ratesBeforeDecision = 2;
/** More places must bring at least this much to be kept. */
const worthwhileGain = 1.08;
const smallestBlockBytes = 256 * KiB;
const firstShrunkBlockBytes = 4 * MiB;
const recoverAfterMs = 10_000;

export function startTuner(concurrency: number): TunerState {
  return {
    setting: { concurrency, blockBytes: null },
    best: { bytesPerSecond: 0, concurrency },
    phase: 'climb',
    rates: [],
    holdUntilMs: 0,
  };
}

/** One step. Pure. */
export function tune(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  if (seen.timeouts > 0) return giveWayToTimeouts(state, seen, limits);
  if (seen.throttled > 0) return giveWayToService(state, seen, limits);
  if (!seen.saturated || seen.atMs < state.holdUntilMs) return { state, reason: null };
  const rates = [...state.rates, seen.bytesPerSecond];
  if (rates.length < ratesBeforeDecision) return { state: { ...state, rates }, reason: null };
  const rate = rates.reduce((sum, one) => sum + one, 0) / rates.length;
  return state.phase === 'climb' ? climb(state, rate, limits) : settle(state, rate, seen, limits);
}

function climb(state: TunerState, rate: number, limits: TunerLimits): TunerDecision {
  const { concurrency } = state.setting;
  if (rate < state.best.bytesPerSecond * worthwhileGain) {
    const back = state.best.concurrency;
    const next = withConcurrency({ ...state, phase: 'settle', rates: [] }, back);
    return { state: next, reason: back === concurrency ? null : `${concurrency} at once brought no more than ${back}` };
  }
  const best = { bytesPerSecond: rate, concurrency };
  const more = Math.min(limits.mostConcurrency, Math.ceil(concurrency * 1.5));
  if (more === concurrency) return { state: { ...state, best, phase: 'settle', rates: [] }, reason: null };
  const next = withConcurrency({ ...state, best, rates: [] }, more);
  return { state: next, reason: `${more} at once: the rate still grows` };
}

function settle(state: TunerState, rate: number, seen: Observation, limits: TunerLimits): TunerDecision {
  const restored = growBlock(state, seen);
  if (restored !== null) return restored;
  // The line changed for the better or the worse: look for its new best.
  const changed = rate > state.best.bytesPerSecond * 1.3 || rate < state.best.bytesPerSecond * 0.6;
  if (!changed) {
    const best = { ...state.best, bytesPerSecond: state.best.bytesPerSecond * 0.9 + rate * 0.1 };
    return { state: { ...state, best, rates: [] }, reason: null };
  }
  const best = { bytesPerSecond: rate, concurrency: state.setting.concurrency };
  const more = Math.min(limits.mostConcurrency, state.setting.concurrency + 2);
  const next = withConcurrency({ ...state, best, phase: 'climb', rates: [] }, more);
  return { state: next, reason: `${more} at once: the line changed` };
}

function growBlock(state: TunerState, seen: Observation): TunerDecision | null {
  const { blockBytes } = state.setting;
  if (blockBytes === null || seen.atMs < state.holdUntilMs + recoverAfterMs) return null;
  const grown = blockBytes * 2 > firstShrunkBlockBytes ? null : blockBytes * 2;
  const setting = { ...state.setting, blockBytes: grown };
  return {
    state: { ...state, setting, rates: [], holdUntilMs: seen.atMs },
    reason: 'no more time-outs: larger blocks',
  };
}

function giveWayToTimeouts(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  const current = state.setting.blockBytes ?? firstShrunkBlockBytes * 2;
  const blockBytes = Math.max(smallestBlockBytes, current / 2);
  const concurrency = Math.max(limits.leastConcurrency, Math.floor(state.setting.concurrency * 0.75));
  const next = { ...state, setting: { concurrency, blockBytes } };
  return { state: startOver(next, seen.atMs + 2000), reason: 'requests timed out: smaller blocks, fewer at once' };
}

function giveWayToService(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  const concurrency = Math.max(limits.leastConcurrency, Math.floor(state.setting.concurrency / 2));
  const next = withConcurrency(state, concurrency);
  const reason = concurrency === state.setting.concurrency ? null : `${concurrency} at once: the service is busy`;
  return { state: startOver(next, seen.atMs + 3000), reason };
}

function startOver(state: TunerState, holdUntilMs: number): TunerState {
  const best = { bytesPerSecond: 0, concurrency: state.setting.concurrency };
  return { ...state, best, phase: 'climb', rates: [], holdUntilMs };
}

function withConcurrency(state: TunerState, concurrency: number): TunerState {
  return { ...state, setting: { ...state.setting, concurrency } };
}
