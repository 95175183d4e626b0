// Follows the jobs of a command until they end: the output meanwhile, how they are interrupted, the instructions for
// resuming them, and the exit code.
import { performance } from 'node:perf_hooks';
import { sentence, titleOfStoredError } from '@shared/error-text';
import { failureOf } from '@shared/failure-causes';
import type { TransferJob } from '@shared/model/transfer';
import { noticeMs } from '../../engine/azure/account-deps';
import type { ItemResult, JobHandle, JobSummary } from '../../engine/transfers/api';
import { exitCodeOfFailures, exitCodes } from '../exit-codes';
import { createPatience, createSilenceWatch } from '../network-patience';
import type { Session } from '../session';
import { canGoOn, resumeCommand } from './go-on-command';
import { endedAfterPauses, isHeldForGood } from './timetable-wait';
import { causesIn, combine, describe } from './job-summary';
import { farOf, itemRecord, progressOf, reportedFile, writeReport } from './transfer-report';

export interface FollowFlags {
  /** Where a report of every file goes. */
  readonly report?: string;
  /** The folder of a download. */
  readonly targetDir?: string;
}

/** Prints the events of jobs until they have ended; the first Ctrl+C interrupts them. */
export async function follow(session: Session, jobs: readonly JobHandle[], flags: FollowFlags): Promise<number> {
  const { output, connectionArguments, signal } = session;
  // Only for the report: a transfer may have a million files.
  const items: ItemResult[] = [];
  let others = 0;
  const unreachable = new Set<string>();
  for (const job of jobs) {
    job.onEvent((event) => {
      if (event.event === 'item') {
        if (flags.report !== undefined) items.push(event.item);
        // A skipped item, such as a link, has no target, and moved nothing.
        if (event.item.outcome !== 'failed' && event.item.target !== '') others += 1;
        if (output.json) output.record({ event: 'item', ...itemRecord(reportedFile(event.item)) }, '');
        else if (event.item.outcome === 'failed')
          output.info(`failed  ${event.item.source}: ${titleOfStoredError(event.item)}`);
        return;
      }
      const { bytesDone, bytesTotal, filesDone, filesTotal, bytesPerSecond, state, waitsFor } = event.job;
      if (output.json) {
        const far = { bytesDone, bytesTotal, filesDone, filesTotal, bytesPerSecond };
        output.record({ event: 'progress', jobId: job.jobId, state, ...far, waitsFor }, '');
      } else output.progress(progressOf(event.job));
    });
    const interrupt = (): void => void job.interrupt();
    const { unreachableForMs: unreachableMs, silentForMs: silentMs } = session;
    const patience = createPatience({ unreachableMs, silentMs }, () => performance.now());
    const silence = createSilenceWatch(noticeMs, () => performance.now());
    job.onEvent((event) => {
      if (event.event === 'progress' && silence.isNew(event.job)) {
        output.info('Waiting for the service, which has not responded yet. Press Ctrl+C to stop.');
      }
      if (event.event === 'progress' && patience.isOver(event.job)) {
        unreachable.add(job.jobId);
        interrupt();
      }
    });
    if (signal.aborted) interrupt();
    else signal.addEventListener('abort', interrupt, { once: true });
  }
  const { transfers } = session.engine.rooms;
  const summaries = await Promise.all(
    jobs.map((job) => endedAfterPauses(job, { transfers, output, connectionArguments, signal })),
  );
  const summary = combine(summaries);
  const stopped = stoppedOf(jobs, session);
  const notes = notesOf(jobs, summaries, session);
  output.record(
    { event: 'summary', ...summary, note: notes.join(' · ') },
    describe(summary, stopped.length > 0 ? 'stopped' : 'ended'),
  );
  if (!output.json) for (const job of stopped) output.info(`Stopped at ${farOf(job)}.`);
  if (flags.report !== undefined)
    await writeReport(flags.report, items.map(reportedFile), { targetDir: flags.targetDir });
  printRemarks(summaries, notes, session);
  if (signal.aborted) {
    for (const job of jobs) output.info(`State saved. Continue with: ${resumeCommand(job.jobId, session)}`);
    return exitCodes.interrupted;
  }
  if (unreachable.size > 0) {
    for (const jobId of unreachable) {
      output.info(
        `The service cannot be reached, or completes no request. State saved. Continue with: ${resumeCommand(jobId, session)}`,
      );
    }
    return exitCodes.unavailable;
  }
  printContinuation(jobs, summaries, session);
  if (jobs.some(({ jobId }) => isHeldForGood(jobId, transfers))) return exitCodes.conflict;
  return exitOf(summaries, others);
}

/** Jobs that were stopped early. Their half-moved files appear in no summary. */
function stoppedOf(jobs: readonly JobHandle[], { engine }: Session): readonly TransferJob[] {
  const ids = new Set(jobs.map(({ jobId }) => jobId));
  return engine.rooms.transfers
    .jobs()
    .filter(({ id, state, filesTotal }) => ids.has(id) && canGoOn(state) && filesTotal > 0);
}

/** What the summary omits: the remedy for each cause of failure, which its JSON has, and the skipped files. */
function printRemarks(summaries: readonly JobSummary[], notes: readonly string[], { output }: Session): void {
  const failedCount = summaries.reduce((sum, summary) => sum + summary.failedCount, 0);
  const failed = summaries.flatMap((summary) => summary.failed);
  if (!output.json) for (const line of causesIn(failed, failedCount)) output.info(line);
  for (const note of notes) output.info(note);
}

/** Of jobs that were not stopped: their note repeats the reason, which is printed elsewhere. */
function notesOf(jobs: readonly JobHandle[], summaries: readonly JobSummary[], { engine }: Session): readonly string[] {
  const ended = new Set(jobs.filter((_, index) => summaries[index]?.stoppedBy === null).map(({ jobId }) => jobId));
  return engine.rooms.transfers.jobs().flatMap(({ id, note }) => (ended.has(id) && note !== '' ? [note] : []));
}

function printContinuation(jobs: readonly JobHandle[], summaries: readonly JobSummary[], session: Session): void {
  const { output } = session;
  summaries.forEach(({ state, stoppedBy, canBeTriedAgain }, index) => {
    const command = resumeCommand(jobs[index]?.jobId ?? '', session);
    if (state === 'paused' && stoppedBy !== null) {
      output.info(`Paused: ${sentence(failureOf(stoppedBy))}`);
      output.info(`State saved. Continue with: ${command}`);
    } else if (canBeTriedAgain) {
      output.info(`Retry the failed files with: ${command}`);
    }
  });
}

function exitOf(summaries: readonly JobSummary[], others: number): number {
  if (summaries.every(({ state, failedCount }) => state === 'done' && failedCount === 0)) return exitCodes.done;
  const failed = summaries.flatMap((summary) => summary.failed);
  const stops = summaries.flatMap(({ stoppedBy }) => stoppedBy ?? []);
  // Where no file failed, none is listed: what stopped the job is the reason, also after files that were moved.
  return failed.length === 0 ? exitCodeOfFailures(stops, 0) : exitCodeOfFailures([...failed, ...stops], others);
}
