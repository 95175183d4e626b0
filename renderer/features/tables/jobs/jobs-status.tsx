// The jobs on tables as one figure in the status bar; a press shows all of them.
import { ListChecks } from 'lucide-react';
import { asOne, t } from '@shared/strings/t';
import { useTableJobs } from '@renderer/live/table-jobs';
import styles from './jobs-status.module.css';
import type { TableJob } from '@shared/model/table-job';
import { counted } from '@shared/strings/counted';
import { fractionOf, groupOf } from './job-text';

/** Renders nothing when no job is running or paused. */
export function TableJobsStatus({ onShow }: { readonly onShow: () => void }) {
  const line = statusLine(useTableJobs());
  if (line === null) return null;
  return (
    <button type="button" className={styles.status} title={t`Show table jobs`} onClick={onShow}>
      <ListChecks size={13} aria-hidden />
      {line}
    </button>
  );
}

/** `1 table job · 43 %`, `2 table jobs · 1 paused`, `1 table job paused`; null when no job is running or paused. */
export function statusLine(jobs: readonly TableJob[]): string | null {
  const running = jobs.filter((job) => groupOf(job) === 'running');
  const paused = jobs.filter((job) => groupOf(job) === 'paused').length;
  if (running.length === 0) return paused === 0 ? null : t`${counted(paused, 'table job')} paused`;
  const [only] = running;
  const fraction = only === undefined || running.length > 1 ? null : fractionOf(only);
  return [
    counted(running.length, 'table job'),
    fraction === null ? '' : asOne(`${Math.floor(fraction * 100)} %`),
    paused === 0 ? '' : t`${paused} paused`,
  ]
    .filter(Boolean)
    .join(' · ');
}
