// Converts between a filter tree and the query builder: one condition per key, tests of properties, groups of tests one
// level deep. A filter that does not fit is rejected as a whole with a reason; nothing is ever omitted.
import type { Comparison, FilterNode, KeyCondition, TableQuery } from '../model/table-query';
import { ordinal } from './edm-value';
import { checkKey, checkKeyBound, isPropertyName } from './key-rules';
import { isKey, normaliseFilter } from './normal-form';
import { keyPrefixRange, textPrefixRange, wholeParts } from './prefix-range';
import { t } from '../strings/t';

/** One test of one property. */
export type PropertyTest = Comparison | Extract<FilterNode, { readonly kind: 'starts-with' }>;

/** `none`: no test may hold; `not-all`: at least one must fail. */
export const groupMatches = ['any', 'all', 'none', 'not-all'] as const;
export type GroupMatch = (typeof groupMatches)[number];

export interface TestGroup {
  readonly match: GroupMatch;
  readonly tests: readonly PropertyTest[];
}

/** Everything the builder shows; all of it is joined by `and`. */
export interface BuilderQuery {
  readonly partitionKey: KeyCondition;
  readonly rowKey: KeyCondition;
  readonly tests: readonly PropertyTest[];
  readonly groups: readonly TestGroup[];
}

export type BuilderResult =
  | { readonly state: 'shown'; readonly builder: BuilderQuery }
  /** `reason`: one sentence. */
  | { readonly state: 'text-only'; readonly reason: string };

/** Delimiters of composite keys, if known: a prefix that ends with one is read as whole parts. */
export interface KeyDelimiters {
  readonly partitionKey?: string | null | undefined;
  readonly rowKey?: string | null | undefined;
}

/**
 * Reads a filter into the builder. Evaluates to the same rows as the filter.
 * @param filter null for a query without conditions
 * @throws StowageError as `normaliseFilter` does, for trees that are no filter
 */
export function toBuilder(filter: FilterNode | null, delimiters: KeyDelimiters = {}): BuilderResult {
  const node = filter === null ? null : normaliseFilter(filter);
  const conjuncts = node === null ? [] : node.kind === 'and' ? node.nodes : [node];
  const partition = takeKey('PartitionKey', conjuncts, delimiters.partitionKey);
  const row = takeKey('RowKey', partition.rest, delimiters.rowKey);
  const tests: PropertyTest[] = [];
  const groups: TestGroup[] = [];
  for (const part of joinedPrefixes(row.rest)) {
    const reason = addPart(part, tests, groups);
    if (reason !== null) return { state: 'text-only', reason };
  }
  const builder = { partitionKey: partition.condition, rowKey: row.condition, tests, groups };
  return { state: 'shown', builder };
}

/** The query that the builder represents; groups without tests restrict nothing. */
export function fromBuilder(builder: BuilderQuery): Pick<TableQuery, 'partitionKey' | 'rowKey' | 'where'> {
  const { partitionKey, rowKey, tests, groups } = builder;
  const nodes = [...tests, ...groups.map(groupNode).filter((node) => node !== null)];
  const [only] = nodes;
  if (only === undefined) return { partitionKey, rowKey };
  return { partitionKey, rowKey, where: nodes.length === 1 ? only : { kind: 'and', nodes } };
}

/** The filter of one group; null for a group without tests. */
export function groupNode({ match, tests }: TestGroup): FilterNode | null {
  const [only] = tests;
  if (only === undefined) return null;
  const kind = match === 'any' || match === 'none' ? 'or' : 'and';
  const joined: FilterNode = tests.length === 1 ? only : { kind, nodes: tests };
  return match === 'any' || match === 'all' ? joined : { kind: 'not', node: joined };
}

type KeyName = 'PartitionKey' | 'RowKey';

interface TakenKey {
  readonly condition: KeyCondition;
  /** Everything that the condition does not cover. */
  readonly rest: readonly FilterNode[];
}

/** The strongest condition that a key's field can show; everything else remains. */
function takeKey(key: KeyName, parts: readonly FilterNode[], delimiter: string | null | undefined): TakenKey {
  const without = (...taken: readonly (FilterNode | undefined)[]): readonly FilterNode[] =>
    parts.filter((part) => !taken.includes(part));
  const onKey = parts.filter((part): part is TextComparison => isTextComparison(part) && part.property === key);

  const exact = onKey.find(({ operator, operand }) => operator === 'eq' && isLegal(() => checkKey(key, operand.value)));
  if (exact !== undefined) return { condition: { kind: 'is', value: exact.operand.value }, rest: without(exact) };

  for (const part of parts) {
    const values = listedKeys(key, part);
    if (values !== null) return { condition: { kind: 'one-of', values: [...values] }, rest: without(part) };
  }

  // An empty bound means none in the field, so a comparison with the empty key remains a test.
  const bounds = onKey.filter(
    ({ operand }) => operand.value !== '' && isLegal(() => checkKeyBound(key, operand.value)),
  );
  const lower = bounds.find(({ operator }) => operator === 'ge' || operator === 'gt');
  const upper = bounds.find(({ operator }) => operator === 'le' || operator === 'lt');
  if (lower === undefined && upper === undefined) return { condition: { kind: 'any' }, rest: parts };
  if (lower !== undefined && upper !== undefined) {
    const prefix = prefixOf(lower, upper);
    if (prefix !== null) return { condition: prefixCondition(prefix, delimiter), rest: without(lower, upper) };
    // The field rejects a reversed range, so each bound remains a separate test.
    if (ordinal(lower.operand.value, upper.operand.value) > 0) return { condition: { kind: 'any' }, rest: parts };
  }
  return {
    condition: {
      kind: 'range',
      ...(lower && { from: { value: lower.operand.value, inclusive: lower.operator === 'ge' } }),
      ...(upper && { to: { value: upper.operand.value, inclusive: upper.operator === 'le' } }),
    },
    rest: without(lower, upper),
  };
}

/** The values of `key eq … or key eq …`; null for any other part. */
function listedKeys(key: KeyName, part: FilterNode): readonly string[] | null {
  if (part.kind !== 'or') return null;
  const values: string[] = [];
  for (const node of part.nodes) {
    if (!isTextComparison(node) || node.property !== key || node.operator !== 'eq') return null;
    const { value } = node.operand;
    if (!isLegal(() => checkKey(key, value))) return null;
    values.push(value);
  }
  const distinct = [...new Set(values)];
  return distinct.length > 1 ? distinct : null;
}

function prefixCondition(whole: string, delimiter: string | null | undefined): KeyCondition {
  if (!delimiter || !whole.endsWith(delimiter)) return { kind: 'starts-with', prefix: whole };
  const parts = whole.slice(0, -delimiter.length);
  const prefix = wholeParts(parts, delimiter) === whole ? parts : whole;
  return { kind: 'starts-with', prefix, delimiter };
}

/** Adds one part to the builder; returns the reason when that is impossible. */
function addPart(part: FilterNode, tests: PropertyTest[], groups: TestGroup[]): string | null {
  const simple = asTest(part);
  if (simple !== null) {
    tests.push(simple);
    return problemOf(simple);
  }
  const negated = part.kind === 'not';
  const inner = part.kind === 'not' ? part.node : part;
  const alone = asTest(inner);
  if (alone !== null) {
    groups.push({ match: 'none', tests: [alone] });
    return problemOf(alone);
  }
  if (inner.kind !== 'and' && inner.kind !== 'or') {
    return t`A “not” inside another “not” cannot be shown as conditions, so this filter stays text.`;
  }
  const members = inner.kind === 'and' ? joinedPrefixes(inner.nodes) : inner.nodes;
  const group: PropertyTest[] = [];
  for (const member of members) {
    const test = asTest(member);
    if (test === null) return deepReason(member, inner.kind);
    const problem = problemOf(test);
    if (problem !== null) return problem;
    group.push(test);
  }
  const match = inner.kind === 'or' ? (negated ? 'none' : 'any') : 'not-all';
  // `not (P)` parsed from a prefix is a single test under "not all", which means the same as "none".
  groups.push({ match: group.length === 1 && match === 'not-all' ? 'none' : match, tests: group });
  return null;
}

function deepReason(member: FilterNode, outer: 'and' | 'or'): string {
  const inner = member.kind === 'and' || member.kind === 'or' || member.kind === 'not' ? member.kind : t`condition`;
  return t`“${inner}” is inside “${outer}”; conditions have only one level of groups, so this filter stays text.`;
}

/** The part as a single test: a comparison, a bare Boolean, or the two bounds of a prefix. */
function asTest(part: FilterNode): PropertyTest | null {
  switch (part.kind) {
    case 'comparison':
    case 'starts-with':
      return part;
    case 'truth':
      return {
        kind: 'comparison',
        property: part.property,
        operator: 'eq',
        operand: { type: 'Edm.Boolean', value: true },
      };
    case 'and': {
      const joined = joinedPrefixes(part.nodes);
      const [only] = joined;
      return joined.length === 1 && only?.kind === 'starts-with' ? only : null;
    }
    case 'or':
    case 'not':
      return null;
  }
}

function problemOf(test: PropertyTest): string | null {
  if (!isPropertyName(test.property)) {
    return t`A property name is longer than 255 characters, so this filter stays text.`;
  }
  if (test.kind === 'comparison' && test.operand.type === 'Edm.Boolean' && !/^(?:eq|ne)$/.test(test.operator)) {
    return t`${test.property} is compared with true or false by order; conditions only support “is” and “is not”.`;
  }
  return null;
}

/** Adjacent bounds of a prefix become one test. */
function joinedPrefixes(parts: readonly FilterNode[]): readonly FilterNode[] {
  const joined: FilterNode[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const prefix = before !== undefined ? propertyPrefix(before, part) : null;
    if (prefix === null) joined.push(part);
    else joined.splice(-1, 1, { kind: 'starts-with', property: prefix.property, prefix: prefix.text });
  }
  return joined;
}

/** The prefix of a property when two comparisons are exactly the bounds of its range; otherwise null. */
export function propertyPrefix(
  lower: FilterNode,
  upper: FilterNode,
): { readonly property: string; readonly text: string } | null {
  if (!isTextComparison(lower) || !isTextComparison(upper) || upper.property !== lower.property) return null;
  const text = prefixOf(lower, upper);
  return text === null ? null : { property: lower.property, text };
}

/** P when the two bounds are exactly those of "starts with P". */
function prefixOf(lower: TextComparison, upper: TextComparison): string | null {
  const prefix = lower.operand.value;
  if (lower.operator !== 'ge' || upper.operator !== 'lt' || prefix === '' || lower.property === 'Timestamp')
    return null;
  const range = isKey(lower.property)
    ? legal(() => keyPrefixRange(lower.property, prefix))
    : legal(() => textPrefixRange(lower.property, prefix));
  return range !== null && range.to === upper.operand.value ? prefix : null;
}

type TextComparison = Comparison & { readonly operand: { readonly type: 'Edm.String'; readonly value: string } };

function isTextComparison(node: FilterNode): node is TextComparison {
  return node.kind === 'comparison' && node.operand.type === 'Edm.String';
}

function isLegal(check: () => void): boolean {
  return (
    legal(() => {
      check();
      return true;
    }) === true
  );
}

function legal<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
