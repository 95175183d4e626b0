// What a cap or a timetable does to a job now, in words. Pure.
import type { TransferJob } from '@shared/model/transfer';
import { lineRate } from '@shared/timetable/pace-words';

/** `capped at 20 Mbit/s until 18:00`, `until Mon 06:00`; empty at full speed. Times are those of the computer. */
export function paceText({ pace }: TransferJob, nowMs: number): string {
  if (pace === undefined) return '';
  const until = pace.untilMs === null ? '' : `until ${momentText(pace.untilMs, nowMs)}`;
  if (pace.at === 'pause') return until;
  return ['capped at', lineRate(pace.at), until].filter(Boolean).join(' ');
}

function momentText(atMs: number, nowMs: number): string {
  const [at, now] = [new Date(atMs), new Date(nowMs)];
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (at.toDateString() === now.toDateString()) return time;
  return `${at.toLocaleDateString('en-GB', { weekday: 'short' })} ${time}`;
}
