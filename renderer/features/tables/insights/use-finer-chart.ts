// A zoomed range of a chart in finer steps: at once if the window has the rows, on demand if only the engine has read
// them, because it has to read them again.
import type { Extent } from '@renderer/charts/result-extent';
import type { ChartData } from '@shared/charting/chart-data';
import type { ChartRequest } from '@shared/charting/chart-request';
import type { StowageError } from '@shared/errors';
import type { TableQuery } from '@shared/model/table-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { RowSource } from '../result/row-walk';
import { useLoadedChart } from './loaded-chart';
import { useWholeChart } from './use-whole-chart';

export interface FinerChart {
  /** Null while there is none for all of the zoom. */
  readonly data: ChartData | null;
  /** `offered`: `read` would bring finer steps. */
  readonly status: 'none' | 'offered' | 'reading' | 'done';
  readonly error: StowageError | undefined;
  readonly read: () => void;
  readonly stop: () => void;
}

interface RequestedChart {
  readonly connectionId: string;
  readonly query: TableQuery | undefined;
  readonly run: number;
  readonly rows: RowSource;
  readonly drawn: Drawn | null;
  readonly zoom: Extent | null;
  readonly from: 'window' | 'engine';
  /** Rows that the window has to look through. */
  readonly count: number;
}

interface Drawn {
  readonly chart: ChartRequest;
  readonly data: ChartData;
}

export function useFinerChart({
  connectionId,
  query,
  run,
  rows,
  drawn,
  zoom,
  from,
  count,
}: RequestedChart): FinerChart {
  const chart = drawn?.chart ?? null;
  const width = drawn?.data.form === 'aggregated' ? (drawn.data.xWidth ?? 0) : 0;
  const zoomedChart = useMemo(
    () => (chart === null || zoom === null || width === 0 ? null : { ...chart, range: widened(zoom, width) }),
    [chart, zoom, width],
  );
  const loaded = useLoadedChart({ run, chart: from === 'window' ? zoomedChart : null, count, rows });

  const of = `${run} ${JSON.stringify(chart)}`;
  const [requested, setRequested] = useState<{ readonly of: string; readonly chart: ChartRequest } | null>(null);
  const read = requested?.of === of && from === 'engine' ? requested.chart : null;
  const whole = useWholeChart({ connectionId, query, chart: read, run });
  const start = useEffectEvent(() => whole.start());
  useEffect(() => {
    if (read !== null) start();
  }, [read]);

  const found = from === 'window' ? loaded.drawn : whole.status === 'done' ? madeOf(read, whole.event?.data) : null;
  const isFor = found !== null && zoomedChart !== null && covers(found.chart, zoomedChart);
  return {
    data: isFor ? found.data : null,
    status: statusOf(),
    error: whole.error,
    read: () => {
      if (zoomedChart !== null) setRequested({ of, chart: { ...zoomedChart } });
    },
    stop: whole.stop,
  };

  function statusOf(): FinerChart['status'] {
    if (zoomedChart === null || from === 'window') return isFor ? 'done' : 'none';
    if (whole.status === 'reading') return 'reading';
    // What was read for a wider stretch is shown and may still be too coarse.
    const isSame = found !== null && JSON.stringify(found.chart) === JSON.stringify(zoomedChart);
    return isSame || whole.status === 'failed' ? 'done' : 'offered';
  }
}

/** A step more on both sides, so that no step within the zoom is gathered in part. */
function widened({ from, to }: Extent, width: number): Extent {
  return { from: from - width, to: to + width };
}

function covers({ range: wide, ...one }: ChartRequest, { range, ...other }: ChartRequest): boolean {
  if (wide === undefined || range === undefined || JSON.stringify(one) !== JSON.stringify(other)) return false;
  return wide.from <= range.from && wide.to >= range.to;
}

function madeOf(chart: ChartRequest | null, data: ChartData | undefined): Drawn | null {
  return chart === null || data === undefined ? null : { chart, data };
}
