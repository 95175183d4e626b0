// What a policy would make of surveyed files: which are sent, what is replaced, and the requests it takes. Pure.
import { requestsTo } from '../cost/billing';
import { type CopyWayOf, copyRequests } from '../cost/copy-requests';
import type { OperationCount } from '../cost/request-cost';
import type { SentOperation } from '../model/monitor';
import type { OverwritePolicy } from '../model/transfer';
import { type SurveySum, type TransferSurvey, noFiles } from '../model/transfer-survey';

type Taken = TransferSurvey['taken'][number];

export interface SurveyOutcome {
  /** Certainly sent. */
  readonly sent: SurveySum;
  /** Files of `sent` that take the place of a blob, and those that get a numbered name. */
  readonly replaced: number;
  readonly renamed: number;
  readonly skipped: SurveySum;
  /** Sent where the checksum of the file differs from that of the blob, which has its size. */
  readonly compared: SurveySum;
}

export function outcomeOf(
  { all, taken }: Pick<TransferSurvey, 'all' | 'taken'>,
  policy: OverwritePolicy,
): SurveyOutcome {
  const those = (belong: (one: Taken) => boolean): SurveySum =>
    taken.filter(belong).reduce((sum, { sum: one }) => plus(sum, one, 1), noFiles);
  const [nothing, every] = [noFiles, those(() => true)];
  const leaving = (skipped: SurveySum, compared: SurveySum, replaced: number): SurveyOutcome => ({
    sent: plus(plus(all, skipped, -1), compared, -1),
    ...{ replaced, skipped, compared, renamed: 0 },
  });
  switch (policy) {
    case 'never':
      return leaving(every, nothing, 0);
    case 'always':
      return leaving(nothing, nothing, every.files);
    case 'if-newer':
      return leaving(
        those(({ file }) => file === 'older'),
        nothing,
        those(({ file }) => file === 'newer').files,
      );
    case 'if-different':
      return leaving(
        nothing,
        those(({ size }) => size === 'same'),
        those(({ size }) => size === 'other').files,
      );
    case 'rename':
      return { ...leaving(nothing, nothing, 0), renamed: every.files };
  }
}

/** Requests that a copy or move between two connections is likely to send, under the same reservations. */
export function copyRequestsOf(
  survey: Pick<TransferSurvey, 'all' | 'taken' | 'finding'>,
  policy: OverwritePolicy,
  way: CopyWayOf,
): readonly SentOperation[] {
  const { sent, skipped, compared } = outcomeOf(survey, policy);
  const looks = [{ operation: 'GetBlobProperties', requests: policy === 'always' ? 0 : skipped.files }];
  return [
    ...copyRequests(plus(sent, compared, 1), way),
    ...requestsTo(way.to, 'blob', looks).filter(({ requests }) => requests > 0),
    ...survey.finding,
  ];
}

/**
 * Requests that the upload is likely to send, by operation: an estimate, since block sizes follow the line and tries are
 * repeated. Files that are compared count as sent.
 */
export function requestsOf(
  survey: Pick<TransferSurvey, 'all' | 'taken'>,
  policy: OverwritePolicy,
): readonly OperationCount[] {
  const { sent, skipped, compared } = outcomeOf(survey, policy);
  const { files, puts, blocks, lists } = plus(sent, compared, 1);
  // Under `never` a small file finds out by its own write; every other policy looks first.
  const looks = policy === 'always' ? 0 : policy === 'never' ? lists + skipped.files : files + skipped.files;
  return [
    { operation: 'PutBlob', requests: puts },
    { operation: 'PutBlock', requests: blocks },
    { operation: 'PutBlockList', requests: lists },
    { operation: 'GetBlobProperties', requests: looks },
  ].filter(({ requests }) => requests > 0);
}

export function takenFiles({ taken }: Pick<TransferSurvey, 'taken'>): number {
  return taken.reduce((files, { sum }) => files + sum.files, 0);
}

export function plus(a: SurveySum, b: SurveySum, sign: 1 | -1): SurveySum {
  return {
    files: a.files + sign * b.files,
    bytes: a.bytes + sign * b.bytes,
    puts: a.puts + sign * b.puts,
    blocks: a.blocks + sign * b.blocks,
    lists: a.lists + sign * b.lists,
  };
}
