// What a click on a header sorts.
import { describe, expect, it } from 'vitest';
import type { ColumnSort } from './arrangement';
import { sortByHeader } from './column-actions';

const column = {
  id: 'p:Status',
  name: 'Status',
  source: 'property',
  types: [],
  widthPx: 100,
  align: 'start',
  pinned: false,
} as const;

describe('a click on a header', () => {
  it('sorts up, then down, then leaves the order of the service; another column begins anew', () => {
    const columns = [column, { ...column, id: 'p:Total', name: 'Total' }];
    let sort: ColumnSort | undefined;
    const actions = { sort: (to: ColumnSort) => (sort = to), clearSort: () => (sort = undefined) };
    const click = (columnId: string) => {
      sortByHeader(columns, columnId, sort, actions);
      return sort && [sort.name, sort.direction];
    };
    expect(click('p:Status')).toEqual(['Status', 'ascending']);
    expect(click('p:Status')).toEqual(['Status', 'descending']);
    expect(click('p:Total')).toEqual(['Total', 'ascending']);
    expect(click('p:Total')).toEqual(['Total', 'descending']);
    expect(click('p:Total')).toBeUndefined();
  });
});
