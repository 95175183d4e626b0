// Finds how many requests to keep in flight and how large blocks should be, from the throughput it sees. Takes no clock:
// observations carry their time, decisions carry their reason. Doubles while more brings more, halves the gap when it does
// not, and gives way at once to time-outs and to a busy service.
import { MiB, KiB } from '@shared/units';
import { type Saying, t } from '@shared/strings/t';

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
  /** `busy`: the threads have all they can do, so that more requests at once would only wait in them. */
  readonly processor: 'free' | 'busy';
  /** Of the blocks on the line, where their size follows the file; 0 where that is not known. */
  readonly usualBlockBytes: number;
  /** The most requests there were at once so far: a setting beyond them has changed nothing yet. */
  readonly mostInFlight: number;
  /** `short`: of a moment at the start of a job, which says little unless the rate still leaps. */
  readonly interval: 'whole' | 'short';
}

export interface TunerState {
  readonly setting: TunerSetting;
  /** Best smoothed rate seen, and the concurrency that brought it. */
  readonly best: { readonly bytesPerSecond: number; readonly concurrency: number };
  readonly phase: 'climb' | 'settle';
  /** The best rate of a short interval so far. */
  readonly momentRate: number;
  /** Rates seen with the present setting. */
  readonly rates: readonly number[];
  readonly holdUntilMs: number;
  /** How many were too many: not worth it, or more than the service takes. Null when nothing speaks against more. */
  readonly tooMany: number | null;
  /** When that was found; it is asked again later. */
  readonly tooManyAtMs: number;
  /** By how much the rate grew with the last step up. */
  readonly lastGain: number;
}

export interface TunerLimits {
  readonly leastConcurrency: number;
  readonly mostConcurrency: number;
}

export interface TunerDecision {
  readonly state: TunerState;
  /** Null when nothing changes. */
  readonly reason: Saying | null;
}

/** Length of a whole interval. */
export const tunerIntervalMs = 500;
/** The first intervals are short, so that a long line need not wait for seconds. */
const shortIntervalMs = 125;

/** How long the interval is that begins then. */
export function intervalAt(elapsedMs: number): number {
  return elapsedMs < tunerIntervalMs ? shortIntervalMs : tunerIntervalMs;
}
/** A second look, where the first does not speak for itself. */
const ratesBeforeDecision = 2;
/** More places must bring at least this much to be kept. */
const worthwhileGain = 1.08;
/** So much more needs no second look. */
const clearGain = 1.3;
/** As long as a step brings so much, the next one doubles. */
const doublingGain = 1.5;
const smallerFactor = 1.5;
/** The gap to what was too many is worth another step when it is wider than this share. */
const gapShare = 1 / 8;
const askAgainAfterMs = 60_000;
/** Blocks are not made smaller than this. */
export const leastBlockBytes = 256 * KiB;
const firstShrunkBlockBytes = 4 * MiB;
const recoverAfterMs = 10_000;

/** `blockBytes`: null where the size follows the file. */
export function startTuner(concurrency: number, blockBytes: number | null = null): TunerState {
  return {
    setting: { concurrency, blockBytes },
    best: { bytesPerSecond: 0, concurrency },
    phase: 'climb',
    momentRate: 0,
    rates: [],
    holdUntilMs: 0,
    tooMany: null,
    tooManyAtMs: 0,
    lastGain: doublingGain,
  };
}

/** Goes on where another job of the same line was. A step up that it did not live to judge is judged against its best. */
export function resumeTuner(concurrency: number, best: TunerState['best']): TunerState {
  const fresh = startTuner(concurrency);
  return concurrency > best.concurrency ? { ...fresh, best } : fresh;
}

/** One step. Pure. */
export function tune(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  if (seen.timeouts > 0) return giveWayToTimeouts(state, seen, limits);
  if (seen.throttled > 0) return giveWayToService(state, seen, limits);
  if (!seen.saturated || seen.atMs < state.holdUntilMs) return { state, reason: null };
  if (seen.interval === 'short') return leap(state, seen, limits);
  const rates = [...state.rates, seen.bytesPerSecond];
  const isClear = state.phase === 'climb' && seen.bytesPerSecond >= state.best.bytesPerSecond * clearGain;
  if (!isClear && rates.length < ratesBeforeDecision) return { state: { ...state, rates }, reason: null };
  const rate = rates.reduce((sum, one) => sum + one, 0) / rates.length;
  return state.phase === 'climb' ? climb(state, rate, seen, limits) : settle(state, rate, seen, limits);
}

// A rate that has grown by itself within a moment is that of a line which is not filled yet. Anything else is left to
// longer looks, which do not compare with the rate of a moment.
function leap(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  const { momentRate } = state;
  if (seen.bytesPerSecond < momentRate * clearGain) return { state, reason: null };
  const next = { ...state, momentRate: seen.bytesPerSecond };
  return momentRate === 0 ? { state: next, reason: null } : stepUp(next, seen, limits, null);
}

function climb(state: TunerState, rate: number, seen: Observation, limits: TunerLimits): TunerDecision {
  const { concurrency } = state.setting;
  const { best } = state;
  if (rate < best.bytesPerSecond * worthwhileGain && concurrency !== best.concurrency) {
    const tried = { ...state, tooMany: concurrency, tooManyAtMs: seen.atMs, rates: [] };
    const reason: Saying = () => t`${concurrency} at once brought no more than ${best.concurrency}`;
    return stepUp(withConcurrency(tried, best.concurrency), seen, limits, reason);
  }
  const lastGain = best.bytesPerSecond === 0 ? doublingGain : rate / best.bytesPerSecond;
  return stepUp({ ...state, best: { bytesPerSecond: rate, concurrency }, lastGain, rates: [] }, seen, limits, null);
}

/**
 * To the next number worth trying, or to rest where there is none; not while the processor could not serve more.
 * `reason`: of having stepped back just now.
 */
function stepUp(state: TunerState, seen: Observation, limits: TunerLimits, reason: Saying | null): TunerDecision {
  if (seen.processor === 'busy') return { state, reason };
  const { concurrency } = state.setting;
  const { tooMany } = state;
  const factor = state.lastGain >= doublingGain ? 2 : smallerFactor;
  const wanted = tooMany === null ? Math.ceil(concurrency * factor) : Math.floor((concurrency + tooMany) / 2);
  const more = Math.min(limits.mostConcurrency, wanted);
  const isNear = tooMany !== null && tooMany - concurrency <= Math.max(1, concurrency * gapShare);
  if (isNear || more <= concurrency) return { state: { ...state, phase: 'settle' }, reason };
  const grows: Saying = () => t`${more} at once: ${reason?.() ?? t`the rate still grows`}`;
  return { state: withConcurrency(state, more), reason: grows };
}

function settle(state: TunerState, rate: number, seen: Observation, limits: TunerLimits): TunerDecision {
  const restored = growBlock(state, seen);
  if (restored !== null) return restored;
  const asksAgain = state.tooMany !== null && seen.atMs >= state.tooManyAtMs + askAgainAfterMs;
  // The line changed for the better or the worse: look for its new best.
  const changed = asksAgain || rate > state.best.bytesPerSecond * 1.3 || rate < state.best.bytesPerSecond * 0.6;
  if (!changed) {
    const best = { ...state.best, bytesPerSecond: state.best.bytesPerSecond * 0.9 + rate * 0.1 };
    return { state: { ...state, best, rates: [] }, reason: null };
  }
  const best = { bytesPerSecond: rate, concurrency: state.setting.concurrency };
  const more = Math.min(limits.mostConcurrency, state.setting.concurrency + 2);
  const fresh = { ...state, best, phase: 'climb', rates: [], tooMany: null, lastGain: 1 } as const;
  return {
    state: withConcurrency(fresh, more),
    reason: () => t`${more} at once: ${asksAgain ? t`asked again` : t`the line changed`}`,
  };
}

function growBlock(state: TunerState, seen: Observation): TunerDecision | null {
  const { blockBytes } = state.setting;
  if (blockBytes === null || seen.atMs < state.holdUntilMs + recoverAfterMs) return null;
  const grown = blockBytes * 2 > firstShrunkBlockBytes ? null : blockBytes * 2;
  const setting = { ...state.setting, blockBytes: grown };
  return {
    state: { ...state, setting, rates: [], holdUntilMs: seen.atMs },
    reason: () => t`no more time-outs: larger blocks`,
  };
}

function giveWayToTimeouts(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  const current = state.setting.blockBytes ?? (seen.usualBlockBytes || firstShrunkBlockBytes * 2);
  const blockBytes = Math.max(leastBlockBytes, current / 2);
  const concurrency = Math.max(limits.leastConcurrency, Math.floor(inUse(state, seen) * 0.75));
  const next = { ...state, setting: { concurrency, blockBytes } };
  return {
    state: startOver(next, seen.atMs + 2000),
    reason: () => t`requests timed out: smaller blocks, fewer at once`,
  };
}

function giveWayToService(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  const present = inUse(state, seen);
  const half = Math.max(limits.leastConcurrency, Math.floor(present / 2));
  // What went well before is better known than half.
  const { best } = state;
  const concurrency = best.bytesPerSecond > 0 && best.concurrency < present ? Math.max(half, best.concurrency) : half;
  const reason: Saying | null = concurrency === present ? null : () => t`${concurrency} at once: the service is busy`;
  // Refused again while it gives way: it was busy before, and says nothing of how many it takes once it is not.
  const isSameSpell = seen.atMs < state.holdUntilMs;
  const tooMany = Math.max(present, (isSameSpell ? state.tooMany : null) ?? 0);
  const next = withConcurrency({ ...state, tooMany, tooManyAtMs: seen.atMs }, concurrency);
  return { state: startOver(next, seen.atMs + 3000), reason };
}

function inUse({ setting }: TunerState, { mostInFlight }: Observation): number {
  return Math.min(setting.concurrency, mostInFlight);
}

function startOver(state: TunerState, holdUntilMs: number): TunerState {
  const best = { bytesPerSecond: 0, concurrency: state.setting.concurrency };
  return { ...state, best, phase: 'climb', rates: [], holdUntilMs };
}

function withConcurrency(state: TunerState, concurrency: number): TunerState {
  return { ...state, setting: { ...state.setting, concurrency } };
}
