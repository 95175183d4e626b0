// The chart of the rows that the window holds.
import { ChartAggregate } from '@shared/charting/chart-aggregate';
import type { ChartData } from '@shared/charting/chart-data';
import type { ChartRequest } from '@shared/charting/chart-request';
import type { Entity } from '@shared/model/entity';

/** Of the first `count` rows; those that are not in memory are passed over. */
export function loadedChart(
  chart: ChartRequest,
  count: number,
  rowAt: (index: number) => Entity | undefined,
): ChartData {
  const aggregate = new ChartAggregate(chart);
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(index);
    if (row !== undefined) aggregate.add(row, index + 1);
  }
  return aggregate.result();
}
