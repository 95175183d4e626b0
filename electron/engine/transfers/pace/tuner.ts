// Finds how many requests to have in flight, and how large blocks should be, from the observed throughput. Takes no
// clock: observations carry their time, decisions their reason. Doubles while that pays off, halves the gap when it
// does not, and backs off at once for time-outs and a busy service. While requests time out, it tunes the bytes in
// flight instead: byte-budget.ts.
import { MiB, KiB } from '@shared/units';
import { type Saying, t } from '@shared/strings/t';
import {
  type Arrival,
  type ByteBudget,
  type Fixed,
  afterArrival,
  afterProbeRound,
  afterRound,
  afterTimeouts,
  budgetAgain,
  isRound,
  settingFor,
  shorterLimit,
  unhurriedBytes,
} from './byte-budget';

export interface TunerSetting {
  readonly concurrency: number;
  /** Null: the size follows the file. A number limits it, because larger blocks timed out. */
  readonly blockBytes: number | null;
  /** Bytes that may be in flight; null for any number. */
  readonly budgetBytes: number | null;
}

/** What happened since the previous observation. */
export interface Observation {
  readonly atMs: number;
  readonly bytesPerSecond: number;
  /** Whether there was enough work for all slots; otherwise the rate does not reflect the setting. */
  readonly saturated: boolean;
  readonly timeouts: number;
  /** The duration of the first of them; 0 when unknown. */
  readonly timedOutMs: number;
  readonly throttled: number;
  readonly inFlight: number;
  readonly inFlightBytes: number;
  /** Bytes that the service has stored, or that were received; never bytes that are only buffered. */
  readonly storedPerSecond: number;
  /** Stored or received since the setting was changed. */
  readonly storedBytes: number;
  /** `busy`: the threads are fully loaded, so further requests would only wait in them. */
  readonly processor: 'free' | 'busy';
  /** Size of the blocks in flight when it depends on the file; 0 when unknown. */
  readonly defaultBlockBytes: number;
  /** The most requests in flight until now; a setting beyond that has had no effect yet. */
  readonly maxInFlight: number;
  /** `short`: an interval at the start of a job, which is conclusive only if the rate still grows fast. */
  readonly interval: 'whole' | 'short';
}

export interface TunerState {
  readonly setting: TunerSetting;
  /** The best smoothed rate, and the concurrency at that time. */
  readonly best: { readonly bytesPerSecond: number; readonly concurrency: number };
  readonly phase: 'climb' | 'settle';
  /** The best rate of a short interval until now. */
  readonly momentRate: number;
  /** Rates seen with the current setting. */
  readonly rates: readonly number[];
  readonly holdUntilMs: number;
  /**
   * The number of requests that was too many, because it did not pay off or the service throttled it. Null when
   * unknown.
   */
  readonly tooMany: number | null;
  /** When that was found; it is tried again later. */
  readonly tooManyAtMs: number;
  /** The growth of the rate with the last step up. */
  readonly lastGain: number;
  /** The shortest time after which a request timed out; null while none has. */
  readonly limitMs: number | null;
  /** Null while requests are in time. */
  readonly budget: ByteBudget | null;
}

export interface TunerLimits {
  readonly minConcurrency: number;
  readonly maxConcurrency: number;
  /** Default: nothing. */
  readonly fixed?: Fixed;
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
/** More requests must gain at least this much to be retained. */
const worthwhileGain = 1.08;
/** A gain of this much needs no second opinion. */
const clearGain = 1.3;
/** While a step gains this much, the next one doubles. */
const doublingGain = 1.5;
const smallerFactor = 1.5;
/** Another step is worthwhile while the gap to the number that was too many exceeds this share. */
const gapShare = 1 / 8;
const retryAfterMs = 60_000;
/** Blocks are not made smaller than this where the line's rate is no reason to. */
const minBlockBytes = 256 * KiB;
const firstShrunkBlockBytes = 4 * MiB;
const recoverAfterMs = 10_000;

/** `blockBytes`: null when the size follows the file. */
export function startTuner(concurrency: number, blockBytes: number | null = null): TunerState {
  return {
    setting: { concurrency, blockBytes, budgetBytes: null },
    best: { bytesPerSecond: 0, concurrency },
    phase: 'climb',
    momentRate: 0,
    rates: [],
    holdUntilMs: 0,
    tooMany: null,
    tooManyAtMs: 0,
    lastGain: doublingGain,
    limitMs: null,
    budget: null,
  };
}

/**
 * Continues where another job on the same line ended. A step up that it had no time to judge is compared with its best.
 */
export function resumeTuner(concurrency: number, best: TunerState['best']): TunerState {
  const fresh = startTuner(concurrency);
  return concurrency > best.concurrency ? { ...fresh, best } : fresh;
}

/** Continues where another job on the same slow line ended. */
export function resumeBudget(state: TunerState, slow: SlowLine, limits: TunerLimits): TunerState {
  const { limitMs, budget } = slow;
  return { ...withBudget(state, budgetAgain(budget), noRequests, limits), limitMs };
}

/** Starts on an unknown network. */
export function probeLine(state: TunerState, budget: ByteBudget, limits: TunerLimits): TunerState {
  return withBudget(state, budget, noRequests, limits);
}

/** A request has arrived on a network of which little is known. Pure. */
export function seeArrival(state: TunerState, arrival: Arrival, limits: TunerLimits): TunerDecision {
  const { budget } = state;
  if (budget?.probe === undefined) return { state, reason: null };
  const next = afterArrival(budget, budget.probe, arrival);
  if (next.bytes === budget.bytes) return { state: { ...state, budget: next }, reason: null };
  return moreOfLine(state, next, arrival.atMs, limits);
}

function moreOfLine(state: TunerState, budget: ByteBudget, atMs: number, limits: TunerLimits): TunerDecision {
  const { bytes, full } = budget;
  if (bytes < full.bytes) {
    const isMore = bytes > (state.budget?.bytes ?? 0);
    const reason: Saying = () =>
      isMore ? t`throughput increases: more concurrent` : t`the network is slow: fewer concurrent`;
    return { state: withBudget(state, budget, noRequests, limits), reason };
  }
  const setting = { concurrency: limits.fixed?.concurrency ?? full.concurrency, blockBytes: full.blockBytes };
  const free = { ...state, budget: null, setting: { ...setting, budgetBytes: null } };
  return { state: startOver(free, atMs), reason: () => t`the network is fast enough: default concurrency` };
}

/** What is known of a network on which requests timed out. */
export interface SlowLine {
  readonly limitMs: number | null;
  readonly budget: ByteBudget;
}

/** One step. Pure. */
export function tune(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  if (seen.timeouts > 0) return giveWayToTimeouts(state, seen, limits);
  if (seen.throttled > 0) return giveWayToService(state, seen, limits);
  if (state.budget !== null) return keepBudget(state, state.budget, seen, limits);
  if (!seen.saturated || seen.atMs < state.holdUntilMs) return { state, reason: null };
  if (seen.interval === 'short') return leap(state, seen, limits);
  const rates = [...state.rates, seen.bytesPerSecond];
  const isClear = state.phase === 'climb' && seen.bytesPerSecond >= state.best.bytesPerSecond * clearGain;
  if (!isClear && rates.length < ratesBeforeDecision) return { state: { ...state, rates }, reason: null };
  const rate = rates.reduce((sum, one) => sum + one, 0) / rates.length;
  return state.phase === 'climb' ? climb(state, rate, seen, limits) : settle(state, rate, seen, limits);
}

// A rate that grew within a moment without a change of settings means that the network is not saturated yet. Everything
// else is left to full intervals, which cannot be compared with the rate of a moment.
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
    const reason: Saying = () => t`${concurrency} concurrent were no faster than ${best.concurrency}`;
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
  // Requests that a line does not finish in time bring nothing.
  const eachBytes = seen.inFlight === 0 ? 0 : seen.inFlightBytes / seen.inFlight;
  const inTime = eachBytes === 0 ? wanted : Math.floor(unhurriedBytes(seen.storedPerSecond, state.limitMs) / eachBytes);
  const more = Math.min(limits.maxConcurrency, wanted, inTime);
  const isNear = tooMany !== null && tooMany - concurrency <= Math.max(1, concurrency * gapShare);
  // Requests that a line does not finish in time bring nothing.
  if (isNear || more <= concurrency) return { state: { ...state, phase: 'settle' }, reason };
  const grows: Saying = () => t`${more} concurrent: ${reason?.() ?? t`throughput is still increasing`}`;
  return { state: withConcurrency(state, more), reason: grows };
}

function settle(state: TunerState, rate: number, seen: Observation, limits: TunerLimits): TunerDecision {
  const restored = growBlock(state, seen);
  if (restored !== null) return restored;
  const retriesNow = state.tooMany !== null && seen.atMs >= state.tooManyAtMs + retryAfterMs;
  // The line became better or worse: search again.
  const changed = retriesNow || rate > state.best.bytesPerSecond * 1.3 || rate < state.best.bytesPerSecond * 0.6;
  if (!changed) {
    const best = { ...state.best, bytesPerSecond: state.best.bytesPerSecond * 0.9 + rate * 0.1 };
    return { state: { ...state, best, rates: [] }, reason: null };
  }
  const best = { bytesPerSecond: rate, concurrency: state.setting.concurrency };
  const more = Math.min(limits.maxConcurrency, state.setting.concurrency + 2);
  const fresh = { ...state, best, phase: 'climb', rates: [], tooMany: null, lastGain: 1 } as const;
  return {
    state: withConcurrency(fresh, more),
    reason: () => t`${more} concurrent: ${retriesNow ? t`new attempt` : t`the network changed`}`,
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

const nothingFixed: Fixed = { concurrency: null, blockBytes: null };

function giveWayToTimeouts(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  const limitMs = shorterLimit(state.limitMs, seen.timedOutMs);
  const bytes = afterTimeouts(seen, state.budget, limitMs);
  if (bytes === null) return giveWayToStrays({ ...state, limitMs }, seen, limits);
  const { setting } = state;
  const full = state.budget?.full ?? {
    bytes: seen.inFlightBytes,
    concurrency: inUse(state, seen),
    blockBytes: setting.blockBytes,
  };
  const timedOutBytes = Math.min(seen.inFlightBytes, state.budget?.bytes ?? Infinity);
  const ceiling = { bytes: timedOutBytes / 2, storedPerSecond: seen.storedPerSecond, atMs: seen.atMs };
  const budget = { bytes, sinceMs: seen.atMs, full, ceiling };
  const next = withBudget({ ...state, limitMs }, budget, seen, limits);
  const { concurrency, blockBytes } = next.setting;
  const isSame = concurrency === setting.concurrency && blockBytes === setting.blockBytes;
  const reason: Saying = () =>
    isSame ? t`requests timed out on the slow network` : t`requests timed out: fewer concurrent on the slow network`;
  return { state: startOver(next, seen.atMs), reason };
}

// The network carries more than is in flight within that time: something else delayed a few responses.
function giveWayToStrays(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  const fixed = limits.fixed ?? nothingFixed;
  const current = state.setting.blockBytes ?? (seen.defaultBlockBytes || firstShrunkBlockBytes * 2);
  const smaller = Math.max(Math.min(current, minBlockBytes), current / 2);
  const blockBytes = fixed.blockBytes === null ? smaller : null;
  const fewer = Math.max(limits.minConcurrency, Math.floor(inUse(state, seen) * 0.75));
  const concurrency = fixed.concurrency ?? fewer;
  const next = { ...state, setting: { ...state.setting, concurrency, blockBytes } };
  return {
    state: startOver(next, seen.atMs + 2000),
    reason: () => t`requests timed out: smaller blocks, fewer concurrent`,
  };
}

/**
 * Grows the bytes in flight step by step, each after a whole round without time-outs, until they are back at the
 * previous amount.
 */
function keepBudget(state: TunerState, budget: ByteBudget, seen: Observation, limits: TunerLimits): TunerDecision {
  if (budget.probe !== undefined) {
    const next = afterProbeRound(budget, budget.probe, seen);
    if (next === null) return { state, reason: null };
    if (next.bytes > budget.bytes) return moreOfLine(state, next, seen.atMs, limits);
    const now = withBudget(state, next, seen, limits);
    const { concurrency } = now.setting;
    return { state: now, reason: () => t`${concurrency} concurrent for the same throughput` };
  }
  const bytes = seen.interval === 'short' ? null : afterRound(budget, seen, state.limitMs ?? Infinity);
  const { ceiling, full } = budget;
  if (bytes === null) {
    // Nothing had arrived when it was set: later rates are compared with the first one as close to it as is allowed.
    if (ceiling.storedPerSecond > 0 || !isRound(budget, seen)) return { state, reason: null };
    const { storedPerSecond } = seen;
    return { state: { ...state, budget: { ...budget, ceiling: { ...ceiling, storedPerSecond } } }, reason: null };
  }
  if (bytes >= full.bytes) {
    const { blockBytes } = full;
    const concurrency = limits.fixed?.concurrency ?? full.concurrency;
    const free = { ...state, budget: null, setting: { concurrency, blockBytes, budgetBytes: null } };
    return { state: startOver(free, seen.atMs), reason: () => t`no more time-outs: concurrency as before` };
  }
  const next = withBudget(state, { ...budget, bytes, sinceMs: seen.atMs }, seen, limits);
  const reason: Saying = () =>
    bytes > budget.bytes ? t`no more time-outs: more concurrent` : t`the network became slower: fewer concurrent`;
  return { state: next, reason };
}

const noRequests = { inFlight: 0, inFlightBytes: 0, defaultBlockBytes: 0 };

function withBudget(
  state: TunerState,
  budget: ByteBudget,
  seen: Pick<Observation, 'inFlight' | 'inFlightBytes' | 'defaultBlockBytes'>,
  limits: TunerLimits,
): TunerState {
  const fixed = limits.fixed ?? nothingFixed;
  // Whole files may be smaller than any block.
  const ofFiles = seen.inFlight === 0 ? 0 : seen.inFlightBytes / seen.inFlight;
  const wholeBytes = seen.defaultBlockBytes === 0 ? ofFiles : 0;
  const setting = settingFor(budget, fixed, { wholeBytes, maxAtOnce: limits.maxConcurrency });
  return { ...state, budget, setting: { ...setting, budgetBytes: fixed.concurrency === null ? budget.bytes : null } };
}

function giveWayToService(state: TunerState, seen: Observation, limits: TunerLimits): TunerDecision {
  const present = inUse(state, seen);
  const half = Math.max(limits.minConcurrency, Math.floor(present / 2));
  // A number that did well before is a better choice than half.
  const { best } = state;
  const concurrency = best.bytesPerSecond > 0 && best.concurrency < present ? Math.max(half, best.concurrency) : half;
  const reason: Saying | null =
    concurrency === present ? null : () => t`${concurrency} concurrent: the service is throttling`;
  // Throttled again while backing off: the service was busy before, which does not reveal its usual limit.
  const isSameSpell = seen.atMs < state.holdUntilMs;
  const tooMany = Math.max(present, (isSameSpell ? state.tooMany : null) ?? 0);
  const next = withConcurrency({ ...state, tooMany, tooManyAtMs: seen.atMs }, concurrency);
  return { state: startOver(next, seen.atMs + 3000), reason };
}

function inUse({ setting }: TunerState, { maxInFlight }: Observation): number {
  return Math.min(setting.concurrency, maxInFlight);
}

function startOver(state: TunerState, holdUntilMs: number): TunerState {
  const best = { bytesPerSecond: 0, concurrency: state.setting.concurrency };
  return { ...state, best, phase: 'climb', rates: [], holdUntilMs };
}

function withConcurrency(state: TunerState, concurrency: number): TunerState {
  return { ...state, setting: { ...state.setting, concurrency } };
}
