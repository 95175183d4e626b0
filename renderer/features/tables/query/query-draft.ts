// The whole query as typed in the tab's bar, and the resulting TableQuery or what is wrong with it.
import type { KeyDelimiters } from './seen-delimiters';
import { type FilterNode, type TableQuery, defaultParallelRanges } from '@shared/model/table-query';
import { onOneLine } from '@shared/query/odata-pieces';
import { type KeyDraft, emptyKeyDraft, keyCondition } from './key-draft';
import { type ConditionProblem, keyDraftProblem } from './key-problem';
import { type PropertyDraft, propertyTests } from './property-draft';
import { type GroupDraft, groupFilter } from './group-draft';

export interface QueryDraft {
  /** `text`: the OData filter is typed as it is, and the conditions rest. */
  readonly mode: 'conditions' | 'text';
  readonly partitionKey: KeyDraft;
  readonly rowKey: KeyDraft;
  readonly properties: readonly PropertyDraft[];
  readonly groups: readonly GroupDraft[];
  readonly filterText: string;
  /**
   * `ranges`: an `or` over keys runs as parallel ranges where that is cheaper. `parallel`: what is read is cut into ranges
   * of keys that are read at once.
   */
  readonly reading: 'whole' | 'ranges' | 'parallel';
  /** Ranges read at once; undefined as usual. */
  readonly concurrency?: number;
  /** Stop after this many rows; undefined reads to the end. */
  readonly limit?: number;
  /** Rows asked for per page; undefined as in the settings. */
  readonly pageSize?: number;
  /** Columns that a kept query asks for; undefined as the grid's columns say. */
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

/** What is wrong, and with which part: a key's name, a condition's id or `filterText`. */
export interface DraftProblem extends ConditionProblem {
  readonly part: string;
}

/** What a query needs beside its conditions. */
export interface QueryShape {
  readonly table: string;
  readonly pageSize: number;
  /** Columns to fetch; empty means all. */
  readonly select: readonly string[];
  /** What separates the parts of the keys that were loaded; ends of ranges then mean whole parts. */
  readonly delimiters?: KeyDelimiters;
}

export type DraftResult =
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
