// Runs side by side: significant differences as text and figures, and the charts of each run next to one another.
import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { StowageError } from '@shared/errors';
import { onSameScale } from '@shared/lab/charts/same-scale';
import { neutralFormats, writtenAs } from '@shared/strings/formats';
import { comparisonCsv } from '@shared/lab/run-files';
import { compareRuns } from '@shared/lab/compare-runs';
import { comparisonCharts, comparisonTable, rateTable } from '@shared/lab/comparison-result';
import { scalingCharts, scalingFindings, scalingOf, scalingTable } from '@shared/lab/scaling';
import { experimentOf } from '@shared/lab/definitions';
import type { RunRecord } from '@shared/lab/run';
import { resultOf } from '@shared/lab/run-result';
import { comparisonReport } from '@shared/lab/report/report';
import { reportHtml } from '@shared/lab/report/report-html';
import { runFacts } from '@shared/lab/run-text';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { SceneChart } from '../result/scene-chart';
import { Button, ErrorState, LoadingRows, MenuButton } from '@renderer/ui';
import parts from '../lab-parts.module.css';
import { savePdf, saveText } from '../result/export-menu';
import { ResultTableView } from '../result/result-table';
import resultStyles from '../result/result-view.module.css';
import styles from './runs-view.module.css';

export function ComparisonView({ runIds }: { readonly runIds: readonly string[] }) {
  const { runs, error } = useRuns(runIds);
  if (error) return <ErrorState error={error} />;
  if (!runs) return <LoadingRows label={t`Loading runs`} rows={6} columns={[30, 20, 20]} />;
  return <Compared runs={runs} />;
}

function Compared({ runs }: { readonly runs: readonly RunRecord[] }) {
  const comparison = useMemo(() => compareRuns(runs), [runs]);
  const scaling = useMemo(() => scalingOf(runs), [runs]);
  const charts = useMemo(() => onSameScale(runs.map((run) => resultOf(run).charts)), [runs]);
  const title = experimentOf(comparison.experimentId).title;
  const labelAt = (index: number): string => comparison.runs[index]?.label ?? '';
  // Not in this user's formats, as in the report of one run: the file may be sent to someone who uses others.
  const html = (): string => writtenAs(neutralFormats, () => reportHtml(comparisonReport(runs)));
  const csv = (): string => writtenAs(neutralFormats, () => comparisonCsv(runs));
  return (
    <>
      <div className={parts.head}>
        <h2 className={parts.title}>{t`${title}: ${runs.length} runs compared`}</h2>
        <div className={parts.verbs}>
          <MenuButton
            label={t`Export`}
            entries={[
              { id: 'html', label: t`Comparison as HTML`, onAction: () => void saveText('comparison.html', html()) },
              { id: 'pdf', label: t`Comparison as PDF`, onAction: () => void savePdf('comparison.pdf', html()) },
              { id: 'csv', label: t`Comparison as CSV`, onAction: () => void saveText('comparison.csv', csv()) },
            ]}
          >
            <Button icon={<Download size={14} />}>{t`Export`}</Button>
          </MenuButton>
        </div>
      </div>
      <ul className={resultStyles.findings} aria-label={t`Findings`}>
        {[...scalingFindings(scaling), ...comparison.findings].map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
      <ResultTableView table={rateTable(comparison)} />
      <ResultTableView table={comparisonTable(comparison)} />
      {comparisonCharts(comparison).map((chart) => (
        <SceneChart key={chart.id} spec={chart} height={260} />
      ))}
      {scaling.length === 0 ? null : (
        <>
          <ResultTableView table={scalingTable(scaling, comparison.rateUnit)} />
          <div className={resultStyles.charts}>
            {scalingCharts(scaling, comparison.rateUnit).map((chart) => (
              <SceneChart key={chart.id} spec={chart} />
            ))}
          </div>
        </>
      )}
      <div className={styles.sides} data-sides={Math.min(runs.length, 3)}>
        {runs.map((run, index) => (
          <section key={run.id} className={styles.side} aria-label={labelAt(index)}>
            <h3 className={parts.title}>{labelAt(index)}</h3>
            {runFacts(run).map((line) => (
              <p key={line} className={parts.muted}>
                {line}
              </p>
            ))}
            {charts[index]?.slice(0, 4).map((chart) => (
              <SceneChart key={chart.id} spec={chart} height={220} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

function useRuns(runIds: readonly string[]) {
  const [runs, setRuns] = useState<readonly RunRecord[] | null>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const key = runIds.join(' ');
  useEffect(() => {
    const controller = new AbortController();
    Promise.all(key.split(' ').map((runId) => call('lab.read-run', { runId }, { signal: controller.signal }))).then(
      setRuns,
      (thrown: unknown) => {
        if (!controller.signal.aborted) setError(StowageError.from(thrown));
      },
    );
    return () => controller.abort();
  }, [key]);
  return { runs, error };
}
