// What a filter will cost, known before it is sent: which rows the service must read, why, and which parallel
// ranges would read fewer. Sound in one direction: never cheaper than the truth.
import { t } from '../strings/t';
import type { TableService } from '../model/table-service';
import { type CostClass, type CostVerdict, type FilterNode, costClasses } from '../model/table-query';
import { conjuncts, isBounded, isOneKey, keyBounds } from './key-bounds';
import { costOf } from './key-cost';
import { countComparisons, isKey, normaliseFilter } from './normal-form';
import { parseFilter } from './odata';
import { renderFilter } from './odata-renderer';
import { splitIntoRanges } from './range-split';

/**
 * @param filter null for a query without conditions
 * @throws StowageError as `renderFilter` does
 */
export function classify(filter: FilterNode | null, service: TableService = 'storage'): CostVerdict {
  if (service === 'cosmos') return classifyCosmos(filter);
  if (filter === null) {
    return { costClass: 'table-scan', reasons: [t`No conditions: reads the whole table.`], splits: [] };
  }
  const node = normaliseFilter(filter);
  const ranges = splitIntoRanges(node);
  return { costClass: costOf(node), reasons: reasonsFor(node, ranges), splits: ranges.map(renderFilter) };
}

/** Cosmos DB indexes every property and distributes partitions by a hash of their key. */
function classifyCosmos(filter: FilterNode | null): CostVerdict {
  const node = filter === null ? null : normaliseFilter(filter);
  const costClass = node === null ? 'table-scan' : costOf(node);
  const reasons =
    node === null
      ? [t`No conditions: reads the whole table.`]
      : costClass === 'point'
        ? [t`PartitionKey and RowKey are exact: looks up one row.`]
        : keyBounds(node, 'PartitionKey').exact === null
          ? [t`PartitionKey is not exact: every physical partition is searched and charged, however few rows match.`]
          : [t`PartitionKey is exact: only its partition is searched.`];
  reasons.push(
    t`Cosmos DB indexes all properties, unless the account excludes some, and charges a query by what it reads.`,
    t`It does not guarantee key order, so rows arrive unsorted and the table is read as one range, never in parallel.`,
  );
  return { costClass, reasons, splits: [] };
}

/** The cost of a query as it is sent: in the ranges of its "or" where it is split, the dearest of them counts. */
export function costAsSent(verdict: CostVerdict, splitOr: boolean | undefined): CostClass {
  return (splitOr === true ? dearestOf(verdict.splits) : undefined) ?? verdict.costClass;
}

/** Undefined where there are no filters. */
export function dearestOf(filters: readonly string[]): CostClass | undefined {
  const costs = filters.map((filter) => costClasses.indexOf(classify(parseFilter(filter)).costClass));
  return costs.length === 0 ? undefined : costClasses[Math.max(...costs)];
}

/** The service rejects filters with more comparisons than this. */
const maximumComparisons = 15;

const opening: Readonly<Record<CostClass, string>> = {
  point: t`PartitionKey and RowKey are exact: looks up one row.`,
  'row-range': t`PartitionKey is exact and RowKey is a range: reads one range of one partition.`,
  'partition-scan': t`PartitionKey is exact and RowKey has no bounds: reads the whole partition.`,
  'partition-range': t`PartitionKey is a range: reads every partition in it.`,
  'table-scan': t`No usable condition for PartitionKey: reads the whole table.`,
};

function reasonsFor(node: FilterNode, ranges: readonly FilterNode[]): readonly string[] {
  const costClass = costOf(node);
  const partition = keyBounds(node, 'PartitionKey');
  const isRangeOfOne = partition.exact === null && isOneKey(partition);
  const reasons = [
    isRangeOfOne ? t`PartitionKey is a range with a single key: reads its whole partition.` : opening[costClass],
  ];
  const row = keyBounds(node, 'RowKey');
  const parts = conjuncts(node);

  if (partition.impossible || row.impossible) {
    reasons.push(t`The key conditions exclude each other: no row can match.`);
  }
  if (partition.exact === null && (row.exact !== null || isBounded(row))) {
    reasons.push(t`RowKey narrows only within one exact PartitionKey, because rows are sorted by PartitionKey first.`);
  }
  for (const key of ['PartitionKey', 'RowKey'] as const) {
    const onKey = parts.filter((part) => part.kind === 'comparison' && part.property === key);
    if (onKey.some((part) => part.kind === 'comparison' && part.operator === 'ne')) {
      reasons.push(t`“ne” on ${key} is not a range: the service reads every row and filters some out.`);
    }
    if (onKey.some((part) => part.kind === 'comparison' && part.operand.type !== 'Edm.String')) {
      reasons.push(t`${key} is text: put the value in quotes.`);
    }
    if (parts.some((part) => part.kind === 'not' && mentions(part, key))) {
      reasons.push(t`“not” around ${key} is not a range: it is checked row by row.`);
    }
    if (parts.some((part) => part.kind === 'or' && mentions(part, key)) && ranges.length === 0) {
      reasons.push(t`“or” around ${key} is checked row by row.`);
    }
  }
  const others = otherProperties(node);
  if (others.length > 0 && costClass !== 'point') {
    reasons.push(t`Not indexed, so checked on every row read: ${listed(others)}.`);
  }
  if (ranges.length > 0) {
    reasons.push(
      ranges.length === 1
        ? t`The service cannot seek by “or”; only one of its branches can match, so that range alone reads less.`
        : t`The service cannot seek by “or”; ${ranges.length} parallel ranges read less.`,
    );
  }
  const comparisons = countComparisons(node);
  if (comparisons > maximumComparisons) {
    reasons.push(t`The filter has ${comparisons} comparisons; the limit is ${maximumComparisons} per query.`);
  }
  return reasons;
}

function mentions(node: FilterNode, property: string): boolean {
  switch (node.kind) {
    case 'comparison':
    case 'truth':
    case 'starts-with':
      return node.property === property;
    case 'not':
      return mentions(node.node, property);
    case 'and':
    case 'or':
      return node.nodes.some((part) => mentions(part, property));
  }
}

function otherProperties(node: FilterNode): readonly string[] {
  const names = new Set<string>();
  const collect = (part: FilterNode): void => {
    if (part.kind === 'and' || part.kind === 'or') part.nodes.forEach(collect);
    else if (part.kind === 'not') collect(part.node);
    else if (!isKey(part.property)) names.add(part.property);
  };
  collect(node);
  return [...names];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3);
  const more = names.length - shown.length;
  if (more > 0) return t`${shown.join(', ')} and ${more} more`;
  return shown.length < 2 ? shown.join('') : t`${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}
