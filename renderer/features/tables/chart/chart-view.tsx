// The chart of a result: what is drawn over what, from which rows, with the figures and files of the same.
import { t } from '@shared/strings/t';
import type { Extent } from '@renderer/charts/result-extent';
import { Button, EmptyState, ErrorNotice, LoadingRows, ProgressBar, classNames } from '@renderer/ui';
import { mostExact } from '@shared/charting/chart-aggregate';
import { chartChoices, firstChart } from '@shared/charting/chart-choices';
import type { ChartRequest } from '@shared/charting/chart-request';
import type { Entity } from '@shared/model/entity';
import { ChartLine } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { RowList } from '../session/row-list';
import type { ViewInput } from '../views/table-view';
import { ChartDrawing } from './chart-drawing';
import shared from '../views/figures.module.css';
import styles from './chart-view.module.css';
import { chartNotes, type ChartSource, finerText, sourceText } from './chart-words';
import { useLoadedChart } from './loaded-chart';
import { useFinerChart } from './use-finer-chart';
import { useWholeChart } from './use-whole-chart';

/** Rows enough to know what can be drawn. */
const sampledRows = 500;

export function ChartView({ input }: { readonly input: ViewInput }) {
  const { connectionId, state, rows, zone } = input;
  const { run, rowCount, columns, status, query } = state;
  const sampled = Math.min(rowCount, sampledRows);
  const sample = useMemo(() => (run === 0 ? [] : rowsUpTo(sampled, rows)), [run, sampled, rows]);
  const choices = useMemo(() => chartChoices(columns, sample), [columns, sample]);
  const first = useMemo(() => firstChart(choices, sample), [choices, sample]);
  const [chosen, setChosen] = useState<ChartRequest | null>(null);
  // A column that the result no longer has cannot be drawn.
  const chart = chosen?.y.every((name) => choices.y.includes(name)) === true ? chosen : first;

  const whole = useWholeChart({ connectionId, query, chart, run });
  const readWhole = useEffectEvent(() => whole.start());
  const points = rowCount * (chart?.y.length ?? 1);
  const isTooMany = status === 'complete' && points > mostExact;
  const chartKey = JSON.stringify(chart);
  useEffect(() => {
    // The window holds no more than it can draw; what the person has read in full is gathered again by the engine.
    if (isTooMany) readWhole();
  }, [isTooMany, chartKey, run]);

  const count = chart === null ? 0 : Math.min(rowCount, Math.floor(mostExact / chart.y.length));
  const loaded = useLoadedChart({ run, chart, count, rows });
  const used = loaded.drawn?.used ?? 0;
  const drawn = whole.event !== undefined && chart !== null ? { chart, data: whole.event.data } : loaded.drawn;
  const source = sourceOf();

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
    from: whole.event === undefined || status === 'complete' ? 'window' : 'engine',
    count: whole.event === undefined ? used : rowCount,
  });

  function sourceOf(): ChartSource {
    const { event } = whole;
    if (event === undefined) {
      return { from: 'loaded', used, loaded: rowCount, result: status === 'complete' ? 'all' : 'part' };
    }
    const { rows, requests, bytes } = event;
    const from = whole.status === 'done' ? 'whole' : whole.status === 'reading' ? 'reading' : 'stopped';
    return { from, rows, requests, bytes };
  }

  if (rowCount === 0) {
    return (
      <div className={classNames(shared.panel, styles.panel)}>
        {status === 'fetching' ? (
          <LoadingRows label={t`Fetching the first rows`} rows={8} columns={[60]} wait={run} />
        ) : (
          <EmptyState title={t`No rows to draw`}>{t`The chart is drawn from the rows of the result.`}</EmptyState>
        )}
      </div>
    );
  }
  if (chart !== null && drawn === null) {
    return (
      <div className={classNames(shared.panel, styles.panel)}>
        {loaded.status === 'gathering' ? (
          <LoadingRows label={t`Looking through the rows`} rows={8} columns={[60]} />
        ) : (
          <EmptyState
            title={t`The loaded rows could not be read back from disk`}
            actions={<Button onPress={whole.start}>{t`Chart the whole result`}</Button>}
          >
            {t`The chart can still be made from the service, which reads the result again.`}
          </EmptyState>
        )}
      </div>
    );
  }
  if (chart === null || drawn === null) {
    return (
      <div className={classNames(shared.panel, styles.panel)}>
        <EmptyState icon={<ChartLine size={24} strokeWidth={1.5} aria-hidden />} title={t`No numbers to draw`}>
          {t`A chart needs a column of Int32, Int64 or Double among the fetched ones.`}
        </EmptyState>
      </div>
    );
  }
  const isWhole = whole.status === 'done' || (status === 'complete' && used === rowCount);
  return (
    <section className={classNames(shared.panel, styles.panel)} aria-label={t`Chart`}>
      <div className={classNames(shared.source, styles.source)}>
        <p role="status" className={styles.words}>
          {[sourceText(source), ...chartNotes(finer.data ?? drawn.data)].join(' · ')}
        </p>
        {finer.status === 'offered' && whole.status === 'done' ? (
          <Button size="small" onPress={finer.read}>
            {finerText(whole.event?.requests ?? 1)}
          </Button>
        ) : null}
        {whole.status === 'reading' || finer.status === 'reading' ? (
          <div className={shared.reading}>
            <ProgressBar
              label={whole.status === 'reading' ? t`Reading the whole result` : t`Reading for finer steps`}
              fraction={null}
            />
            <Button size="small" onPress={whole.status === 'reading' ? whole.stop : finer.stop}>{t`Stop`}</Button>
          </div>
        ) : isWhole ? null : (
          <Button size="small" onPress={whole.start}>{t`Chart the whole result`}</Button>
        )}
      </div>
      {whole.error === undefined ? null : (
        <div className={shared.notice}>
          <ErrorNotice error={whole.error} onRetry={whole.start} />
        </div>
      )}
      {finer.error === undefined ? null : (
        <div className={shared.notice}>
          <ErrorNotice error={finer.error} onRetry={finer.read} />
        </div>
      )}
      <ChartDrawing
        table={input.table}
        chart={chart}
        onChart={setChosen}
        choices={choices}
        drawn={drawn}
        finer={finer.data}
        zoom={zoom}
        onZoom={(extent) => setZoomed(extent === null ? null : { of, extent })}
        zone={zone}
      />
    </section>
  );
}

function rowsUpTo(count: number, rows: RowList): readonly Entity[] {
  return Array.from({ length: count }, (_, index) => rows.at(index)).filter((row) => row !== undefined);
}
