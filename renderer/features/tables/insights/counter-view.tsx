// The counters of a time window, or of the rows loaded of it, as small charts or as figures, with what they were made from said in words.
import { asOne, t } from '@shared/strings/t';
import type { Extent } from '@renderer/charts/result-extent';
import { Button, classNames, EmptyState, ErrorNotice, LoadingRows } from '@renderer/ui';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { Maximize2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SessionState } from '../result/run-state';
import { type RowSource, createFrameYielder } from '../result/row-walk';
import { CounterDrawing, CounterFigures } from './counter-chart';
import { counterCharts, maxSources } from './counter-series';
import { CounterSource } from './counter-source';
import { SourceChooser } from './source-chooser';
import { useGathered } from './use-gathered';
import type { WholeWindow } from './use-window-reading';
import shared from '../tab/figures.module.css';
import styles from './wad.module.css';

export interface CounterViewProps {
  readonly state: SessionState;
  readonly rows: RowSource;
  readonly zone: TimeZone;
  readonly view: 'chart' | 'figures';
  /** The time window that was asked for, as far as it was read for the counters alone. */
  readonly whole: WholeWindow;
}

export function CounterView({ state, rows, zone, view, whole }: CounterViewProps) {
  const { run, rowCount } = state;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [drawnOver, setDrawnOver] = useState<{ readonly run: number; readonly stretch: Extent }>();
  const stretch = drawnOver?.run === run ? drawnOver.stretch : undefined;
  const gathered = useGathered({ run, rowCount, rows, turns: createFrameYielder });
  // What is loaded is drawn until the reading has come further.
  const from = whole.rows > 0 && whole.rows >= gathered.rows ? 'window' : 'loaded';
  const { gathering, rows: drawnRows } = from === 'window' ? whole : gathered;
  const data = useMemo(
    () => (drawnRows === 0 ? null : counterCharts(gathering, chosen, stretch)),
    [gathering, drawnRows, chosen, stretch],
  );
  if (data === null && gathered.status === 'gathering' && rowCount > 0) {
    return (
      <div className={shared.panel}>
        <LoadingRows label={t`Looking through the rows`} rows={8} columns={[60]} />
      </div>
    );
  }
  if (data === null) {
    return (
      <div className={shared.panel}>
        <EmptyState title={rowCount === 0 ? t`No rows yet` : t`No counters in the loaded rows`}>
          {rowCount === 0
            ? t`The chart is drawn from the rows that are loaded.`
            : t`The chart needs CounterName and CounterValue, Role and RoleInstance among the fetched columns.`}
        </EmptyState>
      </div>
    );
  }
  const toggle = (key: string): void => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  return (
    <section className={shared.panel} aria-label={t`Counters`}>
      <div className={classNames(shared.source, styles.source)}>
        <CounterSource state={state} data={data} gathered={gathered} whole={whole} from={from} zone={zone} />
        {stretch === undefined ? null : (
          <span className={styles.stretch}>
            {[data.fromMs, data.toMs].map((atMs) => asOne(momentText(ticksFromMs(atMs), zone))).join(' – ')}
            <Button
              size="small"
              icon={<Maximize2 size={13} aria-hidden />}
              onPress={() => setDrawnOver(undefined)}
            >{t`All the time that was read`}</Button>
          </span>
        )}
        {data.sources.length > maxSources ? (
          <SourceChooser sources={data.sources} shown={data.shown} onChange={setChosen} />
        ) : null}
      </div>
      {whole.error === null ? null : (
        <div className={shared.notice}>
          <ErrorNotice error={whole.error} onRetry={whole.start} />
        </div>
      )}
      <div
        className={classNames(shared.drawn, view === 'chart' ? styles.charts : styles.figures)}
        tabIndex={0}
        role="group"
        aria-label={view === 'chart' ? t`Charts` : t`Figures`}
      >
        {data.charts.map((chart) =>
          view === 'chart' ? (
            <CounterDrawing
              key={chart.counter}
              chart={chart}
              data={data}
              zone={zone}
              hidden={hidden}
              onToggle={toggle}
              onStretch={(drawn) => setDrawnOver({ run, stretch: drawn })}
            />
          ) : (
            <CounterFigures key={chart.counter} chart={chart} zone={zone} />
          ),
        )}
      </div>
    </section>
  );
}
