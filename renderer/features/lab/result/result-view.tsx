// The results computed from rows: findings as text, then charts in columns, then tables.
import { useState } from 'react';
import type { RunResult } from '@shared/lab/results';
import { t } from '@shared/strings/t';
import { SceneChart } from './scene-chart';
import { Button } from '@renderer/ui';
import { ResultTableView } from './result-table';
import styles from './result-view.module.css';

export interface ResultViewProps {
  readonly result: RunResult;
}

/** Before the tables; a study of fifteen sizes has thirty more. */
const firstCharts = 4;

export function ResultView({ result }: ResultViewProps) {
  const [showsAll, setShowsAll] = useState(false);
  // A button that leads to one more chart is no shorter than the chart.
  const isFew = result.charts.length <= firstCharts + 1;
  const charts = showsAll || isFew ? result.charts : result.charts.slice(0, firstCharts);
  const rest = result.charts.length - charts.length;
  return (
    <div className={styles.result}>
      {result.findings.length > 0 ? (
        <ul className={styles.findings} aria-label={t`Findings`}>
          {result.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      ) : null}
      <div className={styles.charts}>
        {charts.map((chart) => (
          <SceneChart key={chart.id} spec={chart} />
        ))}
      </div>
      {rest > 0 ? (
        <div>
          <Button size="small" onPress={() => setShowsAll(true)}>{t`Show ${rest} more charts`}</Button>
        </div>
      ) : null}
      {result.tables.map((table) => (
        <ResultTableView key={table.id} table={table} />
      ))}
    </div>
  );
}
