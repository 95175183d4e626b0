// The chart of the rows that the window holds, in memory and on disk.
import { ChartAggregate } from '@shared/charting/chart-aggregate';
import type { ChartData } from '@shared/charting/chart-data';
import type { ChartRequest } from '@shared/charting/chart-request';
import { useEffect, useState } from 'react';
import { type RowSource, type WalkOptions, createFrameYielder, entitiesOf, walkRows } from '../result/row-walk';

/**
 * Of the first `count` rows.
 * @throws what the walk over the rows throws
 */
async function loadedChart(
  chart: ChartRequest,
  count: number,
  rows: RowSource,
  options: WalkOptions,
): Promise<ChartData> {
  const aggregate = new ChartAggregate(chart);
  for await (const chunk of walkRows(rows, { from: 0, to: count }, options)) {
    for (const [row, index] of entitiesOf(chunk)) aggregate.add(row, index + 1);
  }
  return aggregate.result();
}

export interface LoadedChart {
  /** What was gathered last, which is what was asked before while that of now is gathered; null where nothing was. */
  readonly drawn: { readonly chart: ChartRequest; readonly data: ChartData; readonly used: number } | null;
  readonly status: 'gathering' | 'done' | 'unreadable';
}

interface Gathered extends LoadedChart {
  readonly run: number;
}

export function useLoadedChart(request: {
  readonly run: number;
  readonly chart: ChartRequest | null;
  readonly count: number;
  readonly rows: RowSource;
}): LoadedChart {
  const { run, chart, count, rows } = request;
  const [gathered, setGathered] = useState<Gathered>(() => nothingOf(run));
  useEffect(() => {
    if (chart === null || count === 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    loadedChart(chart, count, rows, { turns: createFrameYielder(), signal }).then(
      (data) => {
        if (!signal.aborted) setGathered({ run, drawn: { chart, data, used: count }, status: 'done' });
      },
      () => {
        if (!signal.aborted) setGathered({ ...nothingOf(run), status: 'unreadable' });
      },
    );
    return () => controller.abort();
  }, [run, chart, count, rows]);
  return gathered.run === run ? gathered : nothingOf(run);
}

function nothingOf(run: number): Gathered {
  return { run, drawn: null, status: 'gathering' };
}
