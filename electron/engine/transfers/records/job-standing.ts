// Where a job stands: what the records of its journal add up to. The shortest records that lead there: job-compaction.ts.
import type { BlockNumber } from '@shared/model/block-number';
import type { TransferState, WaitReason } from '@shared/model/transfer';
import { type Pace, fullPace } from '@shared/model/transfer-pace';
import { type NameSet, createNameSet } from './name-set';
import type { KeptRemark } from './remarks';
import { SteadyMap } from './steady-map';
import type { EndedRecord, FileFailure, JobHead, JobRecord, JobStop, PlannedFile, SentCounts } from './job-records';

/** An open file of a job as the journal knows it. */
export interface OpenFile {
  readonly file: PlannedFile;
  /** Its target as it was planned; under another name it is still that file of the plan. */
  readonly plannedPlace: string;
  /** Those known to be safe. */
  readonly blocks: Set<BlockNumber>;
  /** MD5 of the commit that was begun; null before. */
  committingMd5: string | null;
  /** ETag of a verified copy whose source is still to be deleted; null before. */
  copiedEtag: string | null;
  /** Whether an earlier run may have staged blocks or stored the whole file. */
  earlier: 'yes' | 'no';
  /** Whether the source is looked at anew first, because the file has failed before. */
  readonly recheck: 'yes' | 'no';
}

export interface FailedFile {
  /** Null for what failed before it could be planned. */
  readonly file: PlannedFile | null;
  readonly failure: FileFailure;
  /** Those that were safe when it failed: tried again, it goes on from there. */
  readonly blocks: ReadonlySet<BlockNumber>;
}

export interface JobStanding {
  readonly head: JobHead;
  /** Files that are neither done, skipped nor failed. */
  readonly open: SteadyMap<number, OpenFile>;
  /** Those of them that are moved in blocks: few among many, and all that has something to show before its end. */
  readonly openInBlocks: Map<number, OpenFile>;
  readonly failed: Map<number, FailedFile>;
  /** Targets of ended files, until the plan is complete: an interrupted plan must not bring them again. */
  readonly settled: NameSet;
  planned: boolean;
  /** Whether an earlier run of this job has begun to move files. */
  ranBefore: 'yes' | 'no';
  files: number;
  bytes: number;
  filesDone: number;
  bytesDone: number;
  filesSkipped: number;
  /** Of the failed files. */
  bytesFailed: number;
  nextFile: number;
  state: TransferState;
  /** What was remarked of its files, and its words of then. */
  remarks: readonly KeptRemark[];
  note: string;
  stop: JobStop | null;
  pace: Pace;
  /** Why it is paused. */
  waitsFor: WaitReason | null;
  endedAtMs: number | null;
  /** How long all its runs took together, without the time between them; null where nobody wrote it down. */
  ranMs: number | null;
  /** What all its runs have sent; null where nobody wrote it down. */
  sent: SentCounts | null;
  /** Wall time since which a run is on that has not ended and is not in `ranMs`; null for none, and where `ranMs` is unknown. */
  runningSinceMs: number | null;
}

export function newStanding(head: JobHead): JobStanding {
  return {
    head,
    open: new SteadyMap(),
    openInBlocks: new Map(),
    failed: new Map(),
    settled: createNameSet(),
    planned: false,
    ranBefore: 'no',
    files: 0,
    bytes: 0,
    filesDone: 0,
    bytesDone: 0,
    filesSkipped: 0,
    bytesFailed: 0,
    nextFile: 0,
    state: 'waiting',
    remarks: [],
    note: '',
    stop: null,
    pace: firstPace(head),
    waitsFor: null,
    endedAtMs: null,
    ranMs: null,
    sent: null,
    runningSinceMs: null,
  };
}

/** Files that are over: done, skipped or failed. */
export function endedFilesOf({ filesDone, filesSkipped, failed }: JobStanding): number {
  return filesDone + filesSkipped + failed.size;
}

/** Whether the service has answered an earlier run: of what moved, and of plans that are made of its listings. */
export function hasReachedService({ head, files, filesDone, openInBlocks }: JobStanding): boolean {
  if (filesDone > 0 || (head.spec.kind !== 'upload' && files > 0)) return true;
  return [...openInBlocks.values()].some(({ blocks }) => blocks.size > 0);
}

/** Before a person sets another one. */
export function firstPace({ spec }: JobHead): Pace {
  const { limitRate } = spec.options;
  return limitRate === undefined ? fullPace : { kind: 'limit', bytesPerSecond: limitRate };
}

/** A paused or interrupted job has not ended: it can go on. */
export function isEnded(state: JobStanding['state']): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** Where a job stands after these records; null when they do not begin with a job. */
export function standingOf(records: readonly JobRecord[]): JobStanding | null {
  const head = records[0];
  if (head?.t !== 'job') return null;
  const standing = newStanding(head);
  for (const record of records.slice(1)) apply(standing, record, 'yes');
  return standing;
}

/** Adds one record. `earlier`: whether it was written by another run. */
export function apply(standing: JobStanding, record: JobRecord, earlier: OpenFile['earlier'] = 'no'): void {
  switch (record.t) {
    case 'job':
      return;
    case 'upload':
    case 'download':
    case 'copy':
    case 'verify':
      openFile(standing, record, earlier);
      return;
    case 'planned':
      standing.planned = true;
      standing.settled.clear();
      return;
    case 'blocks': {
      const open = standing.open.get(record.f);
      for (const [from, to] of record.runs) for (let number = from; number <= to; number += 1) open?.blocks.add(number);
      return;
    }
    case 'committing': {
      const open = standing.open.get(record.f);
      if (open !== undefined) open.committingMd5 = record.md5;
      if (standing.planned && standing.files === 1) standing.state = 'committing';
      return;
    }
    case 'copied': {
      const open = standing.open.get(record.f);
      if (open !== undefined) open.copiedEtag = record.etag;
      return;
    }
    case 'ended':
      endFile(standing, record);
      return;
    case 'pace':
      standing.pace = record.pace;
      return;
    case 'retry':
      reopenFile(standing, record.f);
      return;
    case 'totals':
      Object.assign(standing, {
        files: record.files,
        bytes: record.bytes,
        filesDone: record.filesDone,
        bytesDone: record.bytesDone,
        filesSkipped: record.filesSkipped,
        nextFile: record.nextFile,
      });
      return;
    case 'state':
      followRun(standing, record);
      standing.state = record.state;
      standing.note = record.note;
      standing.remarks = record.remarks ?? [];
      standing.stop = record.stop ?? null;
      standing.waitsFor = record.waitsFor ?? null;
      standing.endedAtMs = isEnded(record.state) ? record.atMs : null;
      return;
  }
}

/**
 * A run begins as `planning`, or as `running` where its plan is known, and says so again with what all took by then; so
 * does its end. Where earlier runs did not write down what they took, this one's time says nothing about all.
 */
function followRun(standing: JobStanding, { state, atMs, ranMs, sent }: Extract<JobRecord, { t: 'state' }>): void {
  standing.ranMs = ranMs ?? standing.ranMs;
  standing.sent = sent ?? standing.sent;
  if (ranMs === undefined && standing.state === 'planning' && state === 'running') return;
  const isOn = state === 'planning' || state === 'running' || state === 'committing';
  standing.runningSinceMs = isOn && (standing.ranMs !== null || standing.files === 0) ? atMs : null;
}

/** To be called when a job goes on in the same process: what is open was begun by the run before. */
export function markEarlier(standing: JobStanding): void {
  standing.ranBefore = 'yes';
  for (const open of standing.open.values()) open.earlier = 'yes';
}

function openFile(standing: JobStanding, file: PlannedFile, earlier: OpenFile['earlier']): void {
  const failed = standing.failed.get(file.f);
  const before = standing.open.get(file.f)?.file ?? failed?.file ?? null;
  const known = standing.open.has(file.f) || failed !== undefined;
  if (failed !== undefined) forgetFailure(standing, file.f, failed);
  // A run that was killed may have stored files whose plan did not reach the disk: they are planned again.
  const mayBeStored = standing.ranBefore === 'yes' ? 'yes' : earlier;
  setOpen(standing, {
    file,
    plannedPlace: standing.open.get(file.f)?.plannedPlace ?? placeOf(file),
    blocks: new Set(),
    committingMd5: null,
    copiedEtag: null,
    earlier: mayBeStored,
    recheck: 'no',
  });
  if (!known) standing.files += 1;
  standing.bytes += file.bytes - (before?.bytes ?? 0);
  standing.nextFile = Math.max(standing.nextFile, file.f + 1);
}

function setOpen(standing: JobStanding, open: OpenFile): void {
  const { f, blockBytes } = open.file;
  standing.open.set(f, open);
  if (blockBytes > 0) standing.openInBlocks.set(f, open);
  else standing.openInBlocks.delete(f);
}

function reopenFile(standing: JobStanding, f: number): void {
  const failed = standing.failed.get(f);
  if (failed === undefined) return;
  forgetFailure(standing, f, failed);
  if (failed.file === null) {
    standing.files -= 1;
    return;
  }
  const { file } = failed;
  setOpen(standing, {
    file,
    plannedPlace: placeOf(file),
    blocks: new Set(failed.blocks),
    committingMd5: null,
    copiedEtag: null,
    earlier: 'yes',
    recheck: 'yes',
  });
}

function forgetFailure(standing: JobStanding, f: number, { file }: FailedFile): void {
  standing.failed.delete(f);
  standing.bytesFailed -= file?.bytes ?? 0;
}

const noBlocks: ReadonlySet<BlockNumber> = new Set();

function endFile(standing: JobStanding, record: EndedRecord): void {
  const open = standing.open.get(record.f);
  const file = open?.file ?? null;
  standing.open.delete(record.f);
  standing.openInBlocks.delete(record.f);
  standing.nextFile = Math.max(standing.nextFile, record.f + 1);
  if (record.failure !== undefined) {
    // A problem met while planning has no file of its own yet.
    if (file === null) standing.files += 1;
    // Most have none, and there may be a hundred thousand of them.
    const blocks = open === undefined || open.blocks.size === 0 ? noBlocks : open.blocks;
    standing.failed.set(record.f, { file, failure: record.failure, blocks });
    standing.bytesFailed += file?.bytes ?? 0;
    return;
  }
  if (open === undefined || file === null) return;
  if (!standing.planned) standing.settled.add(open.plannedPlace);
  if (record.outcome === 'skipped') {
    standing.filesSkipped += 1;
    standing.bytes -= file.bytes;
  } else {
    standing.filesDone += 1;
    standing.bytesDone += file.bytes;
  }
}

/** The name that a file gets on the other side. */
export function placeOf(file: PlannedFile): string {
  return file.t === 'download' ? file.segments.join('/') : file.name;
}
