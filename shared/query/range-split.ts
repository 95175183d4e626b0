// `or` over keys as ranges that can run in parallel: the service reads everything for `PartitionKey eq 'A' or
// PartitionKey eq 'B'`, two queries read two partitions. Together the ranges match exactly what the whole matches.
import type { FilterNode } from '../model/table-query';
import { conjuncts, keyBounds } from './key-bounds';
import { costOf, isCheaper } from './key-cost';
import { countComparisons, group, isKey } from './normal-form';

/** Maximum number of ranges, beyond which sending them costs more than scanning the whole. */
const maximumRanges = 1000;
const maximumComparisonsInAll = 20_000;

/**
 * The ranges in the order of the filter, each cheaper than the whole; empty when nothing is gained. Ranges may overlap,
 * so that a row can come from more than one.
 * @param node in normal form
 */
export function splitIntoRanges(node: FilterNode): readonly FilterNode[] {
  const ranges = split(node, { left: maximumRanges });
  if (ranges === null) return [];
  if (ranges.reduce((sum, range) => sum + countComparisons(range), 0) > maximumComparisonsInAll) return [];
  const distinct = new Map(ranges.map((range) => [JSON.stringify(range), range]));
  return [...distinct.values()];
}

/** Null when splitting no `or` is worthwhile. Ranges that no key can satisfy are dropped. */
function split(node: FilterNode, budget: { left: number }): readonly FilterNode[] | null {
  const whole = costOf(node);
  if (whole === 'point') return null;
  const parts = conjuncts(node);
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'or' || !boundsKey(part) || part.nodes.length > budget.left) continue;
    budget.left -= part.nodes.length;
    const others = parts.filter((_, other) => other !== index);
    const ranges = part.nodes
      .map((branch) => group('and', [...others, branch]))
      .filter((branch) => !isImpossible(branch))
      .flatMap((branch) => split(branch, budget) ?? [branch]);
    if (ranges.length > 0 && ranges.every((range) => isCheaper(costOf(range), whole))) return ranges;
  }
  return null;
}

/** Whether some branch contains a condition on a key, so that splitting can help. */
function boundsKey(node: FilterNode): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.some(boundsKey);
  return node.kind === 'comparison' && isKey(node.property);
}

function isImpossible(node: FilterNode): boolean {
  return keyBounds(node, 'PartitionKey').impossible || keyBounds(node, 'RowKey').impossible;
}
