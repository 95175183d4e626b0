// What a draft would send and what it would cost, known before anything runs: filter text, cost, reasons, problems.
import { StowageError } from '@shared/errors';
import { classify, dearestOf } from '@shared/query/cost-class';
import { type CostClass, type CostVerdict, type FilterNode, type TableQuery } from '@shared/model/table-query';
import { isBounded, isOneKey, keyBounds } from '@shared/query/key-bounds';
import { checkedFilter } from '@shared/query/key-filter';
import { parseFilter } from '@shared/query/odata';
import { type DraftProblem, type QueryDraft, type QueryShape, draftQuery } from './query-draft';

export type QueryPreview =
  | {
      readonly state: 'ready';
      readonly query: TableQuery;
      readonly filter: string;
      readonly verdict: CostVerdict;
      /** The cost of the dearest of the parallel ranges that could run instead; undefined where there are none. */
      readonly rangesCost: CostClass | undefined;
      /** How many partitions the query can touch; undefined where nobody can know before. */
      readonly partitions: number | undefined;
      /** RowKey is bounded and no PartitionKey given, so that its condition saves nothing. */
      readonly missesPartitionKey: boolean;
    }
  | {
      readonly state: 'problem';
      readonly problems: readonly DraftProblem[];
      readonly position: number | undefined;
      /** What would be right at `position`, as the rest of "Expected …". */
      readonly expected?: string;
    };

/** `position` is the 0-based place in a typed filter where its reading failed. */
export function previewQuery(draft: QueryDraft, shape: QueryShape): QueryPreview {
  const result = draftQuery(draft, shape);
  if (result.state === 'problem') return { ...result, position: undefined };
  try {
    // Read as it stands, so that places are those of the text on screen.
    if (draft.mode === 'text' && draft.filterText.trim() !== '') parseFilter(draft.filterText);
    const { node, text } = checkedFilter(result.query);
    const verdict = classify(node);
    return {
      state: 'ready',
      query: result.query,
      filter: text,
      verdict,
      rangesCost: dearestOf(verdict.splits),
      partitions: partitionsOf(node, verdict.splits),
      missesPartitionKey: node !== null && missesPartitionKey(node),
    };
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const { position, expected } = error.context;
    return {
      state: 'problem',
      problems: [{ part: 'filterText', kind: 'wrong', sentence: error.message }],
      position: draft.mode === 'text' && typeof position === 'number' ? position : undefined,
      ...(typeof expected === 'string' ? { expected } : {}),
    };
  }
}

function partitionsOf(node: FilterNode | null, splits: readonly string[]): number | undefined {
  if (node === null) return undefined;
  const whole = keyBounds(node, 'PartitionKey');
  if (whole.exact !== null || isOneKey(whole)) return 1;
  const each = splits.map((filter) => keyBounds(parseFilter(filter), 'PartitionKey').exact);
  return each.length === 0 || each.includes(null) ? undefined : new Set(each).size;
}

function missesPartitionKey(node: FilterNode): boolean {
  const row = keyBounds(node, 'RowKey');
  const partition = keyBounds(node, 'PartitionKey');
  return partition.exact === null && !isBounded(partition) && (row.exact !== null || isBounded(row));
}

/** True when both ask for the same rows, so that running again would only refresh. */
export function sameQuery(left: TableQuery | undefined, right: TableQuery): boolean {
  return left !== undefined && describeRequest(left) === describeRequest(right);
}

function describeRequest(query: TableQuery): string {
  const { table, select, pageSize, limit, splitOr } = query;
  return JSON.stringify([table, checkedFilter(query).text, select, pageSize, limit, splitOr === true]);
}
