// The whole query as typed in the tab's bar, the resulting TableQuery or its mistakes, and the requests and cost that
// it would cause, known before anything runs.
import type { TableService } from '@shared/model/table-service';
import type { KeyDelimiters } from './seen-keys';
import {
  type FilterNode,
  type TableQuery,
  defaultParallelRanges,
  type CostClass,
  type CostVerdict,
} from '@shared/model/table-query';
import { onOneLine } from '@shared/query/odata-pieces';
import { type KeyDraft, emptyKeyDraft, keyCondition, type ConditionProblem, keyDraftProblem } from './key-draft';
import { type PropertyDraft, propertyTests, type GroupDraft, groupFilter } from './property-draft';
import { StowageError } from '@shared/errors';
import { classify, dearestOf } from '@shared/query/cost-class';
import { isBounded, isOneKey, keyBounds } from '@shared/query/key-bounds';
import { checkedFilter } from '@shared/query/key-filter';
import { parseFilter } from '@shared/query/odata';

export interface QueryDraft {
  /** `text`: the OData filter is typed as it is, and the conditions rest. */
  readonly mode: 'conditions' | 'text';
  readonly partitionKey: KeyDraft;
  readonly rowKey: KeyDraft;
  readonly properties: readonly PropertyDraft[];
  readonly groups: readonly GroupDraft[];
  readonly filterText: string;
  /**
   * `ranges`: an `or` over keys runs as parallel ranges if that is cheaper. `parallel`: the keys are split into ranges
   * that are read concurrently.
   */
  readonly reading: 'whole' | 'ranges' | 'parallel';
  /** Ranges read at once; undefined as usual. */
  readonly concurrency?: number;
  /** Stop after this many rows; undefined reads to the end. */
  readonly limit?: number;
  /** Rows requested per page; undefined as in the settings. */
  readonly pageSize?: number;
  /** Columns that a saved query selects; undefined for those of the grid. */
  readonly select?: readonly string[];
}

export const emptyQueryDraft: QueryDraft = {
  mode: 'conditions',
  partitionKey: emptyKeyDraft,
  rowKey: emptyKeyDraft,
  properties: [],
  groups: [],
  filterText: '',
  reading: 'whole',
};

/** A number that no condition or group of the draft bears yet. */
export function nextNumber({ properties, groups }: QueryDraft): number {
  const ids = [
    ...properties.map(({ id }) => id),
    ...groups.flatMap(({ id, conditions }) => [id, ...conditions.map((condition) => condition.id)]),
  ];
  return ids.reduce((max, id) => Math.max(max, Number(id.replace(/^\D*/, ''))), 0) + 1;
}

/** The mistake, and the part that contains it: a key's name, a condition's id or `filterText`. */
export interface DraftProblem extends ConditionProblem {
  readonly part: string;
}

/** The inputs of a query besides its conditions. */
interface QueryShape {
  readonly table: string;
  readonly pageSize: number;
  /** Columns to fetch; empty means all. */
  readonly select: readonly string[];
  /** The delimiter between the parts of the loaded keys; ends of ranges then mean whole parts. */
  readonly delimiters?: KeyDelimiters;
  /** Default: Table Storage. */
  readonly service?: TableService;
}

type DraftResult =
  | { readonly state: 'ready'; readonly query: TableQuery }
  | { readonly state: 'problem'; readonly problems: readonly DraftProblem[] };

/** The text of a filter is checked by its own parser; here it only has to be there to be used. */
export function draftQuery(draft: QueryDraft, shape: QueryShape): DraftResult {
  const base = {
    table: shape.table,
    select: [...(draft.select ?? shape.select)],
    pageSize: draft.pageSize ?? shape.pageSize,
    ...(draft.limit === undefined ? {} : { limit: draft.limit }),
    ...(draft.reading === 'ranges' ? { splitOr: true } : {}),
    ...(draft.reading === 'parallel' ? { parallel: draft.concurrency ?? defaultParallelRanges } : {}),
  };
  if (draft.mode === 'text') {
    const filterText = onOneLine(draft.filterText).trim();
    const keys = { partitionKey: { kind: 'any' as const }, rowKey: { kind: 'any' as const } };
    return { state: 'ready', query: { ...base, ...keys, ...(filterText === '' ? {} : { filterText }) } };
  }

  const problems: DraftProblem[] = [];
  const nodes: FilterNode[] = [];
  const addProblem = (part: string, problem: ConditionProblem | undefined): void => {
    if (problem !== undefined) problems.push({ part, ...problem });
  };
  addProblem('PartitionKey', keyDraftProblem('PartitionKey', draft.partitionKey));
  addProblem('RowKey', keyDraftProblem('RowKey', draft.rowKey));
  for (const property of draft.properties) {
    const result = propertyTests(property);
    if (result.state === 'ready') nodes.push(...result.tests);
    else addProblem(property.id, result.problem);
  }
  for (const group of draft.groups) {
    const result = groupFilter(group);
    if (result.state === 'ready') nodes.push(result.node);
    else for (const { part, problem } of result.problems) addProblem(part, problem);
  }
  if (problems.length > 0) return { state: 'problem', problems };

  const [only] = nodes;
  const where: FilterNode | undefined = nodes.length > 1 ? { kind: 'and', nodes } : only;
  return {
    state: 'ready',
    query: {
      ...base,
      partitionKey: keyCondition(draft.partitionKey, shape.delimiters?.partitionKey),
      rowKey: keyCondition(draft.rowKey, shape.delimiters?.rowKey),
      ...(where === undefined ? {} : { where }),
    },
  };
}

export type QueryPreview =
  | {
      readonly state: 'ready';
      readonly query: TableQuery;
      readonly filter: string;
      readonly verdict: CostVerdict;
      /** The cost of the dearest of the parallel ranges that could run instead; undefined where there are none. */
      readonly rangesCost: CostClass | undefined;
      /** How many partitions the query can touch; undefined if that is unknown in advance. */
      readonly partitions: number | undefined;
      /** RowKey is bounded and no PartitionKey given, so that its condition saves nothing. */
      readonly missesPartitionKey: boolean;
    }
  | {
      readonly state: 'problem';
      readonly problems: readonly DraftProblem[];
      readonly position: number | undefined;
      /** What would be valid at `position`, as the rest of "Expected …". */
      readonly expected?: string;
    };

/** `position` is the 0-based position in a typed filter where parsing failed. */
export function previewQuery(draft: QueryDraft, shape: QueryShape): QueryPreview {
  const result = draftQuery(draft, shape);
  if (result.state === 'problem') return { ...result, position: undefined };
  try {
    // Parsed as it is, so that positions are those of the text on screen.
    if (draft.mode === 'text' && draft.filterText.trim() !== '') parseFilter(draft.filterText);
    const { node, text } = checkedFilter(result.query);
    const verdict = classify(node, shape.service);
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
