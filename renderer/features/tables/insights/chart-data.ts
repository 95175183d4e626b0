// The data of a result's chart: of the loaded rows, or of the whole result once the engine has aggregated it; and finer
// steps for a zoomed range.
import type { Extent } from '@renderer/charts/result-extent';
import { ChartAggregate, maxExact } from '@shared/charting/chart-aggregate';
import type { ChartData } from '@shared/charting/chart-data';
import type { ChartRequest } from '@shared/charting/chart-request';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ViewInput } from '../result/table-view';
import { StowageError } from '@shared/errors';
import type { TableQuery } from '@shared/model/table-query';
import { type RowSource, type WalkOptions, entitiesOf, walkRows, createFrameYielder } from '../result/row-walk';
import { subscribe } from '@renderer/bridge';
import type { StreamEvent } from '@shared/ipc/contract';

export interface ChartFeed {
  /** Null while nothing is gathered. */
  readonly drawn: { readonly chart: ChartRequest; readonly data: ChartData } | null;
  readonly source: ChartSource;
  /** Whether it covers all rows of the result. */
  readonly isWhole: boolean;
  readonly loaded: LoadedChart['status'];
  readonly whole: WholeChart;
  readonly finer: FinerChart;
  readonly zoom: Extent | null;
  readonly setZoom: (zoom: Extent | null) => void;
}

export type ChartSource =
  /** Rows in the window: the first `used` of `loaded`. */
  | { readonly from: 'loaded'; readonly used: number; readonly loaded: number; readonly result: 'all' | 'part' }
  | { readonly from: 'reading' | 'stopped'; readonly rows: number; readonly requests: number; readonly bytes: number }
  | { readonly from: 'whole'; readonly rows: number; readonly requests: number; readonly bytes: number };

export function useChartData({ connectionId, state, rows }: ViewInput, chart: ChartRequest | null): ChartFeed {
  const { run, rowCount, status, query } = state;
  const whole = useWholeChart({ connectionId, query, chart, run });
  const readWhole = useEffectEvent(() => whole.start());
  const isTooMany = status === 'complete' && rowCount * (chart?.y.length ?? 1) > maxExact;
  const chartKey = JSON.stringify(chart);
  useEffect(() => {
    // The window holds only as many rows as it can draw; the engine aggregates a result that was read in full.
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
    // Rows beyond the loaded ones have to be read again.
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

interface FinerChart {
  /** Null until a finer chart covers the whole zoom range. */
  readonly data: ChartData | null;
  /** `offered`: `read` would bring finer steps. */
  readonly status: 'none' | 'offered' | 'reading' | 'done';
  readonly error: StowageError | undefined;
  readonly read: () => void;
  readonly stop: () => void;
}

interface FinerChartInput {
  readonly connectionId: string;
  readonly query: TableQuery | undefined;
  readonly run: number;
  readonly rows: RowSource;
  readonly drawn: Drawn | null;
  readonly zoom: Extent | null;
  readonly from: 'window' | 'engine';
  /** Number of rows to aggregate in the window. */
  readonly count: number;
}

interface Drawn {
  readonly chart: ChartRequest;
  readonly data: ChartData;
}

/**
 * A zoomed range of a chart in finer steps: at once if the window has the rows, on demand if only the engine has
 * read them, because it has to read them again.
 */
function useFinerChart({ connectionId, query, run, rows, drawn, zoom, from, count }: FinerChartInput): FinerChart {
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
    // A chart of a wider range is shown, and may still be too coarse.
    const isSame = found !== null && JSON.stringify(found.chart) === JSON.stringify(zoomedChart);
    return isSame || whole.status === 'failed' ? 'done' : 'offered';
  }
}

/** One step more on both sides, so that every step within the zoom is complete. */
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

interface WholeChart {
  readonly status: 'none' | 'reading' | 'stopped' | 'done' | 'failed';
  /** The newest state of the chart, also after a stop. */
  readonly event: StreamEvent<'tables.chart'> | undefined;
  readonly error: StowageError | undefined;
  readonly start: () => void;
  readonly stop: () => void;
}

interface WholeChartInput {
  readonly connectionId: string;
  readonly query: TableQuery | undefined;
  readonly chart: ChartRequest | null;
  /** Number of the run of the query: another run is another result. */
  readonly run: number;
}

interface Progress extends Pick<WholeChart, 'status' | 'event' | 'error'> {
  readonly key: string;
}

const nothing = { status: 'none', event: undefined, error: undefined } as const;

/**
 * A chart of the whole result, aggregated by the engine: started on demand, stopped by the user or by another
 * request.
 */
function useWholeChart(request: WholeChartInput): WholeChart {
  const { connectionId, query, chart } = request;
  const key = JSON.stringify(request);
  const [progress, setProgress] = useState<Progress>({ ...nothing, key });
  const reading = useRef<AbortController | undefined>(undefined);

  useEffect(() => () => reading.current?.abort(), [key]);

  const start = useCallback(() => {
    if (query === undefined || chart === null) return;
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setProgress({ key, status: 'reading', event: undefined, error: undefined });
    const change = (next: (before: Progress) => Progress): void => {
      if (reading.current === controller) setProgress((before) => (before.key === key ? next(before) : before));
    };
    subscribe(
      'tables.chart',
      { connectionId, query, chart },
      (event) => change((before) => ({ ...before, event, status: event.state === 'done' ? 'done' : 'reading' })),
      { signal: controller.signal, afterRestart: 'fail' },
    ).catch((thrown: unknown) => {
      if (controller.signal.aborted) return;
      change((before) => ({ ...before, status: 'failed', error: StowageError.from(thrown) }));
    });
    // The key identifies connection, query, chart and run.
  }, [key, connectionId, query, chart]);

  const stop = useCallback(() => {
    reading.current?.abort();
    setProgress((before) => (before.status === 'reading' ? { ...before, status: 'stopped' } : before));
  }, []);

  const mine = progress.key === key ? progress : nothing;
  return { status: mine.status, event: mine.event, error: mine.error, start, stop };
}

/**
 * Aggregates the first `count` rows.
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

interface LoadedChart {
  /** The last result, which belongs to the previous request until the present one is ready; null if there is none. */
  readonly drawn: { readonly chart: ChartRequest; readonly data: ChartData; readonly used: number } | null;
  readonly status: 'gathering' | 'done' | 'unreadable';
}

interface Gathered extends LoadedChart {
  readonly run: number;
}

function useLoadedChart(request: {
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
