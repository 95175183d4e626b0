// A query without the rows of indexes and their definitions. What it reads costs the same as before: the service looks at
// the rows and leaves them out. Pure.
import type { FilterNode, TableQuery } from '../model/table-query';
import { parseFilter } from '../query/odata-parser';
import { renderFilter } from '../query/odata-renderer';
import { keyPrefixRange } from '../query/prefix-range';
import { definitionPartition, indexRowPrefix } from './index-rows';

const key = (property: 'PartitionKey' | 'RowKey', operator: 'ne' | 'lt' | 'ge', value: string): FilterNode => ({
  kind: 'comparison',
  property,
  operator,
  operand: { type: 'Edm.String', value },
});

/** @throws StowageError `invalid.filter` for a text that is no filter */
export function withoutIndexRows(query: TableQuery): TableQuery {
  const { from, to } = keyPrefixRange('RowKey', indexRowPrefix);
  const conditions: readonly FilterNode[] = [
    { kind: 'or', nodes: [key('RowKey', 'lt', from), ...(to === null ? [] : [key('RowKey', 'ge', to)])] },
    key('PartitionKey', 'ne', definitionPartition),
  ];
  const { filterText, where } = query;
  if (filterText === undefined || filterText.trim() === '') {
    const { filterText: _blank, ...rest } = query;
    const node: FilterNode = { kind: 'and', nodes: [...(where === undefined ? [] : [where]), ...conditions] };
    return filterText === undefined ? { ...rest, where: node } : { ...query, filterText: renderFilter(node) };
  }
  return {
    ...query,
    filterText: renderFilter({ kind: 'and', nodes: [parseFilter(filterText.trim()), ...conditions] }),
  };
}
