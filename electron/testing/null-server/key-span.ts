// The entities of a null server's table that a filter selects: comparisons of keys joined by `and`, as parallel scans
// send them. Every partition fills one page.

/** Entity numbers in key order over the whole table; `end` is exclusive. */
export interface KeySpan {
  readonly first: number;
  readonly end: number;
}

export const pageSize = 1000;

export const partitionKeyOf = (page: number): string => `pier-${String(page).padStart(4, '0')}`;
export const rowKeyOf = (index: number): string => `crate-${String(index).padStart(6, '0')}`;

type Condition = (key: string) => boolean;

const comparison = /^\(*(PartitionKey|RowKey) (eq|ge|gt|le|lt) '([^']*)'\)*$/u;
const comparisons: Readonly<Record<string, (value: string) => Condition>> = {
  eq: (value) => (key) => key === value,
  ge: (value) => (key) => key >= value,
  gt: (value) => (key) => key > value,
  le: (value) => (key) => key <= value,
  lt: (value) => (key) => key < value,
};

/** Null for any other kind of filter. */
export function keySpan(filter: string, pages: number): KeySpan | null {
  const conditions: Record<'PartitionKey' | 'RowKey', Condition[]> = { PartitionKey: [], RowKey: [] };
  for (const part of filter === '' ? [] : filter.split(' and ')) {
    const [, property = '', operator = '', value = ''] = comparison.exec(part) ?? [];
    const condition = comparisons[operator]?.(value);
    if (condition === undefined) return null;
    conditions[property === 'RowKey' ? 'RowKey' : 'PartitionKey'].push(condition);
  }
  const { first, end } = stretch(pages, (page) => fits(conditions.PartitionKey, partitionKeyOf(page)));
  if (conditions.RowKey.length === 0) return { first: first * pageSize, end: end * pageSize };
  if (end === first) return { first: 0, end: 0 };
  // Rows of several partitions are not contiguous.
  if (end > first + 1) return null;
  const rows = stretch(pageSize, (index) => fits(conditions.RowKey, rowKeyOf(index)));
  return { first: first * pageSize + rows.first, end: first * pageSize + rows.end };
}

function fits(conditions: readonly Condition[], key: string): boolean {
  return conditions.every((condition) => condition(key));
}

/** Keys ascend with their numbers, so matching ones are contiguous. */
function stretch(count: number, isIn: (number: number) => boolean): KeySpan {
  let first = 0;
  while (first < count && !isIn(first)) first += 1;
  let end = first;
  while (end < count && isIn(end)) end += 1;
  return { first, end };
}
