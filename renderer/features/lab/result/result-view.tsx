// The results computed from rows: findings as text, tables, charts in two columns.
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

/** As many as fit on the screen; a study of fifteen sizes has thirty more. */
const firstCharts = 8;

export function ResultView({ result }: ResultViewProps) {
  const [showsAll, setShowsAll] = useState(false);
  const charts = showsAll ? result.charts : result.charts.slice(0, firstCharts);
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
      {result.tables.slice(0, 1).map((table) => (
        <ResultTableView key={table.id} table={table} />
      ))}
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
      {result.tables.slice(1).map((table) => (
        <ResultTableView key={table.id} table={table} />
      ))}
    </div>
  );
}
