// The result of a run while it is measured: the same charts as at the end, from the rows so far.
import { useMemo } from 'react';
import { experimentOf } from '@shared/lab/definitions';
import { samplesOf } from '@shared/lab/run';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { LiveRun } from '../lab-store';
import parts from '../lab-parts.module.css';
import { ResultView } from './result-view';
import styles from './result-view.module.css';

export function LiveResult({ live }: { readonly live: LiveRun }) {
  const { experimentId, columns, rows } = live;
  const result = useMemo(
    () => experimentOf(experimentId).analyse(samplesOf({ columns: [...columns], rows: rows.map((row) => [...row]) })),
    [experimentId, columns, rows],
  );
  return (
    <section className={styles.section} aria-label={t`Result so far`}>
      <div className={parts.head}>
        <h3 className={parts.title}>{t`So far`}</h3>
        <span className={parts.muted}>{counted(rows.length, 'measurement')}</span>
      </div>
      {rows.length > 0 ? <ResultView result={result} /> : <p className={parts.muted}>{t`Nothing measured yet.`}</p>}
    </section>
  );
}
