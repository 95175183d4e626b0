// What a click on a header sorts.
import { describe, expect, it } from 'vitest';
import { propertyId } from '../result/grid-column';
import { gridColumnOf } from '../fixtures/grid-column';
import type { ColumnSort } from './arrangement';
import { sortByHeader } from './column-actions';

const column = gridColumnOf('Status');

describe('a click on a header', () => {
  it("sorts ascending, then descending, then restores the service's order; another column starts over", () => {
    const columns = [column, gridColumnOf('Total')];
    let sort: ColumnSort | undefined;
    const actions = { sort: (to: ColumnSort) => (sort = to), clearSort: () => (sort = undefined) };
    const click = (columnId: string) => {
      sortByHeader(columns, columnId, sort, actions);
      return sort && [sort.name, sort.direction];
    };
    expect(click(propertyId('Status'))).toEqual(['Status', 'ascending']);
    expect(click(propertyId('Status'))).toEqual(['Status', 'descending']);
    expect(click(propertyId('Total'))).toEqual(['Total', 'ascending']);
    expect(click(propertyId('Total'))).toEqual(['Total', 'descending']);
    expect(click(propertyId('Total'))).toBeUndefined();
  });
});
