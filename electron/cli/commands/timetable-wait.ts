// Commands in hours in which a timetable pauses transfers (the app's timetable, when both share a state folder): the
// command waits and prints until when, unless an option starts it now.
import type { PaceNow } from '@shared/model/transfer-pace';
import type { Beginning, JobHandle, JobSummary, Transfers } from '../../engine/transfers/api';
import type { Output } from '../output';
import { goOnCommand } from './go-on-command';

export interface BeginningFlags {
  readonly now?: boolean;
}

export interface WaitingPorts {
  readonly transfers: Pick<Transfers, 'jobs'>;
  readonly output: Output;
  readonly connectionArguments: readonly string[];
  /** Ends the wait only; the job stays paused by its timetable. */
  readonly signal: AbortSignal;
}

export function beginningOf({ now }: BeginningFlags): Beginning {
  return now === true ? { begins: 'now' } : {};
}

/**
 * How the job ended, however often a timetable paused it. A timetable that never allows it to move ends the wait at
 * once.
 */
export async function endedAfterPauses(job: JobHandle, ports: WaitingPorts): Promise<JobSummary> {
  const { transfers, output, signal } = ports;
  const anyway = goOnCommand(['jobs', 'resume', job.jobId, '--now'], ports);
  for (;;) {
    const summary = await job.ended;
    const pause = pauseOf(job.jobId, transfers);
    if (pause === null || signal.aborted) return summary;
    const whose = pause.of === 'all' ? 'The schedule' : 'The schedule of this job';
    if (pause.untilMs === null) {
      output.info(`${whose} pauses it at all hours. Start anyway with: ${anyway}`);
      return summary;
    }
    output.info(
      `${whose} pauses it until ${momentOf(pause.untilMs)}. To start anyway, press Ctrl+C, then run ${anyway}`,
    );
    if (output.json) {
      const held = { waitsFor: 'timetable', untilMs: pause.untilMs };
      output.record({ event: 'progress', jobId: job.jobId, state: 'paused', ...held }, '');
    }
    await nextMove(job, signal);
    if (signal.aborted) return summary;
  }
}

/** Whether a timetable prevents it from ever moving. */
export function isHeldForGood(jobId: string, transfers: WaitingPorts['transfers']): boolean {
  return pauseOf(jobId, transfers)?.untilMs === null;
}

function pauseOf(jobId: string, transfers: WaitingPorts['transfers']): PaceNow | null {
  const job = transfers.jobs().find(({ id }) => id === jobId);
  const isHeld = job?.state === 'paused' && job.waitsFor === 'timetable';
  return isHeld && job.pace?.at === 'pause' ? job.pace : null;
}

/** Resolves when a paused job moves again, or the wait ends. */
function nextMove(job: JobHandle, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stopListening = job.onEvent((event) => {
      if (event.event === 'progress' && event.job.state !== 'paused') end();
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

/** In the time zone of the computer: `Mon 23 Nov, 18:00`. */
function momentOf(atMs: number): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  return new Date(atMs).toLocaleString('en-GB', parts);
}
