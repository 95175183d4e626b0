// Whether a query can be read through an index: instead of every row of the partition, the range of index rows whose
// values its filter allows. The filter itself stays in the query, so the range may be wider than it but not narrower.
import type { EdmValue } from '../model/entity';
import type { IndexDefinition } from '../model/table-index';
import type { Comparison, FilterNode, TableQuery } from '../model/table-query';
import { doubleFromText, ordinal } from '../query/edm-value';
import { wholeFilter } from '../query/key-filter';
import { isKey } from '../query/normal-form';
import { keyPrefixRange } from '../query/prefix-range';
import { sectionPrefix, valueEnd } from './index-rows';
import { type IndexSection, doublePart, escapeText, indexedValue } from './index-value';

export interface IndexedQuery {
  readonly index: IndexDefinition;
  /** Returns the index rows of exactly the entities that the original query returns. */
  readonly query: TableQuery;
}

/**
 * The first verified index that the query can use; null for none. It can if it reads one partition, has no condition on
 * RowKey or Timestamp, and requires of the indexed property a value, a beginning, or a range.
 */
export function throughIndex(given: TableQuery, definitions: readonly IndexDefinition[]): IndexedQuery | null {
  const query = withConditions(given);
  if (query === null) return null;
  const { partitionKey, rowKey, where } = query;
  if (partitionKey.kind !== 'is' || rowKey.kind !== 'any' || where === undefined) return null;
  if (readsOwnKeys(where)) return null;
  for (const index of definitions) {
    if (index.state !== 'ready') continue;
    const range = rangeOf(index, where);
    if (range === null) continue;
    return { index, query: { ...query, rowKey: { kind: 'range', ...ends(range) } } };
  }
  return null;
}

/** Whether some index could serve the query, so that it is worth reading which the table has. */
export function couldUseIndex(given: TableQuery): boolean {
  const query = withConditions(given);
  if (query?.where === undefined) return false;
  return required(query.where).some((node) => {
    if (node.kind === 'and' || node.kind === 'or' || node.kind === 'not') return false;
    const index = { name: 'any', property: node.property, state: 'ready', createdAt: '', writer: '' } as const;
    return throughIndex(query, [index]) !== null;
  });
}

/** The same with a filter that was written as text taken apart; null for a text that is no filter, or reads keys otherwise. */
function withConditions({ filterText, ...query }: TableQuery): TableQuery | null {
  if (filterText === undefined) return query;
  try {
    const node = wholeFilter({ ...query, filterText }).node;
    const conjuncts = node === null ? [] : required(node);
    const isPartition = (one: FilterNode): boolean =>
      one.kind === 'comparison' && one.property === 'PartitionKey' && one.operator === 'eq';
    const [partition, ...others] = conjuncts.filter(isPartition);
    if (partition?.kind !== 'comparison' || partition.operand.type !== 'Edm.String' || others.length > 0) return null;
    const nodes = conjuncts.filter((one) => !isPartition(one));
    return {
      ...query,
      partitionKey: { kind: 'is', value: partition.operand.value },
      rowKey: { kind: 'any' },
      where: nodes.length === 0 ? undefined : { kind: 'and', nodes },
    };
  } catch {
    return null;
  }
}

/** Inclusive start, exclusive end. */
interface KeyRange {
  readonly from: string;
  readonly to: string;
}

function ends({ from, to }: KeyRange) {
  return { from: { value: from, inclusive: true }, to: { value: to, inclusive: false } };
}

/** Keys and times of index rows are their own. */
function readsOwnKeys(node: FilterNode): boolean {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.nodes.some(readsOwnKeys);
    case 'not':
      return readsOwnKeys(node.node);
    case 'comparison':
    case 'starts-with':
    case 'truth':
      return isKey(node.property) || node.property === 'Timestamp';
  }
}

function rangeOf({ name, property }: IndexDefinition, where: FilterNode): KeyRange | null {
  const ranges = required(where).flatMap((node) => {
    if (node.kind === 'and' || node.kind === 'or' || node.kind === 'not' || node.property !== property) return [];
    const range = rangeOfTest(name, node);
    return range === null ? [] : [range];
  });
  const [first, ...others] = ranges;
  if (first === undefined) return null;
  const both = others.reduce((known, next) => {
    const from = ordinal(known.from, next.from) > 0 ? known.from : next.from;
    const to = ordinal(known.to, next.to) < 0 ? known.to : next.to;
    return { from, to };
  }, first);
  // No value satisfies all of them; an empty range cannot be sent, and one test alone is a sound range as well.
  return ordinal(both.from, both.to) < 0 ? both : first;
}

/** All that has to hold. */
function required(node: FilterNode): readonly FilterNode[] {
  return node.kind === 'and' ? node.nodes.flatMap(required) : [node];
}

type Test = Extract<FilterNode, { readonly property: string }>;

function rangeOfTest(name: string, test: Test): KeyRange | null {
  switch (test.kind) {
    case 'starts-with':
      return begins(sectionPrefix(name, 's') + escapeText(test.prefix));
    case 'truth':
      return begins(`${sectionPrefix(name, 'b')}1${valueEnd}`);
    case 'comparison':
      return rangeOfComparison(name, test);
  }
}

function rangeOfComparison(name: string, { operator, operand }: Comparison): KeyRange | null {
  if (operator === 'ne' || isNotANumber(operand)) return null;
  const { section, text } = indexedValue(operand);
  const prefix = sectionPrefix(name, section);
  // Integers that share a double may be equal to the service.
  const value = prefix + (section === 'n' ? doublePart(text) : text);
  const equal = begins(section === 'n' ? value : value + valueEnd);
  if (operator === 'eq') return equal;
  if (!ordered.has(section)) return null;
  const all = begins(prefix);
  if (equal === null || all === null) return null;
  const isUpper = operator === 'lt' || operator === 'le';
  return isUpper ? { from: all.from, to: equal.to } : { from: equal.from, to: all.to };
}

/** How the service orders the other types is not documented. */
const ordered: ReadonlySet<IndexSection> = new Set<IndexSection>(['s', 'n', 'd']);

function isNotANumber(operand: EdmValue): boolean {
  return operand.type === 'Edm.Double' && Number.isNaN(doubleFromText(operand.value));
}

/** Null where the prefix is longer than keys can be, or contains half a character. */
function begins(prefix: string): KeyRange | null {
  try {
    const { from, to } = keyPrefixRange('RowKey', prefix);
    return to === null ? null : { from, to };
  } catch {
    return null;
  }
}
