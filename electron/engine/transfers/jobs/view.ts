// What windows and command line show of a job: its row in the queue, its run over time, its summary at the end. Pure;
// over 300 lines, because each figure is of all runs or of the last one, with a fallback if earlier ones recorded none.
import { join } from 'node:path';
import type { MonitorState } from '@shared/model/monitor-state';
import type { TransferJob } from '@shared/model/transfer';
import type { PaceNow } from '@shared/model/transfer-pace';
import type { SentByJob, TransferTrace } from '@shared/model/transfer-trace';
import { addWaits, noWaits } from '@shared/monitor/bottleneck';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { bytesIn } from '../plan/blocks';
import { sourceOf } from '../plan/specs';
import type { CopySpec, DownloadSpec, JobSpec } from '../records/job-records';
import type { JobSummary } from '../api';
import type { JobRun } from './run';
import { canBeTriedAgain } from './outcomes';
import { noteOf } from '../records/remarks';
import { totalsOf } from '../records/files-state';
import { isEnded } from '../../jobs/lifecycle';
import { type JobState, endedFilesOf } from '../records/job-state';

/** How a job looks in the queue. */
export function snapshotOf(
  jobState: JobState,
  job: JobRun | null,
  queuePosition: number | null,
  paceNow: PaceNow | null,
): TransferJob {
  const { head, failed } = jobState;
  const { spec } = head;
  const source = sourceOf(spec);
  const failures = firstOf(failed.values(), 100);
  const openBytes = (job?.isRunning === true ? job.progress.openBytes() : 0) + knownBytes(jobState, job);
  const totals = totalsOf(jobState);
  const movedBytes = Math.min(totals.bytes, jobState.bytesDone + openBytes);
  const endedBytes = movedBytes + jobState.bytesFailed;
  const heldBytes = pausedBytes(jobState) + (job?.progress.unconfirmedBytes() ?? 0);
  const leftBytes = Math.max(0, totals.bytes - endedBytes - heldBytes);
  const rate = job?.progress.bytesPerSecond ?? 0;
  const running = job !== null && jobState.state === 'running';
  return {
    id: head.id,
    kind: spec.kind,
    state: jobState.state,
    connectionId: spec.connectionId,
    ...(source === null ? {} : { sourceConnectionId: source.connectionId }),
    title: totals.files > 1 && totals.final ? `${head.title} (${counted(totals.files, 'file')})` : head.title,
    ...jobEndpointsOf(spec),
    ...(spec.kind === 'upload' || spec.kind === 'download' ? { options: spec.options } : {}),
    ...(spec.kind !== 'verify' && spec.sync !== undefined ? { sync: 'yes' as const } : {}),
    bytesDone: Math.min(totals.bytes, movedBytes + retainedBytes(jobState)),
    bytesTotal: totals.bytes,
    filesDone: jobState.filesDone,
    filesTotal: totals.files,
    plan: totals.final ? 'whole' : 'partial',
    filesSkipped: jobState.filesSkipped,
    failed: failures.map(({ failure }) => failure),
    failedCount: failed.size,
    bytesPerSecond: rate,
    remainingMs:
      running && totals.final && (rate > 0 || leftBytes === 0 || spec.kind === 'verify')
        ? timeLeftOf(jobState, job, totals.files, leftBytes)
        : null,
    ...sentBy(jobState, job),
    inFlight: job?.progress.inFlight ?? 0,
    blockBytes: job?.blockBytes ?? 0,
    cells: job?.cells() ?? endedCells(jobState),
    ...(isEnded(jobState.state) ? {} : { turn: jobState.turn }),
    ...waiting(jobState, job, queuePosition),
    ...(paceNow === null || !isPaced(jobState) ? {} : { pace: paceNow }),
    bottleneck: job?.tuning.bottleneck ?? 'none',
    // A resting job may have got more notes since its run.
    note: [noteOf(jobState) || job?.note(), pausedText(jobState), totals.final ? '' : unplannedText(jobState)]
      .filter(Boolean)
      .join(' · '),
    createdAtMs: head.createdAtMs,
    endedAtMs: jobState.endedAtMs,
    ...(jobState.ranMs === null ? {} : { ranMs: jobState.ranMs }),
  };
}

/** When everything is sent, only the service's answers are missing, and no rate can predict those. */
function timeLeftOf(jobState: JobState, { progress }: JobRun, files: number, leftBytes: number): number | null {
  const leftFiles = Math.max(0, files - endedFilesOf(jobState) - jobState.paused.size);
  if (leftBytes === 0 && leftFiles <= progress.inFlight) return null;
  const { spec } = jobState.head;
  if (spec.kind !== 'verify') return progress.timeLeft(leftBytes, leftFiles);
  // If nothing had to be read until now, nothing is expected to be read for the others.
  if (progress.movedBytes === 0) return progress.timeLeft(0, leftFiles);
  if (spec.of.kind === 'folder') return progress.timeLeft(leftBytes, leftFiles);
  // A check of an earlier job learns a file's size when it reads it; unknown files are assumed to be as large as the
  // known ones.
  const { filesDone, bytesDone, failed, bytesFailed } = jobState;
  const compared = filesDone + failed.size;
  if (compared === 0) return null;
  return progress.timeLeft(((bytesDone + bytesFailed) / compared) * leftFiles, leftFiles);
}

function pausedText({ state, paused }: JobState): string {
  return paused.size === 0 || isEnded(state) ? '' : t`${counted(paused.size, 'file')} paused`;
}

/** The rest of the files that the user has paused, which moves when they are resumed. */
function pausedBytes({ open, paused }: JobState): number {
  let bytes = 0;
  for (const f of paused) {
    const one = open.get(f);
    if (one !== undefined) bytes += one.file.bytes - bytesIn(one.file, one.blocks);
  }
  return bytes;
}

/** A resting job with an incomplete plan: its totals are unknown. */
function unplannedText({ state, files }: JobState): string {
  const canGoOn = state === 'interrupted' || state === 'paused' || state === 'failed';
  return canGoOn && files > 0 ? t`planning was not complete: resuming plans the rest` : '';
}

/** Over all its runs; over the last one if earlier ones did not record it. */
function sentBy(jobState: JobState, job: JobRun | null): Pick<TransferJob, 'requests' | 'retries' | 'throttled'> {
  const sent = job === null ? jobState.sent : job.allRuns.sent;
  if (sent !== null) return { requests: sent.requests, retries: sent.retries, throttled: sent.throttled };
  return { retries: job?.statistics.retries ?? 0, throttled: job?.statistics.throttled ?? 0 };
}

function firstOf<T>(items: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const item of items) {
    if (first.length === count) break;
    first.push(item);
  }
  return first;
}

/** The run over time; null before it began. */
export function traceOf(job: JobRun | null): TransferTrace | null {
  if (job === null || job.startedAtMs === 0) return null;
  const { statistics, tuning, trace } = job;
  const { requests, retries, throttled, latencyMs } = statistics;
  return {
    startedAtMs: job.startedAtMs,
    elapsedMs: job.elapsedMs,
    movedBytes: job.progress.movedBytes,
    samples: [...trace.samples],
    steps: [...tuning.steps],
    waits: tuning.totalWaits,
    bottleneck: tuning.lastBottleneck,
    threadUse: tuning.judgedThreadUse,
    requests,
    retries,
    throttled,
    latencyMs,
  };
}

/** In a summary. */
const maxFailures = 100;

/** Of a job when a run of it has ended: over all its runs, except for what only the last one knows. */
export function summaryOf(jobState: JobState, job: JobRun): JobSummary {
  const { statistics, stoppedBy } = job;
  // Files and bytes are those of all runs; so is the time, if every run recorded it.
  const { bytes, elapsedMs } = job.allRuns.measured(jobState);
  const { requests, retries, throttled } = job.allRuns.sent ?? statistics;
  return {
    state: jobState.state,
    files: jobState.filesDone,
    bytes: jobState.bytesDone,
    failed: [...jobState.failed.values()].slice(0, maxFailures).map(({ failure }) => failure),
    failedCount: jobState.failed.size,
    skipped: jobState.filesSkipped,
    canBeTriedAgain: canBeTriedAgain(jobState),
    stoppedBy:
      stoppedBy === null ? null : { code: stoppedBy.code, message: stoppedBy.message, context: stoppedBy.context },
    elapsedMs: Math.round(elapsedMs),
    bytesPerSecond: elapsedMs === 0 ? 0 : Math.round((bytes / elapsedMs) * 1000),
    requests,
    retries,
    throttled,
    latencyMs: statistics.latencyMs,
    tuner: job.tuning.steps,
    bottleneck: job.tuning.lastBottleneck,
    waits: job.tuning.totalWaits,
  };
}

/** What a job has sent, also when it has not run since the engine started. */
export function sentByJobOf({ sent, files }: JobState, job: JobRun | null): SentByJob {
  const recorded = sent?.operations ?? (files === 0 ? [] : null);
  const ofAll = job === null ? recorded : job.allRuns.operations;
  if (ofAll !== null) return { operations: [...ofAll], of: 'all-runs' };
  return job === null
    ? { operations: [], of: 'unknown' }
    : { operations: [...job.statistics.operations], of: 'this-run' };
}

/** What all current runs wait for together. `runs` may contain runs that are over. */
export function pressureOf(runs: readonly JobRun[], threadUse: number): MonitorState['transfers'] {
  const running = runs.filter(({ isRunning }) => isRunning);
  const fixed = running.map(({ tuning }) => tuning.fixedConcurrency);
  return {
    jobs: running.length,
    waits: running.reduce((sum, { tuning }) => addWaits(sum, tuning.recentWaits), noWaits),
    threadUse: running.length === 0 ? 0 : threadUse,
    inFlight: running.reduce((sum, { progress }) => sum + progress.inFlight, 0),
    fixedConcurrency: fixed.includes(null) ? null : sumOf(fixed),
  };
}

/** Null when there is no such job. */
function sumOf(fixed: readonly (number | null)[]): number | null {
  return fixed.length === 0 ? null : fixed.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** Whether it runs, or is paused by a timetable only. */
function isPaced({ state, waitsFor }: JobState): boolean {
  return !isEnded(state) && (state !== 'paused' || waitsFor === 'timetable') && state !== 'interrupted';
}

function waiting(
  jobState: JobState,
  job: JobRun | null,
  queuePosition: number | null,
): Pick<TransferJob, 'waitsFor' | 'queuePosition'> {
  if (queuePosition !== null) return { waitsFor: 'turn', queuePosition };
  const waitsFor = jobState.state === 'paused' ? jobState.waitsFor : (job?.waitsFor ?? null);
  return waitsFor === null ? {} : { waitsFor };
}

/**
 * The open files according to the journal. A stopped run has released all of them. A running one counts a file itself
 * once it reaches it, which may take hours while the network is down.
 */
function knownBytes(jobState: JobState, job: JobRun | null): number {
  let bytes = 0;
  for (const [f, { file, blocks }] of jobState.openInBlocks) {
    if (job?.isRunning !== true || job.progress.bytesOf(f) === 0) bytes += bytesIn(file, blocks);
  }
  return bytes;
}

/** The safe bytes of the failed files: a retry does not move them again. */
function retainedBytes({ failed, failedInBlocks }: JobState): number {
  let bytes = 0;
  for (const f of failedInBlocks) {
    const { file = null, blocks = [] } = failed.get(f) ?? {};
    if (file !== null) bytes += bytesIn(file, blocks);
  }
  return bytes;
}

/** The same number of cells as a running job shows. */
const maxCells = 64;

function endedCells(jobState: JobState): string {
  const share = shareDone(jobState);
  // Partly moved files are shown by their share, even a single one; an incomplete plan is never shown as complete.
  const cells =
    (share > 0 && share < 1) || !jobState.planned ? maxCells : Math.min(maxCells, Math.max(jobState.files, 1));
  // What failed is seen, however little it is.
  const failed = jobState.failed.size === 0 ? 0 : Math.max(1, Math.round(cells * shareFailed(jobState)));
  const maxDone = jobState.planned ? cells - failed : Math.min(cells - 1, cells - failed);
  const done = Math.min(maxDone, Math.floor(cells * share));
  const left = Math.max(0, cells - done - failed);
  return '2'.repeat(done) + '5'.repeat(cells - done - left) + '0'.repeat(left);
}

function shareFailed(jobState: JobState): number {
  const { files } = totalsOf(jobState);
  if (files >= maxCells) return jobState.failed.size / files;
  return jobState.bytes === 0 ? 1 : jobState.bytesFailed / jobState.bytes;
}

/** As a running job shows it: few files by their bytes, many files by how many are done. */
function shareDone(jobState: JobState): number {
  const { filesDone, filesSkipped, bytes, bytesDone, state } = jobState;
  const { files } = totalsOf(jobState);
  if (files >= maxCells) return (filesDone + filesSkipped) / files;
  if (bytes === 0) return state === 'done' ? 1 : 0;
  return (bytesDone + knownBytes(jobState, null)) / bytes;
}

/** The first name, and how many more there are. */
export function jobEndpointsOf(spec: JobSpec): Pick<TransferJob, 'source' | 'target' | 'serves'> {
  if (spec.kind === 'copy' && spec.sync !== undefined) {
    const [from] = spec.selection;
    const prefix = from?.kind === 'prefix' ? from.prefix : '';
    return { source: `${spec.from.container}/${prefix}`, target: `${spec.container}/${spec.prefix}` };
  }
  switch (spec.kind) {
    case 'upload':
      return { source: firstOfPaths(spec.paths), target: `${spec.container}/${spec.as ?? spec.prefix}` };
    case 'download':
      return {
        source: firstOfBlobs(spec),
        target: downloadTargetOf(spec),
        ...(spec.serves && { serves: spec.serves }),
      };
    case 'verify': {
      if (spec.of.kind === 'copy') return { source: spec.of.from.container, target: `${spec.container}/` };
      const targetPath = spec.of.kind === 'folder' ? spec.of.dir : spec.of.targetDir || spec.of.title;
      return { source: targetPath, target: `${spec.container}/${spec.of.kind === 'folder' ? spec.of.prefix : ''}` };
    }
    case 'copy':
    case 'move':
      return copyEndpointsOf(spec);
  }
}

/** The target; for a single item that is renamed, its new name too. */
function copyEndpointsOf({ container, prefix, from, selection }: CopySpec): Pick<TransferJob, 'source' | 'target'> {
  const names = selection.map((chosen) => (chosen.kind === 'prefix' ? chosen.prefix : chosen.name));
  const [as = ''] = selection.map((chosen) => prefix + chosen.as);
  const isRenamed = names.length === 1 && as !== '' && lastPart(as) !== lastPart(names[0] ?? '');
  const target = isRenamed ? as : as.slice(0, as.length - lastPart(as).length);
  return { source: firstOfPaths(names.map((name) => `${from.container}/${name}`)), target: `${container}/${target}` };
}

/** The last segment of a path; a folder retains its slash. */
const lastPart = (path: string): string => /[^/]*\/?$/u.exec(path)?.[0] ?? '';

/** The file, for a single blob that gets another name. */
function downloadTargetOf({ targetDir, selection: [first] }: DownloadSpec): string {
  return first?.kind === 'blob' && first.as !== undefined ? join(targetDir, first.as) : targetDir;
}

function firstOfBlobs({ container, selection }: DownloadSpec): string {
  const places = selection.map((chosen) => (chosen.kind === 'prefix' ? chosen.prefix : chosen.name));
  // A repair takes what the check found, wherever it is in the container.
  if (places.length === 0) return container;
  return firstOfPaths(places.map((targetPath) => (targetPath === '' ? container : `${container}/${targetPath}`)));
}

function firstOfPaths([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : t`${first} and ${formatCount(others.length)} more`;
}
