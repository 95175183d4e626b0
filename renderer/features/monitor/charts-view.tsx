// The charts of Monitor over one range of time, which any of them can narrow.
import { useCallback, useMemo } from 'react';
import { t } from '@shared/strings/t';
import type { Extent } from '@renderer/charts/result-extent';
import { ErrorNotice, LoadingRows } from '@renderer/ui';
import { MonitorChart } from './monitor-chart';
import { useMonitor } from './monitor-store';
import { operationsPanel, panels, throttlesPanel } from './panels';
import { PartitionsPanel } from './partitions/partitions-panel';
import type { Frames } from './use-frame';
import { ProcessPanels } from './processes/process-panels';
import { minStretchMs } from './zoom-controls';
import styles from './monitor-tab.module.css';

/**
 * All charts within the 250 ms between two events, neighbours together: a frame for each would cost more than what it
 * draws.
 */
const delayOf = (index: number): number => Math.floor(index / 2) * 80;

export interface ChartsViewProps {
  readonly frames: Frames;
  readonly nameOf: (connectionId: string) => string;
}

export function ChartsView({ frames, nameOf }: ChartsViewProps) {
  const { hidden, toggleSeries, setFilter, showRequestsOf } = useMonitor();
  const onStretch = useCallback(
    ({ from, to }: Extent) => {
      const room = Math.max(0, minStretchMs - (to - from)) / 2;
      setFilter({ fromMs: from - room, toMs: to + room });
    },
    [setFilter],
  );
  const { frame, operations, throttles, source, error } = frames;
  const byOperation = useMemo(
    () => (operations === null ? null : { ...operationsPanel, series: operations.series }),
    [operations],
  );
  const byCause = useMemo(
    () => (throttles === null ? null : { ...throttlesPanel, series: throttles.series }),
    [throttles],
  );
  if (frame === null) {
    return error ? <ErrorNotice error={error} /> : <LoadingRows label={t`Loading history`} rows={8} columns={[60]} />;
  }
  const shared = { hidden, onToggle: toggleSeries, onStretch, onStep: showRequestsOf };
  const shown = panels.filter(({ reach }) => reach === 'everywhere' || source === 'live');
  return (
    <>
      {error ? <ErrorNotice error={error} /> : null}
      <div className={styles.panels}>
        {shown.slice(0, 2).map((panel, index) => (
          <MonitorChart
            key={panel.id}
            panel={panel}
            frame={frame}
            group="monitor"
            delayMs={delayOf(index)}
            {...shared}
          />
        ))}
        {operations === null || byOperation === null ? null : (
          <MonitorChart
            panel={byOperation}
            frame={operations.frame}
            group={source === 'live' ? 'monitor-operations' : 'monitor'}
            delayMs={delayOf(2)}
            {...shared}
          />
        )}
        {shown.slice(2).map((panel, index) => (
          <MonitorChart
            key={panel.id}
            panel={panel}
            frame={frame}
            group="monitor"
            delayMs={delayOf(3 + index)}
            {...shared}
          />
        ))}
        {throttles === null || byCause === null ? null : (
          <MonitorChart
            panel={byCause}
            frame={throttles.frame}
            group={source === 'live' ? 'monitor-operations' : 'monitor'}
            delayMs={delayOf(2)}
            {...shared}
          />
        )}
        {source === 'live' ? <ProcessPanels frame={frame} delayMs={200} {...shared} /> : null}
      </div>
      <PartitionsPanel query={frames.query} onStretch={onStretch} nameOf={nameOf} />
    </>
  );
}
