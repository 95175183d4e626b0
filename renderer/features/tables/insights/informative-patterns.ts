// Which key patterns may be reported: how a table distributes its rows shows in the whole table, not in its first rows
// or in the requested partition.
import type { KeyPattern } from '@shared/analysis/analysis-result';
import type { CostClass, TableQuery } from '@shared/model/table-query';
import { costOf } from '@shared/query/key-cost';
import { wholeFilter } from '@shared/query/key-filter';
import { t } from '@shared/strings/t';

/** About the table as a whole; the others hold for whatever rows they were seen in. */
const ofTheSpread: readonly string[] = ['one-partition', 'one-row-partitions', 'hot-partition'];
const insideOnePartition: readonly CostClass[] = ['point', 'row-range', 'partition-scan'];

/**
 * @param covered `all` rows of the result, or a `part` of them: the first ones, in key order
 * @param query what was asked; undefined before anything was
 */
export function informativePatterns(
  patterns: readonly KeyPattern[],
  covered: 'all' | 'part',
  query: TableQuery | undefined,
): readonly KeyPattern[] {
  const others = patterns.filter(({ id }) => !ofTheSpread.includes(id));
  if (query === undefined || readsOnePartition(query)) return others;
  if (covered === 'all') return patterns;
  if (others.length === patterns.length) return others;
  const firstRows: KeyPattern = {
    id: 'first-rows',
    tone: 'information',
    finding: t`Rows come in key order, so the first ones stand in few partitions.`,
    consequence: t`How the table spreads its rows shows once the whole result is read.`,
  };
  return [firstRows, ...others];
}

function readsOnePartition(query: TableQuery): boolean {
  const { node } = wholeFilter(query);
  return node !== null && insideOnePartition.includes(costOf(node));
}
