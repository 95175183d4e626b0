// The files of a job, page by page, and the blocks of one of them, as a job's page shows them.
import { lstat } from 'node:fs/promises';
import { codeWithText } from '@shared/error-text/service-codes';
import { causeKeyOf } from '@shared/failure-causes';
import { type BlockNumber, halvingsOf, positionOf } from '@shared/model/block-number';
import type { FileBlocks } from '@shared/model/transfer-trace';
import { mapConcurrent } from '@shared/map-concurrent';
import type { FailedItem, JobFile } from '@shared/model/transfer';
import { localError } from '../../../disk/local-error';
import { bytesIn, coverOf } from '../plan/blocks';
import type { BlockTrace, EndedSpan } from '../progress/job-trace';
import { type UnitState, unit } from '../progress/job-progress';
import type { JobRun } from './run';
import { type FailedFile, type OpenFile, endpointsOf } from '../records/files-state';
import type { UploadFile } from '../records/job-records';
import type { JobState } from '../records/job-state';
import type { SettledFile, SettledFilesQuery, SettledPage } from '../records/settled-files';
import { skipReasonText } from '../records/remarks';

export interface FilesQuery {
  readonly state: 'open' | 'failed' | 'done' | 'skipped';
  readonly code?: string | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Of done and skipped files: every n-th one; default 1. */
  readonly every?: number | undefined;
}

/** Failed files of one code. `context`: further facts that their wording depends on. */
interface Cause {
  readonly code: string;
  readonly files: number;
  readonly context?: Record<string, string>;
}

export interface FileAnswer {
  readonly total: number;
  readonly files: JobFile[];
  readonly causes: Cause[];
}

export interface RequestedJob {
  readonly state: JobState;
  /** Its run in this process; null when it has none. */
  readonly run: JobRun | null;
  /** Done and skipped files, whose names only the disk holds. */
  readonly settled: (query: SettledFilesQuery) => Promise<SettledPage>;
}

/** Rejects when the disk cannot be read. */
export async function filesOf({ state: jobState, run, settled }: RequestedJob, query: FilesQuery): Promise<FileAnswer> {
  const { state, offset, limit, every } = query;
  if (state === 'open' || state === 'failed') return unsettledFilesOf(jobState, run, { ...query, state });
  const page = await settled({ outcome: state, offset, limit, every });
  return {
    total: page.total,
    files: page.files.map((file) => settledFileOf(jobState, file)),
    causes: causesOf(jobState),
  };
}

function unsettledFilesOf(
  jobState: JobState,
  job: JobRun | null,
  { state, code, offset, limit }: FilesQuery & { readonly state: 'open' | 'failed' },
): FileAnswer {
  const causes = causesOf(jobState);
  if (state === 'open') {
    const open = [...jobState.open.values()].slice(offset, offset + limit);
    return { total: jobState.open.size, files: open.map((one) => openFileOf(one, jobState, job)), causes };
  }
  const failed = inOrder(jobState).filter(([, { failure }]) => code === undefined || failure.code === code);
  return { total: failed.length, files: failed.slice(offset, offset + limit).map(failedFileOf), causes };
}

/** All of them, by number. */
export function failedFilesOf(jobState: JobState): JobFile[] {
  return inOrder(jobState).map(failedFileOf);
}

/**
 * For an upload: files that were missing at their planned path. `unplanned`: files that disappeared before their plan.
 */
export function lostSourcesOf({ failed }: JobState): {
  readonly files: readonly UploadFile[];
  readonly unplanned: number;
} {
  const lost = [...failed.values()].filter(({ failure }) => failure.code === 'local.not-found');
  const files = lost.flatMap(({ file }) => (file?.t === 'upload' ? [file] : []));
  return { files, unplanned: lost.length - files.length };
}

/** The same of an upload that rests, and those of its open files that are not there now. */
export async function lostAtRest(jobState: JobState): Promise<ReturnType<typeof lostSourcesOf>> {
  const { files, unplanned } = lostSourcesOf(jobState);
  const open = [...jobState.open.values()].flatMap(({ file }) => (file.t === 'upload' ? [file] : []));
  const gone = await mapConcurrent(open, maxConcurrentLookups, async (file) =>
    (await exists(file.path)) ? [] : [file],
  );
  return { files: [...files, ...gone.flat()], unplanned };
}

const maxConcurrentLookups = 16;

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (thrown: unknown) => localError(thrown, path).code !== 'local.not-found',
  );

type FailedEntry = readonly [f: number, file: FailedFile];

/** Ordered so that pages stay consistent while more files fail. */
const inOrder = (jobState: JobState): readonly FailedEntry[] => [...jobState.failed].sort(([a], [b]) => a - b);

function failedFileOf([f, { file, failure, blocks, timing }]: FailedEntry): JobFile {
  return {
    file: f,
    source: failure.source,
    target: failure.target,
    bytes: file?.bytes ?? null,
    bytesDone: file === null ? 0 : bytesIn(file, blocks),
    state: 'failed',
    code: failure.code,
    message: failure.message,
    context: failure.context,
    ...(timing === undefined ? {} : { timing }),
  };
}

function settledFileOf({ head }: JobState, file: SettledFile): JobFile {
  const { f, path, segments, name, source, bytes, outcome, reason, timing } = file;
  const targets =
    head.spec.kind === 'download'
      ? { source: name, target: segments.join('/') }
      : { source: source === '' ? path : source, target: name };
  return {
    file: f,
    ...targets,
    bytes,
    bytesDone: outcome === 'done' ? (bytes ?? 0) : 0,
    state: outcome,
    code: '',
    message: reason === undefined ? '' : skipReasonText(reason),
    ...(timing === undefined ? {} : { timing }),
  };
}

function openFileOf({ file, blocks }: OpenFile, { paused }: JobState, job: JobRun | null): JobFile {
  const running = job?.isRunning === true ? job : null;
  const shown = running?.progress.stateOf(file.f) ?? unit.untouched;
  const known = bytesIn(file, blocks);
  const moved = running?.progress.bytesOf(file.f) ?? 0;
  return {
    file: file.f,
    ...endpointsOf(file),
    bytes: file.bytes,
    // A run counts a file itself once it comes to it, and no longer while it is paused.
    bytesDone: moved > 0 ? moved : known,
    state: paused.has(file.f) ? 'paused' : movingState(shown),
    code: '',
    message: '',
  };
}

function movingState(shown: UnitState): JobFile['state'] {
  if (shown === unit.retrying) return 'retrying';
  return shown === unit.inFlight ? 'moving' : 'waiting';
}

function causesOf(jobState: JobState): Cause[] {
  const groups = new Map<string, { readonly first: FailedItem; files: number; isOne: boolean }>();
  for (const { failure } of jobState.failed.values()) {
    const known = groups.get(failure.code);
    if (known === undefined) groups.set(failure.code, { first: failure, files: 1, isOne: true });
    else {
      known.files += 1;
      known.isOne &&= causeKeyOf(known.first) === causeKeyOf(failure);
    }
  }
  return [...groups]
    .map(([code, { first, files, isOne }]) => ({ code, files, ...(isOne ? wordedBy(first) : several) }))
    .sort((a, b) => b.files - a.files);
}

const several: Pick<Cause, 'context'> = { context: { what: 'several' } };

/** Whether the blocking object can be replaced; earlier versions did not always record it. */
function wordedBy({ code, context }: FailedItem): Pick<Cause, 'context'> {
  const { what, folder, others } = context;
  // If others were accepted, neither the credential nor the network is to blame.
  if (others === 'accepted') return { context: { others } };
  const serviceCode = codeWithText(context);
  if (serviceCode !== null) return { context: { serviceCode } };
  if (code !== 'conflict.target-exists' || typeof what !== 'string') return {};
  return { context: { what, ...(typeof folder === 'string' ? { folder } : {}) } };
}

/** The blocks of a file that is open or failed, or done while its requests are still held; otherwise null. */
export function blocksOf(jobState: JobState, job: JobRun | null, f: number): FileBlocks | null {
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
