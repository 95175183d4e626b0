// The data of a result's chart: the loaded rows, or the whole result once the engine has aggregated it; and finer steps
// for a zoomed range.
import type { Extent } from '@renderer/charts/result-extent';
import { maxExact } from '@shared/charting/chart-aggregate';
import type { ChartData } from '@shared/charting/chart-data';
import type { ChartRequest } from '@shared/charting/chart-request';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ViewInput } from '../result/table-view';
import type { ChartSource } from './chart-text';
import { type LoadedChart, useLoadedChart } from './loaded-chart';
import { type FinerChart, useFinerChart } from './use-finer-chart';
import { type WholeChart, useWholeChart } from './use-whole-chart';

export interface ChartFeed {
  /** Null while nothing is gathered. */
  readonly drawn: { readonly chart: ChartRequest; readonly data: ChartData } | null;
  readonly source: ChartSource;
  /** Whether all rows of the result are in it. */
  readonly isWhole: boolean;
  readonly loaded: LoadedChart['status'];
  readonly whole: WholeChart;
  readonly finer: FinerChart;
  readonly zoom: Extent | null;
  readonly setZoom: (zoom: Extent | null) => void;
}

export function useChartData({ connectionId, state, rows }: ViewInput, chart: ChartRequest | null): ChartFeed {
  const { run, rowCount, status, query } = state;
  const whole = useWholeChart({ connectionId, query, chart, run });
  const readWhole = useEffectEvent(() => whole.start());
  const isTooMany = status === 'complete' && rowCount * (chart?.y.length ?? 1) > maxExact;
  const chartKey = JSON.stringify(chart);
  useEffect(() => {
    // The window holds no more than it can draw; what the person has read in full is gathered again by the engine.
    if (isTooMany) readWhole();
  }, [isTooMany, chartKey, run]);

  const count = chart === null ? 0 : Math.min(rowCount, Math.floor(maxExact / chart.y.length));
  const loaded = useLoadedChart({ run, chart, count, rows });
  const used = loaded.drawn?.used ?? 0;
  const { event } = whole;
  const drawn = event !== undefined && chart !== null ? { chart, data: event.data } : loaded.drawn;

  const [zoomed, setZoomed] = useState<{ readonly of: string; readonly extent: Extent } | null>(null);
  // A zoom belongs to one chart of one run.
  const of = `${run} ${chartKey}`;
  const zoom = zoomed?.of === of ? zoomed.extent : null;
  const finer = useFinerChart({
    connectionId,
    query,
    run,
    rows,
    drawn,
    zoom,
    // What was read beyond the loaded rows has to be read again.
    from: event === undefined || status === 'complete' ? 'window' : 'engine',
    count: event === undefined ? used : rowCount,
  });
  return {
    drawn,
    whole,
    finer,
    zoom,
    source:
      event === undefined
        ? { from: 'loaded', used, loaded: rowCount, result: status === 'complete' ? 'all' : 'part' }
        : { from: sourceOf(whole.status), rows: event.rows, requests: event.requests, bytes: event.bytes },
    isWhole: whole.status === 'done' || (status === 'complete' && used === rowCount),
    loaded: loaded.status,
    setZoom: (extent) => setZoomed(extent === null ? null : { of, extent }),
  };
}

function sourceOf(status: WholeChart['status']): 'whole' | 'reading' | 'stopped' {
  if (status === 'done') return 'whole';
  return status === 'reading' ? 'reading' : 'stopped';
}
