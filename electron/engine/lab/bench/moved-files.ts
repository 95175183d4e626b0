// The outcome of each file of one move: when it began and ended, taken from the job's trace of requests.
import { basename } from 'node:path';
import { StowageError } from '@shared/errors';
import type { Waits } from '@shared/monitor/bottleneck';
import type { Clock } from '../../ports';
import type { JobEvent, JobHandle, JobSummary, Transfers } from '../../transfers/api';
import type { FileMove, MovedFile } from './bench';

export interface MovedFilesPorts {
  readonly transfers: Transfers;
  readonly clock: Clock;
  /** When the job was requested, monotonic. */
  readonly startedMs: number;
}

/** The error of a file that did not arrive within the limit of its step. */
export const overTimeLimit = 'time-limit';

/** Follows the job of these files until it ends or its time limit is reached. */
export async function movedFiles(
  job: JobHandle,
  move: FileMove,
  names: readonly string[],
  { transfers, clock, startedMs }: MovedFilesPorts,
): Promise<readonly MovedFile[]> {
  const endings: { readonly name: string; readonly endMs: number; readonly error: string }[] = [];
  job.onEvent((event: JobEvent) => {
    if (event.event !== 'item') return;
    const { source, target, outcome, code } = event.item;
    const name = basename(move.direction === 'up' ? source : target);
    const isOver = outcome === 'failed' && code === 'cancelled.by-user' && !move.signal.aborted;
    const error = isOver ? overTimeLimit : outcome === 'failed' ? code : '';
    endings.push({ name, endMs: clock.monotonic(), error });
  });
  const stopWaiting = new AbortController();
  if (move.limitMs > 0) {
    clock.sleep(move.limitMs, stopWaiting.signal).then(
      () => job.cancel(),
      () => undefined,
    );
  }
  const summary = await ended(job, move.signal).finally(() => stopWaiting.abort());
  const endMs = clock.monotonic();
  const toMs = Math.ceil(endMs - startedMs) + 1;
  const spans = await spansOf(job.jobId, toMs, transfers, move.signal);
  const requests = Math.max(1, Math.round(summary.requests / names.length));
  const waits = partOf(summary.waits, names.length);
  const named = endings.map(({ name, endMs: at, error }): MovedFile => {
    const span = spans.get(name);
    // Ends are reported in groups, after the journal was synced, so the time of arrival is taken from the file's
    // requests.
    if (span === undefined) return { name, startMs: startedMs, endMs: at, requests, error, waits };
    const arrivedMs = error === '' ? startedMs + span.toMs : at;
    return { name, startMs: startedMs + span.fromMs, endMs: arrivedMs, requests, error, waits };
  });
  const isNamed = new Set(endings.map(({ name }) => name));
  const givenUp = names
    .filter((name) => !isNamed.has(name))
    .map((name): MovedFile => ({ name, startMs: startedMs, endMs, requests, error: overTimeLimit }));
  return [...named, ...givenUp];
}

const partOf = ({ diskMs, cpuMs, lineMs, serviceMs, capMs }: Waits, files: number): Waits => ({
  diskMs: diskMs / files,
  cpuMs: cpuMs / files,
  lineMs: lineMs / files,
  serviceMs: serviceMs / files,
  capMs: capMs / files,
});

/** When the first request of each file began and the last one ended, ms since the job's run began, up to `toMs`. */
async function spansOf(
  jobId: string,
  toMs: number,
  transfers: Transfers,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FileSpan>> {
  // Columns this narrow separate every request; a request merged with its neighbours would lose its file.
  const range = { jobId, fromMs: 0, toMs, columns: toMs * 1000 };
  const timeline = await transfers.calls['transfers.timeline'](range, { signal });
  const found = new Map<string, FileSpan>();
  for (const { name, fromMs, toMs: end } of timeline?.spans ?? []) {
    const file = basename(name);
    const before = found.get(file) ?? { fromMs, toMs: fromMs };
    found.set(file, { fromMs: Math.min(before.fromMs, fromMs), toMs: Math.max(before.toMs, end ?? fromMs) });
  }
  return found;
}

interface FileSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** When the job ended because the run was stopped, or could do nothing at all, the run ends too. */
export async function ended(job: JobHandle, signal: AbortSignal): Promise<JobSummary> {
  const cancel = (): void => void job.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const summary = await job.ended;
    if (summary.stoppedBy !== null && !signal.aborted && summary.stoppedBy.code !== 'cancelled.by-user') {
      throw new StowageError('local.io', summary.stoppedBy.message, { context: { detail: summary.stoppedBy.message } });
    }
    return summary;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
