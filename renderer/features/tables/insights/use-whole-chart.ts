// A chart of the whole result, aggregated by the engine: started on demand, stopped by a person or by another request.
import { subscribe } from '@renderer/bridge';
import type { ChartRequest } from '@shared/charting/chart-request';
import { StowageError } from '@shared/errors';
import type { StreamEvent } from '@shared/ipc/contract';
import type { TableQuery } from '@shared/model/table-query';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface WholeChart {
  readonly status: 'none' | 'reading' | 'stopped' | 'done' | 'failed';
  /** The newest state of the chart, also after a stop. */
  readonly event: StreamEvent<'tables.chart'> | undefined;
  readonly error: StowageError | undefined;
  readonly start: () => void;
  readonly stop: () => void;
}

interface RequestedChart {
  readonly connectionId: string;
  readonly query: TableQuery | undefined;
  readonly chart: ChartRequest | null;
  /** Counts runs of the query: a new run is another result. */
  readonly run: number;
}

interface Progress extends Pick<WholeChart, 'status' | 'event' | 'error'> {
  readonly key: string;
}

const nothing = { status: 'none', event: undefined, error: undefined } as const;

export function useWholeChart(request: RequestedChart): WholeChart {
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
    // The key stands for the question: connection, query, chart and run.
  }, [key, connectionId, query, chart]);

  const stop = useCallback(() => {
    reading.current?.abort();
    setProgress((before) => (before.status === 'reading' ? { ...before, status: 'stopped' } : before));
  }, []);

  const mine = progress.key === key ? progress : nothing;
  return { status: mine.status, event: mine.event, error: mine.error, start, stop };
}
