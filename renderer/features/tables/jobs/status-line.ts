// The text of the status bar about the jobs on tables. Pure.
import type { TableJob } from '@shared/model/table-job';
import { counted } from '@shared/strings/counted';
import { asOne, t } from '@shared/strings/t';
import { groupOf } from './job-groups';
import { fractionOf } from './job-text';

/** `1 table job · 43 %`, `2 table jobs · 1 paused`, `1 table job paused`; null where none is under way. */
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
