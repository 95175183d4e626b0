// The state of a job's files: how many there are, which are open and what of them is safe, which failed and why. Over 300
// lines, because every record about a file changes several of these at once.
import type { BlockNumber } from '@shared/model/block-number';
import type { FileTiming } from '@shared/model/transfer';
import { type NameSet, createNameSet } from './name-set';
import type { EndedRecord, FileFailure, PlannedFile } from './job-records';

/** An open file of a job as the journal knows it. */
export interface OpenFile {
  readonly file: PlannedFile;
  /** As it was planned first; under another name it is still the same file of the plan. */
  readonly plannedTarget: string;
  /** Blocks known to be safe. Changed by `addSafeBlocks` only: files without any share one empty set. */
  blocks: Set<BlockNumber>;
  /** CRC-32 of the bytes sent or written as each block; shared in the same way. */
  sums: Map<BlockNumber, number>;
  /**
   * MD5 of the commit that was started; empty for a file of a single request that was cut off, and where no MD5 is
   * stored. Null before.
   */
  committingMd5: string | null;
  /** ETag of a verified copy whose source has still to be deleted; null before. */
  copiedEtag: string | null;
  /** Whether an earlier run may have staged blocks or stored the whole file. */
  earlier: 'yes' | 'no';
  /** Whether the source must be checked again first, because the file has failed before. */
  readonly recheck: 'yes' | 'no';
}

export interface FailedFile {
  /** Null for what failed before it could be planned. */
  readonly file: PlannedFile | null;
  /** As for an open file; empty when it was never planned. */
  readonly plannedTarget: string;
  readonly failure: FileFailure;
  readonly timing?: FileTiming | undefined;
  /** Blocks that were safe when it failed: a retry continues from there. */
  readonly blocks: Set<BlockNumber>;
  readonly sums: Map<BlockNumber, number>;
}

export interface FilesState {
  /** Files that are neither done, skipped nor failed. */
  readonly open: Map<number, OpenFile>;
  /** Those that move in blocks, and everything that has progress to show: few among many. */
  readonly openInBlocks: Map<number, OpenFile>;
  /** Numbers of the open files that a user has paused. */
  readonly paused: Set<number>;
  readonly failed: Map<number, FailedFile>;
  /** Planned targets of ended files, until the plan is complete: planning again must not list them again. */
  readonly settled: NameSet;
  planned: boolean;
  /** What failed during planning and should be planned again, by number. */
  readonly unplanned: Map<number, FileFailure>;
  /** Files from this number on result from that. */
  unplannedFrom: number;
  /** Whether an earlier run of this job has begun to move files. */
  ranBefore: 'yes' | 'no';
  files: number;
  bytes: number;
  filesDone: number;
  bytesDone: number;
  filesSkipped: number;
  bytesSkipped: number;
  /** Of the failed files. */
  bytesFailed: number;
  /** Numbers of the failed files of which blocks are safe: few among many. */
  readonly failedInBlocks: Set<number>;
  /**
   * The expected totals of the plan without skipped files; null when not counted, or when the actual totals are known.
   */
  foreseen: PlanTotals | null;
  nextFile: number;
  /** Whether records of a compacted journal repeat failures that its totals count already. */
  retold: 'yes' | 'no';
}

/** Files and bytes of a job. */
export interface PlanTotals {
  readonly files: number;
  readonly bytes: number;
}

export function noFiles(): FilesState {
  return {
    open: new Map(),
    openInBlocks: new Map(),
    paused: new Set(),
    failed: new Map(),
    settled: createNameSet(),
    planned: false,
    unplanned: new Map(),
    unplannedFrom: 0,
    ranBefore: 'no',
    files: 0,
    bytes: 0,
    filesDone: 0,
    bytesDone: 0,
    filesSkipped: 0,
    bytesSkipped: 0,
    bytesFailed: 0,
    failedInBlocks: new Set(),
    foreseen: null,
    nextFile: 0,
    retold: 'no',
  };
}

/** There may be a hundred thousand files without blocks. */
const noBlocks: OpenFile['blocks'] = new Set();
const noSums: OpenFile['sums'] = new Map();

export function openFile(state: FilesState, file: PlannedFile, earlier: OpenFile['earlier']): void {
  const failed = state.failed.get(file.f);
  const before = state.open.get(file.f)?.file ?? failed?.file ?? null;
  const known = state.open.has(file.f) || failed !== undefined;
  const sums = sumsThatStay(state, file);
  if (failed !== undefined) forgetFailure(state, file.f, failed);
  // A killed run may have stored files whose planning did not reach the disk: they are planned again.
  const mayBeStored = state.ranBefore === 'yes' ? 'yes' : earlier;
  setOpen(state, {
    file,
    plannedTarget: state.open.get(file.f)?.plannedTarget ?? failed?.plannedTarget ?? plannedTargetOf(file),
    blocks: noBlocks,
    sums,
    committingMd5: null,
    copiedEtag: null,
    earlier: mayBeStored,
    recheck: 'no',
  });
  if (!known) state.files += 1;
  state.bytes += file.bytes - (before?.bytes ?? 0);
  state.nextFile = Math.max(state.nextFile, file.f + 1);
}

/** A file that was found at another path is still the source of its blocks. */
function sumsThatStay(state: FilesState, file: PlannedFile): OpenFile['sums'] {
  const known = state.open.get(file.f) ?? state.failed.get(file.f);
  const before = known?.file;
  if (file.t !== 'upload' || before?.t !== 'upload') return noSums;
  const stateOf = ({ attempt, bytes, blockBytes, mtimeNs, ino, idBytes }: typeof file): string =>
    [attempt, bytes, blockBytes, mtimeNs, ino, idBytes].join();
  if (known === undefined || known.sums.size === 0 || stateOf(file) !== stateOf(before)) return noSums;
  return new Map(known.sums);
}

/** `sums`: of these blocks, in their order. A block without one loses the one that it had. */
export function addSafeBlocks(open: OpenFile, numbers: readonly BlockNumber[], sums: readonly number[] = []): void {
  if (numbers.length === 0) return;
  if (open.blocks === noBlocks) open.blocks = new Set();
  if (open.sums === noSums) open.sums = new Map();
  for (const [index, number] of numbers.entries()) {
    const sum = sums[index];
    open.blocks.add(number);
    if (sum === undefined) open.sums.delete(number);
    else open.sums.set(number, sum);
  }
}

function setOpen(state: FilesState, open: OpenFile): void {
  const { f, blockBytes } = open.file;
  state.open.set(f, open);
  if (blockBytes > 0) state.openInBlocks.set(f, open);
  else state.openInBlocks.delete(f);
}

/** `plan`: a failure without a file is planned again. */
export function reopenFile(state: FilesState, f: number, plan?: 'again'): void {
  const failed = state.failed.get(f);
  if (failed === undefined) return;
  forgetFailure(state, f, failed);
  if (failed.file === null) {
    state.files -= 1;
    if (plan === undefined) return;
    if (state.unplanned.size === 0) state.unplannedFrom = state.nextFile;
    state.unplanned.set(f, failed.failure);
    return;
  }
  const { file, plannedTarget } = failed;
  setOpen(state, {
    file,
    plannedTarget,
    blocks: failed.blocks,
    sums: failed.sums,
    committingMd5: null,
    copiedEtag: null,
    earlier: 'yes',
    recheck: 'yes',
  });
}

/** Everything about this failure is known now. */
export function plannedOnceMore(state: FilesState, f: number): void {
  state.unplanned.delete(f);
  state.unplannedFrom = state.nextFile;
  if (state.planned) state.settled.clear();
}

/** Whether a request that creates the file was sent and its response is unknown: the file may exist. */
export function isPerhapsWritten(open: OpenFile | undefined): boolean {
  return open !== undefined && open.committingMd5 !== null;
}

/** How many of the open files. */
export function perhapsWrittenIn({ open }: FilesState): number {
  return [...open.values()].filter(isPerhapsWritten).length;
}

/** Nothing is left to plan or to move. */
export function isAllTried({ planned, unplanned, open }: FilesState): boolean {
  return planned && unplanned.size === 0 && open.size === 0;
}

/** Nothing is left but files that a user has paused. */
export function isAllPaused({ planned, unplanned, open, paused }: FilesState): boolean {
  return planned && unplanned.size === 0 && open.size > 0 && open.size === paused.size;
}

function forgetFailure(state: FilesState, f: number, { file }: FailedFile): void {
  state.failed.delete(f);
  state.failedInBlocks.delete(f);
  state.bytesFailed -= file?.bytes ?? 0;
}

export function endFile(state: FilesState, record: EndedRecord): void {
  const open = state.open.get(record.f);
  const file = open?.file ?? null;
  if (open === undefined && endedBefore(state, record.f)) return;
  state.open.delete(record.f);
  state.openInBlocks.delete(record.f);
  state.paused.delete(record.f);
  state.nextFile = Math.max(state.nextFile, record.f + 1);
  if (record.failure !== undefined) {
    const before = state.failed.get(record.f);
    // The same file recorded twice counts once.
    if (before !== undefined && open === undefined) {
      state.failed.set(record.f, { ...before, failure: record.failure, timing: record.timing });
      return;
    }
    // A problem of the plan has no separate file yet.
    if (file === null) state.files += 1;
    const { blocks, sums } = open ?? { blocks: noBlocks, sums: noSums };
    const plannedTarget = open?.plannedTarget ?? '';
    state.failed.set(record.f, {
      file,
      plannedTarget,
      failure: record.failure,
      timing: record.timing,
      blocks,
      sums,
    });
    state.bytesFailed += file?.bytes ?? 0;
    if (blocks.size > 0) state.failedInBlocks.add(record.f);
    return;
  }
  if (open === undefined || file === null) return;
  if (mayBePlannedAgain(state, record.f)) state.settled.add(open.plannedTarget);
  if (record.outcome === 'skipped') {
    state.filesSkipped += 1;
    state.bytes -= file.bytes;
    state.bytesSkipped += file.bytes;
    if (state.foreseen !== null) foresee(state, state.foreseen, file.bytes);
  } else {
    state.filesDone += 1;
    state.bytesDone += file.bytes;
  }
}

/** Planning again also lists the known files; planning a part again lists only its results. */
function mayBePlannedAgain({ planned, unplanned, unplannedFrom }: FilesState, f: number): boolean {
  return !planned || (unplanned.size > 0 && f >= unplannedFrom);
}

/** A numbered file that is neither open nor failed was done or skipped; a problem of the plan has a new number. */
function endedBefore({ nextFile, failed, retold }: FilesState, f: number): boolean {
  return f < nextFile && !failed.has(f) && retold === 'no';
}

/** Sets the foreseen totals, of which `bytesSkipped` are skipped. */
export function foresee(state: FilesState, { files, bytes }: PlanTotals, bytesSkipped: number): void {
  state.foreseen = state.planned ? null : { files, bytes: bytes - bytesSkipped };
}

/** As planned or counted until now; `final` when there are no more. */
export function totalsOf({ files, bytes, planned, foreseen }: FilesState): PlanTotals & { readonly final: boolean } {
  if (foreseen === null) return { files, bytes, final: planned };
  return { files: Math.max(files, foreseen.files), bytes: Math.max(bytes, foreseen.bytes), final: true };
}

/** The name of the file at the target. */
export function targetOf(file: PlannedFile): string {
  return file.t === 'download' ? file.segments.join('/') : file.name;
}

/**
 * By which a plan that is made again recognises a file. The target of a blob depends on those listed before it, which may have
 * changed, and another source of the same name is another file.
 */
export function plannedTargetOf(file: PlannedFile): string {
  if (file.t === 'upload') return plannedUpload(file.path, file.name);
  if (file.t === 'remove') return plannedRemoval(file.name);
  return file.t === 'download' ? plannedDownload(file.name, file.wanted ?? file.segments) : file.name;
}

/** A name can be deleted, and be written by an earlier run of the same job. */
function plannedRemoval(name: string): string {
  return `${name}\nremove`;
}

export function plannedUpload(path: string, name: string): string {
  return `${path}\n${name}`;
}

export function plannedDownload(name: string, wanted: readonly string[]): string {
  return `${name}\n${wanted.join('/')}`;
}

/** Source and target, as they are reported. */
export function endpointsOf(file: PlannedFile): { readonly source: string; readonly target: string } {
  switch (file.t) {
    case 'upload':
    case 'verify':
      return { source: file.path, target: file.name };
    case 'download':
      return { source: file.name, target: file.segments.join('/') };
    case 'copy':
      return { source: file.source, target: file.name };
    case 'remove':
      return { source: '', target: file.name };
  }
}
