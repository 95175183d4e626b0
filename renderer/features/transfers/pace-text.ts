// Describes the current effect of a limit or a timetable on a job. Pure.
import type { TransferJob } from '@shared/model/transfer';
import { formatTime, formatWeekday } from '@shared/strings/moments';
import { t } from '@shared/strings/t';
import { formatRate } from '@shared/units';

/**
 * `limited to 2.4 MiB/s until 18:00`, `until Mon 06:00`; empty at full speed. In the unit of the speed that stands beside
 * it; times are those of the computer.
 */
export function paceText({ pace }: TransferJob, nowMs: number): string {
  if (pace === undefined) return '';
  const until = pace.untilMs === null ? '' : t`until ${momentText(pace.untilMs, nowMs)}`;
  if (pace.at === 'pause') return until;
  return [t`limited to`, formatRate(pace.at), until].filter(Boolean).join(' ');
}

function momentText(atMs: number, nowMs: number): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const time = formatTime(atMs, 'local', 'minute');
  if (at.toDateString() === now.toDateString()) return time;
  return `${formatWeekday(atMs, 'local')} ${time}`;
}
