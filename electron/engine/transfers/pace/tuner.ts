// Finds how many requests to keep in flight, and how large blocks should be, from the observed throughput. Takes no
// clock: observations carry their time, decisions their reason. Doubles while that pays off, halves the gap when it
// does not, and backs off at once for time-outs and a busy service.
import { MiB, KiB } from '@shared/units';
import { type Saying, t } from '@shared/strings/t';

export interface TunerSetting {
  readonly concurrency: number;
  /** Null: the size follows the file. A number limits it, because larger blocks timed out. */
  readonly blockBytes: number | null;
}

/** What happened since the previous observation. */
export interface Observation {
  readonly atMs: number;
  readonly bytesPerSecond: number;
  /** Whether there was enough work for all slots; otherwise the rate says nothing about the setting. */
  readonly saturated: boolean;
  readonly timeouts: number;
  readonly throttled: number;
  /** `busy`: the threads are fully loaded, so further requests would only wait in them. */
  readonly processor: 'free' | 'busy';
  /** Size of the blocks in flight when it follows the file; 0 when unknown. */
  readonly usualBlockBytes: number;
  /** The most requests in flight so far; a setting beyond that has had no effect yet. */
  readonly mostInFlight: number;
  /** `short`: an interval at the start of a job, which says little unless the rate still grows fast. */
  readonly interval: 'whole' | 'short';
}

export interface TunerState {
  readonly setting: TunerSetting;
  /** The best smoothed rate, and the concurrency at that time. */
  readonly best: { readonly bytesPerSecond: number; readonly concurrency: number };
  readonly phase: 'climb' | 'settle';
  /** The best rate of a short interval so far. */
  readonly momentRate: number;
  /** Rates seen with the current setting. */
  readonly rates: readonly number[];
  readonly holdUntilMs: number;
  /**
   * The number of requests that was too many, because it did not pay off or the service refused it. Null when unknown.
   */
  readonly tooMany: number | null;
  /** When that was found; it is tried again later. */
  readonly tooManyAtMs: number;
  /** The growth of the rate with the last step up. */
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
/** The first intervals are short, so that a distant line need not wait for seconds. */
const shortIntervalMs = 125;

/** Length of the interval that begins at that time. */
export function intervalAt(elapsedMs: number): number {
  return elapsedMs < tunerIntervalMs ? shortIntervalMs : tunerIntervalMs;
}
/** The number of observations for a second opinion, when the first is not clear. */
const ratesBeforeDecision = 2;
/** More requests must gain at least this much to be kept. */
const worthwhileGain = 1.08;
/** A gain of this much needs no second opinion. */
const clearGain = 1.3;
/** While a step gains this much, the next one doubles. */
const doublingGain = 1.5;
const smallerFactor = 1.5;
/** Another step is worthwhile while the gap to the number that was too many exceeds this share. */
const gapShare = 1 / 8;
const askAgainAfterMs = 60_000;
/** Blocks are not made smaller than this. */
export const leastBlockBytes = 256 * KiB;
const firstShrunkBlockBytes = 4 * MiB;
const recoverAfterMs = 10_000;

/** `blockBytes`: null when the size follows the file. */
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

/**
 * Continues where another job on the same line ended. A step up that it had no time to judge is compared with its best.
 */
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

// A rate that grew within a moment by itself belongs to a line that is not filled yet. Everything else is left to full
// intervals, which cannot be compared with the rate of a moment.
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
 * To the next number worth trying, or to rest when there is none; not while the processor is the limit.
 * @param reason why it stepped back just now
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
  // The line became better or worse: search again.
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
  // A number that did well before is a better choice than half.
  const { best } = state;
  const concurrency = best.bytesPerSecond > 0 && best.concurrency < present ? Math.max(half, best.concurrency) : half;
  const reason: Saying | null = concurrency === present ? null : () => t`${concurrency} at once: the service is busy`;
  // Refused again while backing off: the service was busy before, which says nothing about its usual limit.
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
