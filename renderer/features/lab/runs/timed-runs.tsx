// The runs by timetable that have not ended: when the next sample is due, how many there are, and how to end one.
import { useEffect, useState } from 'react';
import type { TimedRun } from '@shared/lab/lab-messages';
import { formatMoment, formatTime } from '@shared/strings/moments';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call, useStream } from '@renderer/bridge';
import { Button, ConfirmDialog } from '@renderer/ui';
import type { LabStore } from '../lab-store';
import styles from './runs-view.module.css';

export function TimedRuns({ lab }: { readonly lab: LabStore }) {
  const { latest: runs = [] } = useStream('lab.watch-timed', {});
  const [ending, setEnding] = useState<TimedRun | null>(null);
  const measured = runs.reduce((sum, run) => sum + run.measured, 0);
  const state = `${runs.length} ${measured}`;
  // The saved runs have changed with them.
  useEffect(() => lab.noteRunsChanged(), [lab, state]);
  return (
    <>
      {runs.map((run) => (
        <div key={run.runId} className={styles.notice} role="status" aria-label={run.name}>
          <span>
            {run.name}: {stateText(run)}
          </span>
          {run.measured > 0 ? (
            <Button
              size="small"
              onPress={() => lab.show({ kind: 'run', runId: run.runId })}
            >{t`Results so far`}</Button>
          ) : null}
          {run.state === 'elsewhere' ? null : <Button size="small" onPress={() => setEnding(run)}>{t`End…`}</Button>}
        </div>
      ))}
      <ConfirmDialog
        title={t`End ${ending?.name ?? ''}`}
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        confirmLabel={t`End run`}
        tone="danger"
        onConfirm={async () => {
          if (ending !== null) await call('lab.cancel', { runId: ending.runId });
        }}
      >
        {t`No more samples are taken. What was measured until now stays among the saved runs.`}
      </ConfirmDialog>
    </>
  );
}

function stateText(run: TimedRun): string {
  const parts = [
    mainText(run),
    t`${formatCount(run.measured)} of ${formatCount(run.samples)}`,
    ...(run.problem === '' ? [] : [t`last sample: ${run.problem}`]),
  ];
  return parts.join(' · ');
}

function mainText({ state, next, samples }: TimedRun): string {
  if (state === 'measuring') return t`measuring a sample`;
  if (state === 'elsewhere') return t`measured by another process`;
  if (state === 'not-running') return t`not continued`;
  return next === null ? t`all ${samples} times have passed` : t`next sample at ${whenText(next.atMs)}`;
}

/** With the day, unless it is within twelve hours. */
function whenText(atMs: number): string {
  return Math.abs(atMs - Date.now()) < 12 * 3_600_000
    ? formatTime(atMs, 'local', 'minute')
    : formatMoment(atMs, 'local', 'minute');
}
