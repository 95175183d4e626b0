// The standing of a job's files: how many there are, which are open and what of them is safe, which failed and why.
import type { BlockNumber } from '@shared/model/block-number';
import type { FileTiming } from '@shared/model/transfer';
import { type NameSet, createNameSet } from './name-set';
import type { EndedRecord, FileFailure, PlannedFile } from './job-records';

/** An open file of a job as the journal knows it. */
export interface OpenFile {
  readonly file: PlannedFile;
  /** As it was planned first; under another name it is still the same file of the plan. */
  readonly plannedPlace: string;
  /** Blocks known to be safe. */
  readonly blocks: Set<BlockNumber>;
  /** CRC-32 of what was sent or written as each block. */
  readonly sums: Map<BlockNumber, number>;
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
  readonly plannedPlace: string;
  readonly failure: FileFailure;
  readonly timing?: FileTiming | undefined;
  /** Blocks that were safe when it failed: a retry continues from there. */
  readonly blocks: ReadonlySet<BlockNumber>;
  readonly sums: ReadonlyMap<BlockNumber, number>;
}

export interface FileStanding {
  /** Files that are neither done, skipped nor failed. */
  readonly open: Map<number, OpenFile>;
  /** Those that move in blocks, and everything that has progress to show: few among many. */
  readonly openInBlocks: Map<number, OpenFile>;
  /** Numbers of the open files that a person has paused. */
  readonly paused: Set<number>;
  readonly failed: Map<number, FailedFile>;
  /** Planned places of ended files, kept until the plan is complete: planning again must not list them again. */
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
   * The foreseen totals of the plan without skipped files; null when not counted, or when the actual totals are known.
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

export function noFiles(): FileStanding {
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

export function openFile(standing: FileStanding, file: PlannedFile, earlier: OpenFile['earlier']): void {
  const failed = standing.failed.get(file.f);
  const before = standing.open.get(file.f)?.file ?? failed?.file ?? null;
  const known = standing.open.has(file.f) || failed !== undefined;
  const sums = new Map(sumsThatStay(standing, file));
  if (failed !== undefined) forgetFailure(standing, file.f, failed);
  // A killed run may have stored files whose planning did not reach the disk: they are planned again.
  const mayBeStored = standing.ranBefore === 'yes' ? 'yes' : earlier;
  setOpen(standing, {
    file,
    plannedPlace: standing.open.get(file.f)?.plannedPlace ?? failed?.plannedPlace ?? plannedPlaceOf(file),
    blocks: new Set(),
    sums,
    committingMd5: null,
    copiedEtag: null,
    earlier: mayBeStored,
    recheck: 'no',
  });
  if (!known) standing.files += 1;
  standing.bytes += file.bytes - (before?.bytes ?? 0);
  standing.nextFile = Math.max(standing.nextFile, file.f + 1);
}

/** A file that was found at another path is still what its blocks were read from. */
function sumsThatStay(standing: FileStanding, file: PlannedFile): Iterable<[BlockNumber, number]> {
  const known = standing.open.get(file.f) ?? standing.failed.get(file.f);
  const before = known?.file;
  if (file.t !== 'upload' || before?.t !== 'upload') return [];
  const stateOf = ({ attempt, bytes, blockBytes, mtimeNs, ino, idBytes }: typeof file): string =>
    [attempt, bytes, blockBytes, mtimeNs, ino, idBytes].join();
  return stateOf(file) === stateOf(before) ? (known?.sums ?? []) : [];
}

function setOpen(standing: FileStanding, open: OpenFile): void {
  const { f, blockBytes } = open.file;
  standing.open.set(f, open);
  if (blockBytes > 0) standing.openInBlocks.set(f, open);
  else standing.openInBlocks.delete(f);
}

/** `plan`: a failure without a file is planned again. */
export function reopenFile(standing: FileStanding, f: number, plan?: 'again'): void {
  const failed = standing.failed.get(f);
  if (failed === undefined) return;
  forgetFailure(standing, f, failed);
  if (failed.file === null) {
    standing.files -= 1;
    if (plan === undefined) return;
    if (standing.unplanned.size === 0) standing.unplannedFrom = standing.nextFile;
    standing.unplanned.set(f, failed.failure);
    return;
  }
  const { file, plannedPlace } = failed;
  setOpen(standing, {
    file,
    plannedPlace,
    blocks: new Set(failed.blocks),
    sums: new Map(failed.sums),
    committingMd5: null,
    copiedEtag: null,
    earlier: 'yes',
    recheck: 'yes',
  });
}

/** Everything about this failure is known now. */
export function plannedOnceMore(standing: FileStanding, f: number): void {
  standing.unplanned.delete(f);
  standing.unplannedFrom = standing.nextFile;
  if (standing.planned) standing.settled.clear();
}

/** Whether the service was asked to make the file and nobody has seen the answer: it may be there. */
export function isPerhapsWritten(open: OpenFile | undefined): boolean {
  return open !== undefined && open.committingMd5 !== null;
}

/** How many of the open files. */
export function perhapsWrittenIn({ open }: FileStanding): number {
  return [...open.values()].filter(isPerhapsWritten).length;
}

/** Nothing is left to plan or to move. */
export function isAllTried({ planned, unplanned, open }: FileStanding): boolean {
  return planned && unplanned.size === 0 && open.size === 0;
}

/** Nothing is left but files that a person has paused. */
export function isAllPaused({ planned, unplanned, open, paused }: FileStanding): boolean {
  return planned && unplanned.size === 0 && open.size > 0 && open.size === paused.size;
}

function forgetFailure(standing: FileStanding, f: number, { file }: FailedFile): void {
  standing.failed.delete(f);
  standing.failedInBlocks.delete(f);
  standing.bytesFailed -= file?.bytes ?? 0;
}

const noBlocks: ReadonlySet<BlockNumber> = new Set();
const noSums: ReadonlyMap<BlockNumber, number> = new Map();

export function endFile(standing: FileStanding, record: EndedRecord): void {
  const open = standing.open.get(record.f);
  const file = open?.file ?? null;
  if (open === undefined && endedBefore(standing, record.f)) return;
  standing.open.delete(record.f);
  standing.openInBlocks.delete(record.f);
  standing.paused.delete(record.f);
  standing.nextFile = Math.max(standing.nextFile, record.f + 1);
  if (record.failure !== undefined) {
    const before = standing.failed.get(record.f);
    // The same file recorded twice counts once.
    if (before !== undefined && open === undefined) {
      standing.failed.set(record.f, { ...before, failure: record.failure, timing: record.timing });
      return;
    }
    // A problem of the plan has no file of its own yet.
    if (file === null) standing.files += 1;
    // Usually empty, and there may be a hundred thousand of them.
    const blocks = open === undefined || open.blocks.size === 0 ? noBlocks : open.blocks;
    const sums = open === undefined || open.sums.size === 0 ? noSums : open.sums;
    const plannedPlace = open?.plannedPlace ?? '';
    standing.failed.set(record.f, {
      file,
      plannedPlace,
      failure: record.failure,
      timing: record.timing,
      blocks,
      sums,
    });
    standing.bytesFailed += file?.bytes ?? 0;
    if (blocks.size > 0) standing.failedInBlocks.add(record.f);
    return;
  }
  if (open === undefined || file === null) return;
  if (mayBePlannedAgain(standing, record.f)) standing.settled.add(open.plannedPlace);
  if (record.outcome === 'skipped') {
    standing.filesSkipped += 1;
    standing.bytes -= file.bytes;
    standing.bytesSkipped += file.bytes;
    if (standing.foreseen !== null) foresee(standing, standing.foreseen, file.bytes);
  } else {
    standing.filesDone += 1;
    standing.bytesDone += file.bytes;
  }
}

/** Planning again lists the known files too; planning a part again lists only what results from it. */
function mayBePlannedAgain({ planned, unplanned, unplannedFrom }: FileStanding, f: number): boolean {
  return !planned || (unplanned.size > 0 && f >= unplannedFrom);
}

/** A numbered file that is neither open nor failed was done or skipped; a problem of the plan has a new number. */
function endedBefore({ nextFile, failed, retold }: FileStanding, f: number): boolean {
  return f < nextFile && !failed.has(f) && retold === 'no';
}

/** Sets the foreseen totals, of which `bytesSkipped` are skipped. */
export function foresee(standing: FileStanding, { files, bytes }: PlanTotals, bytesSkipped: number): void {
  standing.foreseen = standing.planned ? null : { files, bytes: bytes - bytesSkipped };
}

/** As far as planned or counted; `final` when there are no more. */
export function totalsOf({ files, bytes, planned, foreseen }: FileStanding): PlanTotals & { readonly final: boolean } {
  if (foreseen === null) return { files, bytes, final: planned };
  return { files: Math.max(files, foreseen.files), bytes: Math.max(bytes, foreseen.bytes), final: true };
}

/** The name of the file at the target. */
export function placeOf(file: PlannedFile): string {
  return file.t === 'download' ? file.segments.join('/') : file.name;
}

/**
 * What a plan that is made again knows a file by. The place of a blob depends on those listed before it, which may have
 * changed, and another source of the same name is another file.
 */
export function plannedPlaceOf(file: PlannedFile): string {
  if (file.t === 'upload') return plannedUpload(file.path, file.name);
  return file.t === 'download' ? plannedDownload(file.name, file.wanted ?? file.segments) : file.name;
}

export function plannedUpload(path: string, name: string): string {
  return `${path}\n${name}`;
}

export function plannedDownload(name: string, wanted: readonly string[]): string {
  return `${name}\n${wanted.join('/')}`;
}

/** Source and target, as they are reported. */
export function placesOf(file: PlannedFile): { readonly source: string; readonly target: string } {
  switch (file.t) {
    case 'upload':
    case 'verify':
      return { source: file.path, target: file.name };
    case 'download':
      return { source: file.name, target: file.segments.join('/') };
    case 'copy':
      return { source: file.source, target: file.name };
  }
}
