// `stowage jobs`: lists the jobs in the journals of this state folder, transfers and jobs on tables, and resumes them.
import { resolve } from 'node:path';
import { recordedSentence, sentence, titleOfStoredError } from '@shared/error-text';
import { StowageError, invalidInput } from '@shared/errors';
import { isTableJob } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TableJob } from '@shared/model/table-job';
import type { TransferJob } from '@shared/model/transfer';
import { formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { isRunAccountId } from '../../engine/connections/run-accounts';
import { exitCodeOf, exitCodes } from '../exit-codes';
import { counted } from '../numbers';
import type { Output } from '../output';
import type { CommandAction, Session } from '../session';
import { type BeginningFlags, beginningOf } from './timetable-wait';
import { follow } from './follow-jobs';
import { canGoOn, goOnCommand, resumeCommand } from './go-on-command';
import { followTableJob } from '../table-job';
import { causesIn } from './job-summary';
import { foundIn } from './moved-sources';
import { printUnreadable } from './print-unreadable';
import { checkTargetPath, farOf, writeReport } from './transfer-report';

export const listJobs: CommandAction = async ({ engine, output }) => {
  const unread = await engine.recovered;
  const { jobs: all } = engine.rooms;
  const elsewhere = await all.elsewhere();
  // A job that another process took over since it was recovered is in both lists; the newer one, from `elsewhere`,
  // wins.
  const byId = new Map([...all.list(), ...elsewhere].map((job) => [job.id, job]));
  const jobs = [...byId.values()].sort((a, b) => b.createdAtMs - a.createdAtMs);
  output.table(
    ['ID', 'KIND', 'STATE', 'DONE', 'FAILED', 'SOURCE', 'TARGET'],
    jobs.map((job) => [job.id, job.kind, job.state, doneOf(job), String(failedOf(job)), job.source, job.target]),
    jobs.map(jobRecord),
  );
  printUnreadable(unread, output);
  return exitCodes.done;
};

export interface ShowFlags {
  /** Where a line for each failed file goes. */
  readonly report?: string;
}

export function showJob(id: string, { report }: ShowFlags = {}): CommandAction {
  return async (session) => {
    if (report !== undefined) await checkTargetPath('--report', report);
    const { job, isElsewhere } = await lookUp(session, id);
    const { output } = session;
    if (isTableJob(job)) {
      if (report !== undefined) {
        throw invalidInput(
          '--report',
          'is for transfers.',
          'Rejected rows of an import: stowage jobs rejects ID FILE.',
        );
      }
      printTableJob(job, isElsewhere ? [] : waysOn(job, session), output);
      return exitCodes.done;
    }
    print(job, isElsewhere ? [] : [...causesIn(job.failed, job.failedCount), ...waysOn(job, session)], output);
    if (report === undefined) return exitCodes.done;
    const failed = await session.engine.rooms.transfers.failedFiles(id);
    await writeReport(
      report,
      failed.map((file) => ({ ...file, message: recordedSentence(file), outcome: 'failed' })),
    );
    if (isElsewhere) output.info('Another process is running this job; the report contains the failures so far.');
    return exitCodes.done;
  };
}

/** What the user can do with a job that has not moved everything. */
function waysOn(job: Job, session: Session): readonly string[] {
  const { id, state } = job;
  if (isTableJob(job) && job.awaits !== null) return ['Confirm it in the app, or cancel it.'];
  if (canGoOn(state)) return [`Continue with: ${resumeCommand(id, session)}`];
  return state === 'failed' ? [`Retry the failed files with: ${resumeCommand(id, session)}`] : [];
}

export interface ResumeFlags extends BeginningFlags {
  /** The folder to which missing sources of an upload were moved. */
  readonly sourcesIn?: string;
  /** SAS URL or connection string of the account that a copy reads from, where that is not a saved connection. */
  readonly source?: string;
}

/** The job's account must be reachable: by its saved connection, or by naming the connection string again. */
export function resumeJob(id: string, { sourcesIn, source, ...flags }: ResumeFlags): CommandAction {
  return async (session) => {
    const job = await findJob(session, id);
    if (job.state === 'done') {
      session.output.record(jobRecord(job), `${id} is already done.`);
      return exitCodes.done;
    }
    if (isTableJob(job) && sourcesIn !== undefined) {
      throw invalidInput('--sources-in', 'is for uploads.', 'Remove it.');
    }
    await bringAccount(session);
    if (source !== undefined) await bringSource(source, job, session);
    for (const connectionId of [job.connectionId, job.sourceConnectionId ?? job.connectionId]) {
      await requireAccount(session, connectionId);
    }
    if (isTableJob(job)) return resumeTableJob(id, session);
    const sources = sourcesIn === undefined ? [] : await foundIn(sourcesIn, job, session);
    return follow(session, [await session.engine.rooms.transfers.resume(id, { ...beginningOf(flags), sources })], {});
  };
}

/** Of an import whose command could not write them, or was not requested to. */
export function saveRejects(id: string, file: string): CommandAction {
  return async ({ engine, output }) => {
    await checkTargetPath('FILE', file);
    await engine.recovered;
    const path = resolve(file);
    const rows = await engine.rooms.tableFiles.imports.get(id).saveRejected(path);
    output.record({ rejected: rows, file: path }, `Wrote ${counted(rows, 'rejected row')} to ${visibleLine(path)}.`);
    return exitCodes.done;
  };
}

export function cancelJob(id: string): CommandAction {
  return async (session) => {
    const { state } = await findJob(session, id);
    if (state === 'done' || state === 'cancelled' || state === 'failed') {
      const forget = goOnCommand(['jobs', 'forget', id], session);
      session.output.info(
        `stowage: ${id} is already ${state}, so there is nothing to cancel. Remove it with: ${forget}`,
      );
      return exitCodes.conflict;
    }
    await bringAccount(session);
    await session.engine.calls['jobs.cancel']({ jobId: id }, { signal: session.signal });
    session.output.record({ cancelled: id }, `Cancelled ${id}.`);
    return exitCodes.done;
  };
}

export function forgetJob(id: string): CommandAction {
  return async (session) => {
    await findJob(session, id);
    await session.engine.calls['jobs.forget']({ jobId: id }, { signal: session.signal });
    session.output.record({ forgotten: id }, `Removed ${id}.`);
    return exitCodes.done;
  };
}

/** The named connection is used for jobs of this account that an earlier run started with a connection string. */
async function bringAccount({ engine, isConnectionGiven, connectionId }: Session): Promise<void> {
  if (isConnectionGiven) await engine.rooms.connections.standIn(await connectionId());
}

/** The account that a copy reads from, where two are not saved. */
async function bringSource(text: string, job: Job, { engine }: Session): Promise<void> {
  if (isTableJob(job) || job.sourceConnectionId === undefined) {
    throw invalidInput('--source', 'is for copies between accounts.', 'Remove it.');
  }
  await engine.rooms.connections.standIn(engine.rooms.connections.addForThisRun(text));
}

/**
 * A job that started without its account would fail, and record that as a failure of the job. Throws `invalid.input` if
 * a connection string is missing, `not-found.connection` if the connection was removed.
 */
async function requireAccount({ engine, isConnectionGiven }: Session, connectionId: string): Promise<void> {
  try {
    await engine.rooms.accounts.open(connectionId);
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.code !== 'not-found.connection') return;
    if (!isRunAccountId(connectionId)) throw error;
    throw invalidInput(
      '--connection-string',
      isConnectionGiven
        ? 'the job belongs to another account.'
        : 'the job was started with a connection string, which is not stored.',
      'Use the connection string of the job’s account, or --connection NAME of a saved connection to it.',
    );
  }
}

/** A job that this process can change. Throws `not-found.job`, and `conflict.other` when another process runs it. */
async function findJob(session: Session, id: string): Promise<Job> {
  const { job, isElsewhere } = await lookUp(session, id);
  if (!isElsewhere) return job;
  throw new StowageError('conflict.other', 'Another process is running this job.', {
    context: {
      job: id,
      problem: `another process is running job ${id}. Stop it there, or wait until it has finished.`,
    },
  });
}

/** Finds the job in this process or in another one, by reading the journals once. Throws `not-found.job`. */
async function lookUp({ engine }: Session, id: string): Promise<{ readonly job: Job; readonly isElsewhere: boolean }> {
  await engine.recovered;
  const { jobs } = engine.rooms;
  const [elsewhere] = await jobs.elsewhere(id);
  if (elsewhere !== undefined) return { job: elsewhere, isElsewhere: true };
  const own = jobs.list().find((job) => job.id === id);
  if (own !== undefined) return { job: own, isElsewhere: false };
  throw new StowageError('not-found.job', 'Job not found.', { context: { job: id } });
}

/** `remarks`: lines printed below the job; --json leaves them out. */
function print(job: TransferJob, remarks: readonly string[], output: Output): void {
  const failures = job.failed.map((failure) => `failed  ${failure.source}: ${titleOfStoredError(failure)}`);
  const more = job.failedCount - failures.length;
  const lines = [
    `${job.kind} ${job.id}: ${job.state}`,
    `${job.source} → ${job.target}`,
    farOf(job),
    ...(job.note === '' ? [] : [job.note]),
    ...failures,
    ...(more > 0 ? [`… and ${formatCount(more)} more; the --report file contains all of them`] : []),
    ...remarks,
  ];
  output.record(
    { ...jobRecord(job), failures: job.failed.map((failure) => ({ ...failure, message: recordedSentence(failure) })) },
    lines.map(visibleLine).join('\n'),
  );
}

async function resumeTableJob(id: string, session: Session): Promise<number> {
  const { output } = session;
  const job = session.engine.rooms.jobs.get(id);
  await job.resume();
  const view = await followTableJob(session, job);
  output.record(jobRecord(view), `${view.kind} ${id}: ${view.state}, ${doneOf(view)}`);
  if (view.error !== null) output.fail(StowageError.fromShape(view.error));
  for (const { count, message, examples } of view.failures) {
    output.info(`rejected  ${formatCount(count)}: ${message} (${examples.join(', ')})`);
  }
  for (const way of waysOn(view, session)) output.info(way);
  if (view.error !== null) return exitCodeOf(view.error.code);
  if (view.awaits !== null) return exitCodes.conflict;
  if (view.state !== 'done') return exitCodes.interrupted;
  return view.rowsRejected > 0 ? exitCodes.someFailed : exitCodes.done;
}

function printTableJob(job: TableJob, remarks: readonly string[], output: Output): void {
  const { error } = job;
  const lines = [
    `${job.kind} ${job.id}: ${job.state}`,
    `${job.source} → ${job.target}`,
    doneOf(job),
    ...(job.note === '' ? [] : [job.note]),
    ...(error === null ? [] : [sentence(StowageError.fromShape(error))]),
    ...job.failures.map(({ count, message, examples }) => {
      return `rejected  ${formatCount(count)}: ${message} (${examples.join(', ')})`;
    }),
    ...remarks,
  ];
  const failures = job.failures.map(({ code, message, count, examples }) => ({ code, message, count, examples }));
  const cause = error === null ? null : { code: error.code, message: sentence(StowageError.fromShape(error)) };
  output.record({ ...jobRecord(job), failures, error: cause }, lines.map(visibleLine).join('\n'));
}

function doneOf(job: Job): string {
  if (!isTableJob(job)) return farOf(job);
  const { rowsDone, rowsTotal } = job;
  return rowsTotal === null ? counted(rowsDone, 'row') : `${formatCount(rowsDone)} of ${counted(rowsTotal, 'row')}`;
}

function failedOf(job: Job): number {
  return isTableJob(job) ? job.rowsRejected : job.failedCount;
}

function jobRecord(job: Job): Record<string, unknown> {
  if (isTableJob(job)) {
    const { id, kind, state, waitsFor, source, target, rowsDone, rowsTotal, rowsRejected } = job;
    const waits = waitsFor === undefined ? {} : { waitsFor };
    return { id, kind, state, ...waits, source, target, rowsDone, rowsTotal, failed: rowsRejected };
  }
  const { id, kind, state, source, target, bytesDone, bytesTotal, filesTotal, failedCount, plan } = job;
  return { id, kind, state, source, target, bytesDone, bytesTotal, files: filesTotal, failed: failedCount, plan };
}
