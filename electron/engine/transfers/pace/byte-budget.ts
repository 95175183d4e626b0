// How many bytes may be in flight on a line on which requests time out, and what that means for the size of blocks and
// their number. A line of R bytes/s finishes each of n requests of s bytes in n·s/R seconds, so nothing passes unless
// n·s < R·T, T being the time after which the service (or this machine) gives a request up. Pure.
import { KiB, MiB } from '@shared/units';

export interface ByteBudget {
  readonly bytes: number;
  /** Half of what last timed out, and how fast the line was then: no more is in flight until it is faster, or later. */
  readonly ceiling: { readonly bytes: number; readonly storedPerSecond: number; readonly atMs: number };
  /** When it was set. */
  readonly sinceMs: number;
  /** The bytes in flight when requests first timed out: a budget of this size is no limit any more. */
  readonly full: { readonly bytes: number; readonly concurrency: number; readonly blockBytes: number | null };
  /** Set until a request times out or the capacity of the network is known. */
  readonly probe?: Probe;
}

/** The initial setting on an unknown network. */
export interface Probe {
  /** In how many requests the budget is sent at once; `files`: whole files, as many as fit. */
  readonly shares: number | 'files';
  /** When the first request began; null until one has arrived. */
  readonly sinceMs: number | null;
  readonly arrivedBytes: number;
  /** The number before more requests were tried for the same bytes, and the rate then; null before that. */
  readonly tried: { readonly shares: Probe['shares']; readonly storedPerSecond: number } | null;
  /** More requests for the same bytes bring nothing, or a user has fixed their number or size. */
  readonly isShared: boolean;
}

/** A request that has arrived. */
export interface Arrival {
  readonly atMs: number;
  readonly tookMs: number;
  readonly bytes: number;
}

/** What is known of the network at a moment. */
export interface LineFacts {
  readonly atMs: number;
  /** Bytes that the service has stored, or that were received; never bytes that are only buffered. */
  readonly storedPerSecond: number;
  /** Stored since the setting was changed. */
  readonly storedBytes: number;
  readonly inFlight: number;
  readonly inFlightBytes: number;
}

/** Blocks are not made smaller than this. */
export const minBlockBytes = 64 * KiB;
/** A response that comes sooner is no time-out, whatever its code; it does not reveal a limit this short. */
const minLimitMs = 1_000;
/** Until a limit is known, the network is never filled for longer than a request of twice this time. */
const assumedLimitMs = 6_000;
/** The part of what would just be in time. */
const safePart = 0.5;
/** The reduction while the speed of the network is unknown, and the most that is in flight then. */
const blindStep = 8;
const blindBytes = 2 * MiB;
/** As much may always be in flight: eight large blocks, and twice as many. */
const harmlessBytes = 64 * MiB;
/** The line became this much slower: less is in flight before requests time out. */
const slowerPart = 0.6;
/** Another step up must bring at least this. */
const stepPart = 1.2;
/** What timed out is tried again when the line is so much faster, or after so long. */
const fasterFactor = 1.5;
const ceilingMs = 10 * 60_000;
/** So many requests share a budget, so that the line stays full while one of them ends and the next begins. */
const requestsOfBudget = 4;

/**
 * The share of a job that is in flight at first on an unknown network: losing it costs no more time than this share.
 */
const probePart = 1 / 8;
const minProbeBytes = 2 * minBlockBytes;
/** A job as small as this is sent at once. */
const unprobedBytes = 8 * minBlockBytes;
/** The network is filled for this long while no limit is known. */
const probeMs = 2_000;
/** On a slow one for no longer than this, which keeps it as full. */
const slowProbeMs = 8_000;
/** The rate of the line is that of so long at most. */
export const maxWindowMs = 30_000;
/** More requests for the same bytes must gain this much, or the line is shared by them. */
const unsharedGain = 1.3;
const roundsOfTrial = 3;
const defaultShares = 8;
const maxShares = 64;

/**
 * The bytes in flight at first on an unknown network; null if that is no less than `full`.
 * @param largestBytes of the files known so far
 */
export function probeBudget(
  { jobBytes, largestBytes }: { readonly jobBytes: number; readonly largestBytes: number },
  full: ByteBudget['full'],
  fixed: Fixed,
): ByteBudget | null {
  const bytes = Math.max(minProbeBytes, jobBytes * probePart);
  if (jobBytes <= unprobedBytes || bytes >= full.bytes) return null;
  const ceiling = { bytes: Infinity, storedPerSecond: 0, atMs: 0 };
  const isShared = fixed.concurrency !== null || fixed.blockBytes !== null;
  // Several files that fit are not cut, which would need a request more for each of them.
  const shares = largestBytes <= bytes / 2 ? 'files' : defaultShares;
  const probe: Probe = { shares, sinceMs: null, arrivedBytes: 0, tried: null, isShared };
  return { bytes, sinceMs: 0, full, ceiling, probe };
}

/** The same budget when another job begins with it. */
export function budgetAgain(budget: ByteBudget): ByteBudget {
  const { probe } = budget;
  if (probe === undefined) return { ...budget, sinceMs: 0 };
  const shares = probe.shares === 'files' ? defaultShares : probe.shares;
  return { ...budget, sinceMs: 0, probe: { ...probe, shares, sinceMs: null, arrivedBytes: 0 } };
}

/**
 * The budget after a request has arrived on an unknown network: larger once the network carries it in a short time,
 * smaller when it takes so long that any limit may be near.
 */
export function afterArrival(budget: ByteBudget, probe: Probe, { atMs, tookMs, bytes }: Arrival): ByteBudget {
  const sinceMs = probe.sinceMs ?? atMs - tookMs;
  const arrivedBytes = probe.arrivedBytes + bytes;
  const inTime = (arrivedBytes / Math.max(1, atMs - sinceMs)) * probeMs;
  const more = inTime >= budget.bytes * stepPart || inTime >= budget.full.bytes;
  const next = { ...budget, probe: { ...probe, sinceMs, arrivedBytes } };
  if (more) return { ...next, bytes: Math.min(inTime, budget.full.bytes), sinceMs: atMs };
  const unhurried = Math.max(minProbeBytes, (inTime / probeMs) * slowProbeMs);
  const less = arrivedBytes >= budget.bytes && unhurried * stepPart <= budget.bytes;
  return less ? { ...next, bytes: unhurried, sinceMs: atMs } : next;
}

/**
 * The budget after a whole round on an unknown network; null for no change. If every connection has a separate rate,
 * more requests for the same bytes are faster and nothing is at risk; on a network that they share, nothing is gained.
 */
export function afterProbeRound(budget: ByteBudget, probe: Probe, seen: LineFacts): ByteBudget | null {
  const { atMs, storedPerSecond } = seen;
  if (!isRound(budget, seen)) return null;
  // As much may have been under way when the budget was set and has arrived since.
  const earlier = (budget.bytes / Math.min(maxWindowMs, atMs - budget.sinceMs)) * 1000;
  const surePerSecond = storedPerSecond - earlier;
  const inTime = (surePerSecond * probeMs) / 1000;
  if (inTime >= budget.bytes * stepPart) {
    return { ...budget, bytes: Math.min(budget.full.bytes, budget.bytes * 2, inTime), sinceMs: atMs };
  }
  if (probe.isShared) return null;
  const { shares, tried } = probe;
  if (tried !== null && seen.storedBytes < budget.bytes * roundsOfTrial) return null;
  if (tried !== null && surePerSecond < tried.storedPerSecond * unsharedGain) {
    return { ...budget, sinceMs: atMs, probe: { ...probe, shares: tried.shares, isShared: true } };
  }
  const more = shares === 'files' ? defaultShares : shares * 2;
  if (more > maxShares || budget.bytes / more < minBlockBytes)
    return { ...budget, probe: { ...probe, isShared: true } };
  return { ...budget, sinceMs: atMs, probe: { ...probe, shares: more, tried: { shares, storedPerSecond } } };
}

/** Initial size and number of blocks on an unknown network. */
function probeSetting({ bytes, full }: ByteBudget, { shares }: Probe, fixed: Fixed, maxAtOnce: number) {
  if (shares === 'files') return { concurrency: fixed.concurrency ?? full.concurrency, blockBytes: null };
  const wanted = Math.max(minBlockBytes, 2 ** Math.floor(Math.log2(bytes / (fixed.concurrency ?? shares))));
  const atOnce = Math.max(1, Math.min(maxAtOnce, Math.floor(bytes / (fixed.blockBytes ?? wanted))));
  return { concurrency: fixed.concurrency ?? atOnce, blockBytes: fixed.blockBytes === null ? wanted : null };
}

/** The limit after a further request has timed out, 0 when its duration is not known. */
export function shorterLimit(limitMs: number | null, timedOutMs: number): number | null {
  if (timedOutMs === 0) return limitMs;
  return Math.min(limitMs ?? Infinity, Math.max(minLimitMs, timedOutMs));
}

/** Bytes that are in time with a margin. */
function bytesInTime(storedPerSecond: number, limitMs: number): number {
  return (storedPerSecond * limitMs * safePart) / 1000;
}

/**
 * The bytes that may be in flight after time-outs; null when the bytes in flight do not explain them: the network
 * carries more than that in the time.
 */
export function afterTimeouts(seen: LineFacts, budget: ByteBudget | null, limitMs: number | null): number | null {
  const { storedPerSecond } = seen;
  const inFlightBytes = Math.min(seen.inFlightBytes, budget?.bytes ?? Infinity);
  const blind = Math.min(inFlightBytes / blindStep, blindBytes);
  if (storedPerSecond === 0 || limitMs === null) return Math.max(minBlockBytes, blind);
  const inTime = bytesInTime(storedPerSecond, limitMs);
  if (inTime / safePart >= inFlightBytes) return null;
  return Math.max(minBlockBytes, blind / 2, Math.min(inFlightBytes / 2, inTime));
}

/** Whether as much as the budget has arrived since it was set. */
export function isRound({ bytes, sinceMs }: Pick<ByteBudget, 'bytes' | 'sinceMs'>, seen: LineFacts): boolean {
  return seen.storedBytes >= bytes && seen.atMs - sinceMs >= minLimitMs;
}

/** The bytes that may be in flight after a whole round in time; null for no change. */
export function afterRound({ bytes, sinceMs, ceiling }: ByteBudget, seen: LineFacts, limitMs: number): number | null {
  if (!isRound({ bytes, sinceMs }, seen) || seen.inFlightBytes < bytes / 4) return null;
  const inTime = Math.max(minBlockBytes, bytesInTime(seen.storedPerSecond, limitMs));
  if (inTime < bytes * slowerPart) return inTime;
  const isFaster = ceiling.storedPerSecond > 0 && seen.storedPerSecond > ceiling.storedPerSecond * fasterFactor;
  const isOver = isFaster || seen.atMs - ceiling.atMs > ceilingMs;
  const more = Math.min(bytes * 2, inTime, isOver ? Infinity : ceiling.bytes);
  return more >= bytes * stepPart ? more : null;
}

/** The bytes that may be in flight although nothing has timed out yet. */
export function unhurriedBytes(storedPerSecond: number, limitMs: number | null): number {
  return Math.max(harmlessBytes, bytesInTime(storedPerSecond, limitMs ?? assumedLimitMs));
}

/** What a user has fixed; null for what may be chosen. */
export interface Fixed {
  readonly concurrency: number | null;
  readonly blockBytes: number | null;
}

/**
 * Size and number of blocks for a budget; what a user has fixed stays as it is. `wholeBytes`: size of the files in
 * flight when they move in one request each, 0 for blocks.
 */
export function settingFor(
  budget: ByteBudget,
  fixed: Fixed,
  { wholeBytes, maxAtOnce }: { readonly wholeBytes: number; readonly maxAtOnce: number },
): Fixed & { readonly concurrency: number } {
  const { bytes, full, probe } = budget;
  if (probe !== undefined) return probeSetting(budget, probe, fixed, maxAtOnce);
  const share = bytes / (fixed.concurrency ?? requestsOfBudget);
  const wanted = Math.max(minBlockBytes, 2 ** Math.floor(Math.log2(share)));
  const blockBytes = fixed.blockBytes ?? wanted;
  // Of files smaller than a block, as many as before: the scheduler counts their bytes.
  const fewest = wholeBytes > 0 && wholeBytes < blockBytes ? full.concurrency : 1;
  const chosen = Math.min(maxAtOnce, Math.max(fewest, Math.floor(bytes / blockBytes)));
  const concurrency = fixed.concurrency ?? chosen;
  return { concurrency, blockBytes: fixed.blockBytes === null ? blockBytes : null };
}
