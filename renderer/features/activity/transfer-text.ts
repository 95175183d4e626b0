// The texts and figures of one transfer. Pure; components do not name states themselves.
import type { WaitReason } from '@shared/model/job-state';
import type { Job } from '@shared/model/job';
import type { TransferJob } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { formatFixed } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
import { byteUnitOf, formatBytes, formatCount, formatDuration, formatRate, formatTimeLeft } from '@shared/units';
import { kindLabels } from '@renderer/jobs/kind-labels';
import { formatTime, formatWeekday } from '@shared/strings/moments';

export interface JobText {
  /** `3.1 of 4.8 GiB`, `9,411 of 18,221 files`; empty while nothing is counted yet. */
  readonly amount: string;
  /** Both bytes and files, exact, for the tooltip; why they were skipped, where all were. */
  readonly amountDetail: string;
  /** The rate while running and nothing has failed, else the state in a word. */
  readonly state: string;
  /** `3 failed`, `2 found`; empty for none. The state itself where it is the end of the job. */
  readonly failures: string;
  /** `8 s left`, `took 12 s`, `2 before it`, or empty. */
  readonly time: string;
  /** `limited to 2.4 MiB/s until 18:00`; empty at full speed. */
  readonly pace: string;
  /** One sentence for a screen reader. */
  readonly spoken: string;
}

export function transferText(job: TransferJob, nowMs = Date.now()): JobText {
  const pace = paceText(job, nowMs);
  const amount = amountText(job);
  const state = stateText(job);
  const time = timeText(job);
  const failures = failuresText(job, state);
  return {
    amount,
    amountDetail: isAllSkipped(job) ? job.note : foundNothing(job) ? nothingText(job) : amountDetail(job),
    state,
    failures,
    time,
    pace,
    spoken: [
      t`${kindLabels[job.kind].noun} of ${job.title} to ${job.target}`,
      ...[amount, state, failures === state ? '' : failures, time, pace, job.note],
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** `3.1 of 4.8 GiB`: both in the unit of the whole; `3.1 of 4.8+ GiB` where the whole is not known. */
export function bytesOf(done: number, total: number, plan: TransferJob['plan'] = 'whole'): string {
  const whole = formatBytes(total);
  if (done >= total && plan === 'whole') return whole;
  const [figure = ''] = whole.split(' ');
  const { per } = byteUnitOf(total);
  const part = formatFixed(done / per, per === 1 ? 0 : 1);
  const all = plan === 'whole' ? whole : whole.replace(figure, `${figure}+`);
  return t`${part === figure && done < total ? t`almost ${part}` : part} of ${all}`;
}

/** Whole percent; 100 only when nothing is left. */
export function percentDone(job: TransferJob): number {
  if (job.state === 'done') return 100;
  // How large the files are that a check has not looked at yet is not known.
  const isByBytes = job.bytesTotal > 0 && job.kind !== 'verify';
  const ended = job.kind === 'verify' ? job.filesDone + job.filesSkipped + job.failedCount : job.filesDone;
  const share = isByBytes ? job.bytesDone / job.bytesTotal : job.filesTotal > 0 ? ended / job.filesTotal : 0;
  return Math.max(0, Math.min(99, Math.floor(share * 100)));
}

/** The progress of a few files is shown in bytes; of many, in files. */
const maxFilesInBytes = 100;

function amountText(job: TransferJob): string {
  if (job.kind === 'verify' && job.state !== 'planning') return comparedText(job);
  if (job.state === 'planning')
    return job.filesTotal > 0 ? t`${counted(job.filesTotal, 'file')} so far` : t`counting files`;
  if (isAllSkipped(job)) return t`${formatCount(job.filesSkipped)} skipped`;
  if (foundNothing(job)) return t`no files`;
  if (job.filesTotal > maxFilesInBytes) {
    const handled = job.filesDone + job.filesSkipped;
    if (job.plan === 'partial') return t`${formatCount(handled)} of ${formatCount(job.filesTotal)}+ files`;
    return handled >= job.filesTotal
      ? t`${formatCount(job.filesTotal)} files`
      : t`${formatCount(handled)} of ${formatCount(job.filesTotal)} files`;
  }
  // Its files are counted when it starts, which may not have happened before the app ended. A failure of the whole job,
  // and of planning, counts as a file that failed.
  if (job.bytesTotal === 0 && job.filesTotal === job.failedCount && job.state !== 'done') return '';
  if (job.state === 'waiting' && job.plan === 'whole') return formatBytes(job.bytesTotal);
  return bytesOf(job.bytesDone, job.bytesTotal, job.plan);
}

/** Ended, and nothing was moved: there are no bytes to show. A comparison skips what is gone from both sides. */
export function isAllSkipped({ kind, state, filesDone, filesSkipped, failedCount }: TransferJob): boolean {
  return kind !== 'verify' && state === 'done' && filesSkipped > 0 && filesDone + failedCount === 0;
}

/** Done, and there was no file to move: a folder may hold nothing but folders. */
export function foundNothing({ kind, state, filesTotal, failedCount }: TransferJob): boolean {
  return kind !== 'verify' && state === 'done' && filesTotal + failedCount === 0;
}

export function nothingText({ kind }: TransferJob): string {
  return kind === 'upload' ? t`No files were found. Folders without files are not stored.` : t`No blobs were found.`;
}

/** Differences also count as compared. */
function comparedText({ filesDone, filesSkipped, failedCount, filesTotal, plan }: TransferJob): string {
  const compared = filesDone + filesSkipped + failedCount;
  const files = counted(filesTotal, 'file');
  if (plan === 'partial') return t`${formatCount(compared)} of ${formatCount(filesTotal)}+ files`;
  return compared >= filesTotal ? files : t`${formatCount(compared)} of ${files}`;
}

function amountDetail(job: TransferJob): string {
  const files = filesOf(job);
  const skipped = job.filesSkipped > 0 ? t`, ${formatCount(job.filesSkipped)} skipped` : '';
  const [done, all] = [formatCount(job.bytesDone), formatCount(job.bytesTotal)];
  const bytes = job.plan === 'whole' ? t`${done} of ${all} bytes` : t`${done} of at least ${all} bytes`;
  return t`${files}${skipped} · ${bytes}`;
}

/** `9,411 of 18,221 files`, exact. */
function filesOf({ filesDone, filesTotal, plan }: TransferJob): string {
  const files = counted(filesTotal, 'file');
  return plan === 'whole'
    ? t`${formatCount(filesDone)} of ${files}`
    : t`${formatCount(filesDone)} of at least ${files}`;
}

function stateText(job: TransferJob): string {
  switch (job.state) {
    case 'planning':
      return t`planning`;
    case 'waiting':
      return t`waiting`;
    case 'running':
      // Failures until now are shown instead of the speed, which moves to the column of the remaining time: the column
      // has room for one.
      if (job.failedCount > 0 && job.waitsFor === undefined) return countOfFailures(job);
      return (job.waitsFor && waitLabels[job.waitsFor]) ?? throughputText(job);
    case 'committing':
      return t`committing`;
    case 'paused':
      return (job.waitsFor && waitLabels[job.waitsFor]) ?? t`paused`;
    case 'interrupted':
      return t`interrupted`;
    case 'cancelled':
      return t`cancelled`;
    case 'failed':
    case 'done':
      return doneOrFailed(job);
  }
}

/** Whether it waits for the user to free space or to grant access, which does not resolve without them. */
export function needsUserAction({ state, waitsFor }: Pick<Job, 'state' | 'waitsFor'>): boolean {
  return state === 'paused' && (waitsFor === 'disk' || waitsFor === 'credential');
}

function failuresText(job: TransferJob, state: string): string {
  if (job.failedCount === 0) return '';
  if (job.state === 'failed' || job.state === 'done') return state;
  return countOfFailures(job);
}

/**
 * A rate of zero is not shown: requests in flight have not been answered. Empty files complete without a byte, and what
 * is only compared or is copied by the service is counted when it is done: for these the rate does not reflect answers.
 */
export function throughputText({ kind, bytesPerSecond, inFlight, bytesDone, bytesTotal }: TransferJob): string {
  const isMoving = (kind === 'upload' || kind === 'download') && bytesDone < bytesTotal;
  return isMoving && bytesPerSecond === 0 && inFlight > 0 ? t`no response yet` : formatRate(bytesPerSecond);
}

function countOfFailures({ kind, failedCount }: TransferJob): string {
  const files = formatCount(failedCount);
  return kind === 'verify' ? t`${files} found` : t`${files} failed`;
}

/** What delays a job other than the user's choice or the queue; for a full disk the note shows it, with what to do. */
const waitLabels: Readonly<Partial<Record<WaitReason, string>>> = {
  credential: t`needs access`,
  network: t`offline`,
  server: t`server busy`,
  timetable: t`schedule`,
};

function doneOrFailed(job: TransferJob): string {
  if (job.kind === 'verify' && job.state === 'done') {
    return job.failedCount === 0 ? t`no differences` : t`${formatCount(job.failedCount)} found`;
  }
  if (job.failedCount > 0 && job.filesTotal > 1) return t`${formatCount(job.failedCount)} failed`;
  return job.state === 'failed' ? t`failed` : t`done`;
}

function timeText(job: TransferJob): string {
  // It is unknown how long the network stays down or the service busy: a remaining time based on the last speed would
  // be a guess. A delay that the service requested is shown in the note.
  if (job.state === 'running' && (job.waitsFor === 'network' || job.waitsFor === 'server')) return '';
  if (job.state === 'running') {
    const rate = job.failedCount > 0 && job.waitsFor === undefined ? formatRate(job.bytesPerSecond) : '';
    const left = job.remainingMs === null ? '' : t`${formatTimeLeft(job.remainingMs)} left`;
    return [rate, left].filter(Boolean).join(' · ');
  }
  if (job.queuePosition !== undefined) return turnText(job.queuePosition);
  if (job.endedAtMs === null) return '';
  return t`took ${formatDuration(Math.max(1, job.ranMs ?? job.endedAtMs - job.createdAtMs))}`;
}

function turnText(position: number): string {
  return position === 1 ? t`next` : t`${formatCount(position - 1)} ahead of it`;
}

/** The cells of a job as 64 of equal width, so that rows compare: few blocks are wide, no blocks are empty. */
export function cellsOf(job: TransferJob): string {
  const given = job.cells === '' ? '0' : job.cells;
  return Array.from({ length: shownCells }, (_, index) => given[Math.floor((index * given.length) / shownCells)]).join(
    '',
  );
}

const shownCells = 64;

/**
 * `limited to 2.4 MiB/s until 18:00`, `until Mon 06:00`; empty at full speed. In the unit of the speed beside it; times
 * are in the computer's time zone.
 */
function paceText({ pace }: TransferJob, nowMs: number): string {
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
