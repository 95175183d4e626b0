// Which properties are shown, and in what order.
import type { PropertyProfile } from '@shared/analysis/analysis-result';

export type SchemaColumn = 'name' | 'types' | 'fill' | 'distinct';

export interface SchemaSort {
  readonly column: SchemaColumn | 'found';
  readonly direction: 'ascending' | 'descending';
}

/** In the order in which the properties appeared, keys first. */
export const asFound: SchemaSort = { column: 'found', direction: 'ascending' };

/** A second press turns the order round, a third goes back to how they were found. */
export function nextSort(sort: SchemaSort, column: SchemaColumn): SchemaSort {
  const first = column === 'name' || column === 'types' ? 'ascending' : 'descending';
  if (sort.column !== column) return { column, direction: first };
  if (sort.direction !== first) return asFound;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

export function shownProperties(
  properties: readonly PropertyProfile[],
  { column, direction }: SchemaSort,
  search: string,
): readonly PropertyProfile[] {
  const wanted = search.trim().toLowerCase();
  const found = properties.filter(
    ({ name, types }) =>
      wanted === '' ||
      name.toLowerCase().includes(wanted) ||
      types.some(({ type }) => type.slice('Edm.'.length).toLowerCase().startsWith(wanted)),
  );
  if (column === 'found') return found;
  const sign = direction === 'ascending' ? 1 : -1;
  return [...found].sort((left, right) => sign * compare(left, right, column) || byName(left, right));
}

function compare(left: PropertyProfile, right: PropertyProfile, column: SchemaColumn): number {
  switch (column) {
    case 'name':
      return byName(left, right);
    case 'types':
      return left.types.length - right.types.length || text(typesOf(left), typesOf(right));
    case 'fill':
      return left.rows - right.rows;
    case 'distinct':
      return left.distinct.count - right.distinct.count;
  }
}

function typesOf({ types }: PropertyProfile): string {
  return types.map(({ type }) => type).join(' ');
}

function byName(left: PropertyProfile, right: PropertyProfile): number {
  return text(left.name.toLowerCase(), right.name.toLowerCase()) || text(left.name, right.name);
}

function text(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
