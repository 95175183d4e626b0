// The effect of a policy on the files of a preflight: which are sent, what is replaced, and the requests needed. Pure.
import { requestsTo } from '../cost/billing';
import { type CopyWayOf, copyRequests } from '../cost/billing';
import type { OperationCount } from '../cost/request-cost';
import type { SentOperation } from '../model/monitor';
import type { EarlyStay } from '../model/blob-selection';
import type { OverwritePolicy } from '../model/transfer';
import { type PreflightSum, type TransferPreflight, noFiles } from '../model/transfer-preflight';

type Taken = TransferPreflight['taken'][number];

export interface PreflightOutcome {
  /** Certainly sent. */
  readonly sent: PreflightSum;
  /** Files of `sent` that replace a blob, and those that get a number. */
  readonly replaced: number;
  readonly renamed: number;
  readonly skipped: PreflightSum;
  /** Files that are sent if their checksum differs from that of the blob of equal size. */
  readonly compared: PreflightSum;
}

/** The part of a preflight that determines the effect of each policy. */
type Sums = Pick<TransferPreflight, 'all' | 'taken' | 'onlyNumbered'>;

/** Every file that can be moved under the policy. */
export function movable({ all, onlyNumbered }: Omit<Sums, 'taken'>, policy: OverwritePolicy): PreflightSum {
  return policy === 'rename' ? plus(all, onlyNumbered.sum, 1) : all;
}

/** What cannot be moved under the policy. */
export function rejectedOf(
  {
    rejected,
    onlyNumbered,
    taken,
    otherType,
  }: Pick<TransferPreflight, 'rejected' | 'onlyNumbered' | 'taken' | 'otherType'>,
  policy: OverwritePolicy,
): TransferPreflight['rejected'] {
  const ofOtherType = taken.reduce((sum, one) => (fateOf(one, policy) === 'refused' ? sum + one.sum.files : sum), 0);
  const unnumbered = policy === 'rename' ? 0 : onlyNumbered.files;
  if (unnumbered + ofOtherType === 0) return rejected;
  const examples = [
    ...rejected.examples,
    ...(unnumbered === 0 ? [] : onlyNumbered.examples),
    ...(ofOtherType === 0 ? [] : (otherType?.examples ?? [])),
  ];
  return {
    files: rejected.files + unnumbered + ofOtherType,
    examples: examples.sort((one, other) => (one.source < other.source ? -1 : 1)),
  };
}

export function outcomeOf(preflight: Sums, policy: OverwritePolicy): PreflightOutcome {
  const { taken, onlyNumbered } = preflight;
  const those = (fate: Fate): PreflightSum =>
    taken.reduce((sum, one) => (fateOf(one, policy) === fate ? plus(sum, one.sum, 1) : sum), noFiles);
  const [skipped, compared, rejected] = [those('skipped'), those('compared'), those('refused')];
  return {
    sent: plus(plus(plus(movable(preflight, policy), skipped, -1), compared, -1), rejected, -1),
    replaced: those('replaces').files,
    skipped,
    compared,
    renamed: policy === 'rename' ? those('renamed').files + onlyNumbered.files : 0,
  };
}

/** Whether the policy certainly leaves nothing to move, so that the job would do nothing. */
export function movesNothing(preflight: TransferPreflight, policy: OverwritePolicy): boolean {
  const { state, counted, looked } = preflight;
  if (state !== 'complete' || counted !== 'all' || looked !== 'all') return false;
  const { sent, compared } = outcomeOf(preflight, policy);
  return sent.files + compared.files === 0;
}

type Fate = 'skipped' | 'compared' | 'replaces' | 'renamed' | 'refused';

function fateOf(one: Taken, policy: OverwritePolicy): Fate {
  const fate = fateByName(one, policy);
  return one.otherType === true && (fate === 'replaces' || fate === 'compared') ? 'refused' : fate;
}

function fateByName({ source, size }: Taken, policy: OverwritePolicy): Fate {
  switch (policy) {
    case 'never':
      return 'skipped';
    case 'always':
      return 'replaces';
    case 'if-newer':
      return source === 'newer' ? 'replaces' : 'skipped';
    case 'if-different':
      return size === 'same' ? 'compared' : 'replaces';
    case 'rename':
      return 'renamed';
  }
}

/**
 * Early leaves of the files that are moved; skipped files stay. One entry per tier, known and unknown periods apart.
 */
export function earlyOf(
  { early, taken }: Pick<TransferPreflight, 'early' | 'taken'>,
  policy: OverwritePolicy,
): readonly EarlyStay[] {
  const moved = taken.filter((one) => !stays.has(fateOf(one, policy))).flatMap((one) => one.early);
  const sums = new Map<string, EarlyStay>();
  for (const stay of [...early, ...moved]) {
    const key = `${stay.tier} ${stay.maxDays === null ? 'unknown' : 'known'}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? stay : together(sum, stay));
  }
  return [...sums.values()];
}

const stays: ReadonlySet<Fate> = new Set(['skipped', 'refused']);

function together(one: EarlyStay, other: EarlyStay): EarlyStay {
  return {
    tier: one.tier,
    blobs: one.blobs + other.blobs,
    bytes: one.bytes + other.bytes,
    maxDays: one.maxDays === null || other.maxDays === null ? null : Math.max(one.maxDays, other.maxDays),
  };
}

/** Estimated requests of a copy or move between two connections, with the same caveats. */
export function copyRequestsOf(
  preflight: Sums & Pick<TransferPreflight, 'finding'>,
  policy: OverwritePolicy,
  way: CopyWayOf,
): readonly SentOperation[] {
  const { sent, skipped, compared } = outcomeOf(preflight, policy);
  const lookups = [{ operation: 'GetBlobProperties', requests: policy === 'always' ? 0 : skipped.files }];
  return [
    ...copyRequests(plus(sent, compared, 1), way),
    ...requestsTo(way.to, 'blob', lookups).filter(({ requests }) => requests > 0),
    ...preflight.finding,
  ];
}

/** Estimated requests of a download: its reads, and listing its blobs again. */
export function downloadRequestsOf(
  preflight: Sums & Pick<TransferPreflight, 'finding'>,
  policy: OverwritePolicy,
  connectionId: string,
): readonly SentOperation[] {
  const { sent, compared } = outcomeOf(preflight, policy);
  const { puts, blocks } = plus(sent, compared, 1);
  const reads = [{ operation: 'GetBlob', requests: puts + blocks }];
  return [...requestsTo(connectionId, 'blob', reads).filter(({ requests }) => requests > 0), ...preflight.finding];
}

/** Missing disk space of a download in bytes; 0 when it fits or is unknown. */
export function bytesLacking(preflight: Sums & Pick<TransferPreflight, 'freeBytes'>, policy: OverwritePolicy): number {
  if (preflight.freeBytes === null) return 0;
  return Math.max(0, outcomeOf(preflight, policy).sent.bytes - preflight.freeBytes);
}

/**
 * Estimated requests of an upload by operation. Block sizes follow the line and requests may be retried; files that are
 * compared count as sent.
 */
export function requestsOf(preflight: Sums, policy: OverwritePolicy): readonly OperationCount[] {
  const { sent, skipped, compared } = outcomeOf(preflight, policy);
  const { files, puts, blocks, lists } = plus(sent, compared, 1);
  // Under `never` a small file learns of a conflict from its write; every other policy sends a read probe first.
  const lookups = policy === 'always' ? 0 : policy === 'never' ? lists + skipped.files : files + skipped.files;
  return [
    { operation: 'PutBlob', requests: puts },
    { operation: 'PutBlock', requests: blocks },
    { operation: 'PutBlockList', requests: lists },
    { operation: 'GetBlobProperties', requests: lookups },
  ].filter(({ requests }) => requests > 0);
}

export function takenFiles({ taken }: Pick<TransferPreflight, 'taken'>): number {
  return taken.reduce((files, { sum }) => files + sum.files, 0);
}

export function plus(a: PreflightSum, b: PreflightSum, sign: 1 | -1): PreflightSum {
  return {
    files: a.files + sign * b.files,
    bytes: a.bytes + sign * b.bytes,
    puts: a.puts + sign * b.puts,
    blocks: a.blocks + sign * b.blocks,
    lists: a.lists + sign * b.lists,
  };
}
