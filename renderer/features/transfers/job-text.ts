// The words and figures of one transfer row. Pure; no component decides what a state is called.
import type { TransferJob, WaitReason } from '@shared/model/transfer';
import { GiB, KiB, MiB, formatBytes, formatCount, formatDuration, formatRate } from '@shared/units';
import { kindWords } from './kind-words';
import { paceText } from './pace-text';

export interface JobText {
  /** `3.1 of 4.8 GiB`, `9,411 of 18,221 files`. */
  readonly amount: string;
  /** Both bytes and files, exact, for the tooltip. */
  readonly amountDetail: string;
  /** The rate while running, else the state in a word. */
  readonly state: string;
  /** `8 s left`, `took 12 s`, `2 before it`, or empty. */
  readonly time: string;
  /** `capped at 20 Mbit/s until 18:00`; empty at full speed. */
  readonly pace: string;
  /** One sentence for a screen reader. */
  readonly spoken: string;
}

export function jobText(job: TransferJob, nowMs = Date.now()): JobText {
  const pace = paceText(job, nowMs);
  const amount = amountText(job);
  const state = stateText(job);
  const time = timeText(job);
  return {
    amount,
    amountDetail: amountDetail(job),
    state,
    time,
    pace,
    spoken: [`${kindWords[job.kind].noun} of ${job.title} to ${job.target}`, amount, state, time, pace, job.note]
      .filter(Boolean)
      .join(', '),
  };
}

/** `3.1 of 4.8 GiB`: both in the unit of the whole. */
export function bytesOf(done: number, total: number): string {
  const whole = formatBytes(total);
  if (done >= total) return whole;
  const [figure, unit] = whole.split(' ');
  const perUnit = bytesPer[unit ?? ''] ?? 1;
  const part = (done / perUnit).toFixed(perUnit === 1 ? 0 : 1);
  return `${part === figure ? `almost ${part}` : part} of ${whole}`;
}

const bytesPer: Readonly<Record<string, number>> = {
  KiB,
  MiB,
  GiB,
  TiB: 1024 * GiB,
  PiB: 1024 * 1024 * GiB,
};

/** Whole percent; 100 only when nothing is left. */
export function percentDone(job: TransferJob): number {
  if (job.state === 'done') return 100;
  const share =
    job.bytesTotal > 0 ? job.bytesDone / job.bytesTotal : job.filesTotal > 0 ? job.filesDone / job.filesTotal : 0;
  return Math.max(0, Math.min(99, Math.floor(share * 100)));
}

/** A few files are told by their bytes; of many, people ask how many are through. */
const mostFilesInBytes = 100;

function amountText(job: TransferJob): string {
  if (job.kind === 'verify' && job.state !== 'planning') return comparedText(job);
  if (job.state === 'planning')
    return job.filesTotal > 0 ? `${formatCount(job.filesTotal)} files so far` : 'counting files';
  if (job.filesTotal > mostFilesInBytes) {
    const handled = job.filesDone + job.filesSkipped;
    return handled >= job.filesTotal
      ? `${formatCount(job.filesTotal)} files`
      : `${formatCount(handled)} of ${formatCount(job.filesTotal)} files`;
  }
  return job.state === 'waiting' ? formatBytes(job.bytesTotal) : bytesOf(job.bytesDone, job.bytesTotal);
}

/** What was found is compared too. */
function comparedText({ filesDone, filesSkipped, failedCount, filesTotal }: TransferJob): string {
  const compared = filesDone + filesSkipped + failedCount;
  const files = filesTotal === 1 ? 'file' : 'files';
  return compared >= filesTotal
    ? `${formatCount(filesTotal)} ${files}`
    : `${formatCount(compared)} of ${formatCount(filesTotal)} ${files}`;
}

function amountDetail(job: TransferJob): string {
  const files = `${formatCount(job.filesDone)} of ${formatCount(job.filesTotal)} ${job.filesTotal === 1 ? 'file' : 'files'}`;
  const skipped = job.filesSkipped > 0 ? `, ${formatCount(job.filesSkipped)} skipped` : '';
  return `${files}${skipped} · ${formatCount(job.bytesDone)} of ${formatCount(job.bytesTotal)} bytes`;
}

function stateText(job: TransferJob): string {
  switch (job.state) {
    case 'planning':
      return 'planning';
    case 'waiting':
      return 'waiting';
    case 'running':
      return (job.waitsFor && waitWords[job.waitsFor]) ?? formatRate(job.bytesPerSecond);
    case 'committing':
      return 'committing';
    case 'paused':
      return (job.waitsFor && waitWords[job.waitsFor]) ?? 'paused';
    case 'interrupted':
      return 'interrupted';
    case 'cancelled':
      return 'cancelled';
    case 'failed':
    case 'done':
      return doneOrFailed(job);
  }
}

/** What holds a job up that is no choice of the person and no turn. */
const waitWords: Readonly<Partial<Record<WaitReason, string>>> = {
  credential: 'key refused',
  disk: 'disk full',
  network: 'offline',
  server: 'server busy',
  timetable: 'timetable',
};

function doneOrFailed(job: TransferJob): string {
  if (job.kind === 'verify' && job.state === 'done') {
    return job.failedCount === 0 ? 'all the same' : `${formatCount(job.failedCount)} found`;
  }
  if (job.failedCount > 0 && job.filesTotal > 1) return `${formatCount(job.failedCount)} failed`;
  return job.state;
}

function timeText(job: TransferJob): string {
  if (job.state === 'running') return job.remainingMs === null ? '' : `${restText(job.remainingMs)} left`;
  if (job.queuePosition !== undefined) return turnText(job.queuePosition);
  if (job.endedAtMs === null) return '';
  return `took ${formatDuration(Math.max(1, job.endedAtMs - job.createdAtMs))}`;
}

function turnText(position: number): string {
  return position === 1 ? 'next' : `${formatCount(position - 1)} before it`;
}

/** The cells of a job as 64 of equal width, so that rows compare: few blocks are wide, no blocks are empty. */
export function cellsOf(job: TransferJob): string {
  const given = job.cells === '' ? '0' : job.cells;
  return Array.from({ length: shownCells }, (_, index) => given[Math.floor((index * given.length) / shownCells)]).join(
    '',
  );
}

const shownCells = 64;

/** Tenths of a second in a countdown only flicker. */
function restText(ms: number): string {
  return ms < 10_000 ? `${Math.max(1, Math.ceil(ms / 1000))} s` : formatDuration(ms);
}
