// The cost class that the key conditions of one filter allow. Reasons and alternatives: cost-class.ts.
import { type CostClass, type FilterNode, costClasses } from '../model/table-query';
import { isBounded, isOneKey, keyBounds } from './key-bounds';

/** The class alone; `node` in normal form. */
export function costOf(node: FilterNode): CostClass {
  const partition = keyBounds(node, 'PartitionKey');
  if (partition.exact === null) {
    // The documentation does not state whether the service narrows by RowKey when the single partition is written as a
    // range.
    if (isOneKey(partition)) return 'partition-scan';
    return isBounded(partition) ? 'partition-range' : 'table-scan';
  }
  const row = keyBounds(node, 'RowKey');
  if (row.exact !== null) return 'point';
  return isBounded(row) ? 'row-range' : 'partition-scan';
}

/** True when `left` reads less than `right`. */
export function isCheaper(left: CostClass, right: CostClass): boolean {
  return costClasses.indexOf(left) < costClasses.indexOf(right);
}
