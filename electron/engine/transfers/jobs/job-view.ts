// The view of a job for the queue, its run over time, and the blocks of a file; derived from its standing and live
// measurements. Pure.
import { type BlockNumber, halvingsOf, positionOf } from '@shared/model/block-number';
import type { MonitorState } from '@shared/model/monitor-state';
import type { TransferJob } from '@shared/model/transfer';
import type { PaceNow } from '@shared/model/transfer-pace';
import type { FileBlocks, SentByJob, TransferTrace } from '@shared/model/transfer-trace';
import { addWaits, noWaits } from '@shared/monitor/bottleneck';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { bytesIn, coverOf } from '../plan/blocks';
import { sourceOf } from '../plan/specs';
import type { Job } from './job';
import { jobEndpointsOf } from './job-endpoints';
import type { BlockTrace } from '../progress/job-trace';
import { noteOf } from '../records/job-remarks';
import { totalsOf } from '../records/files-state';
import { type JobState, endedFilesOf, isEnded } from '../records/job-state';
import type { EndedSpan } from '../progress/span-ring';

/** How a job looks in the queue. */
export function snapshotOf(
  jobState: JobState,
  job: Job | null,
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
    // What rests may have been told more since its run.
    note: [noteOf(jobState) || job?.note(), pausedText(jobState), totals.final ? '' : unplannedText(jobState)]
      .filter(Boolean)
      .join(' · '),
    createdAtMs: head.createdAtMs,
    endedAtMs: jobState.endedAtMs,
    ...(jobState.ranMs === null ? {} : { ranMs: jobState.ranMs }),
  };
}

/** When everything is sent, only the service's answers are missing, and no rate can predict those. */
function timeLeftOf(jobState: JobState, { progress }: Job, files: number, leftBytes: number): number | null {
  const leftFiles = Math.max(0, files - endedFilesOf(jobState) - jobState.paused.size);
  if (leftBytes === 0 && leftFiles <= progress.inFlight) return null;
  const { spec } = jobState.head;
  if (spec.kind !== 'verify') return progress.timeLeft(leftBytes, leftFiles);
  // If nothing had to be read so far, nothing is expected to be read for the others.
  if (progress.movedBytes === 0) return progress.timeLeft(0, leftFiles);
  if (spec.of.kind === 'folder') return progress.timeLeft(leftBytes, leftFiles);
  // A check of an earlier job learns a file's size when it looks at it; unknown files are assumed to be as large as the
  // known ones.
  const { filesDone, bytesDone, failed, bytesFailed } = jobState;
  const compared = filesDone + failed.size;
  if (compared === 0) return null;
  return progress.timeLeft(((bytesDone + bytesFailed) / compared) * leftFiles, leftFiles);
}

function pausedText({ state, paused }: JobState): string {
  return paused.size === 0 || isEnded(state) ? '' : t`${counted(paused.size, 'file')} paused`;
}

/** What is left of the files that a person has paused, which moves when they are resumed. */
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
  return canGoOn && files > 0 ? t`planning was not finished: going on plans the rest` : '';
}

/** Over all its runs; over the last one if earlier ones did not record it. */
function sentBy(jobState: JobState, job: Job | null): Pick<TransferJob, 'requests' | 'retries' | 'throttled'> {
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
export function traceOf(job: Job | null): TransferTrace | null {
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

/** What a job has sent, also when it has not run since the engine started. */
export function sentByJobOf({ sent, files }: JobState, job: Job | null): SentByJob {
  const recorded = sent?.operations ?? (files === 0 ? [] : null);
  const ofAll = job === null ? recorded : job.allRuns.operations;
  if (ofAll !== null) return { operations: [...ofAll], of: 'all-runs' };
  return job === null
    ? { operations: [], of: 'unknown' }
    : { operations: [...job.statistics.operations], of: 'this-run' };
}

/** What all current runs wait for together. `runs` may contain runs that are over. */
export function pressureOf(runs: readonly Job[], threadUse: number): MonitorState['transfers'] {
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

/** The blocks of a file that is open or failed, or done while its requests are still held; otherwise null. */
export function blocksOf(jobState: JobState, job: Job | null, f: number): FileBlocks | null {
  const known = jobState.open.get(f) ?? jobState.failed.get(f);
  const file = known?.file;
  if (!known || !file) return doneBlocksOf(job?.trace.movedBlocks(f) ?? []);
  const { name, bytes, blockBytes } = file;
  const traced = job?.trace.blocksOf(f) ?? new Map<BlockNumber, BlockTrace>();
  const numbers =
    blockBytes === 0 ? [0] : [...coverOf(file, [...known.blocks, ...traced.keys()])].map(({ number }) => number);
  const states = numbers.map((number) => {
    const state = traced.get(number)?.state;
    if (state === 'in-flight') return '1';
    if (state === 'again') return '3';
    return state === 'done' || known.blocks.has(number) ? '2' : '0';
  });
  return {
    name,
    bytes,
    blockBytes,
    numbers: numbers.some((number) => halvingsOf(number) > 0) ? numbers : [],
    states: states.join(''),
    latencyMs: numbers.map((number) => traced.get(number)?.latencyMs ?? null),
    retried: numbers.flatMap((number, index) => ((traced.get(number)?.tries ?? 1) > 1 ? [index] : [])),
  };
}

/** For a file that is done, its requests are the only source; those of earlier runs are missing. */
function doneBlocksOf(moved: readonly EndedSpan[]): FileBlocks | null {
  const [first] = moved;
  if (first === undefined) return null;
  const inOrder = [...moved].sort((a, b) => startOf(a.block ?? 0) - startOf(b.block ?? 0));
  const numbers = inOrder.map(({ block }) => block ?? 0);
  return {
    name: first.name,
    bytes: moved.reduce((sum, { bytes }) => sum + bytes, 0),
    blockBytes: moved.length === 1 ? 0 : Math.max(...moved.map(({ bytes }) => bytes)),
    numbers: numbers.every((number, index) => number === index) ? [] : numbers,
    states: '2'.repeat(moved.length),
    latencyMs: inOrder.map(({ fromMs, toMs }) => toMs - fromMs),
    retried: inOrder.flatMap(({ outcome }, index) => (outcome === 'retried' ? [index] : [])),
  };
}

/** Start of the block, in blocks of the plan. */
const startOf = (block: BlockNumber): number => positionOf(block) / 2 ** halvingsOf(block);

/** Whether it runs, or is paused by a timetable only. */
function isPaced({ state, waitsFor }: JobState): boolean {
  return !isEnded(state) && (state !== 'paused' || waitsFor === 'timetable') && state !== 'interrupted';
}

function waiting(
  jobState: JobState,
  job: Job | null,
  queuePosition: number | null,
): Pick<TransferJob, 'waitsFor' | 'queuePosition'> {
  if (queuePosition !== null) return { waitsFor: 'turn', queuePosition };
  const waitsFor = jobState.state === 'paused' ? jobState.waitsFor : (job?.waitsFor ?? null);
  return waitsFor === null ? {} : { waitsFor };
}

/**
 * What the journal holds of open files. A stopped run has released all of them. A running one counts a file itself once
 * it comes to it, which may take hours while the network is down.
 */
function knownBytes(jobState: JobState, job: Job | null): number {
  let bytes = 0;
  for (const [f, { file, blocks }] of jobState.openInBlocks) {
    if (job?.isRunning !== true || job.progress.bytesOf(f) === 0) bytes += bytesIn(file, blocks);
  }
  return bytes;
}

/** Of the failed files, what is safe: a retry does not move it again. */
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
  // Partly moved files are shown by their share, even a single one; half a plan is never shown as complete.
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
