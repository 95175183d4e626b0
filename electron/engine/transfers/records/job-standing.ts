// The standing of a job: what the records of its journal add up to. For the shortest equivalent records see
// job-compaction.ts.
import type { BlockNumber } from '@shared/model/block-number';
import type { TransferState, WaitReason } from '@shared/model/transfer';
import { type Pace, fullPace } from '@shared/model/transfer-pace';
import {
  type FileStanding,
  type OpenFile,
  endFile,
  foresee,
  noFiles,
  openFile,
  plannedOnceMore,
  reopenFile,
} from './file-standing';
import type { KeptRemark } from './remarks';
import type { JobHead, JobRecord, JobStop, SentCounts } from './job-records';

/** The standing of its files is in file-standing.ts. */
export interface JobStanding extends FileStanding {
  readonly head: JobHead;
  state: TransferState;
  /** Remarks about its files, and their recorded text. */
  remarks: readonly KeptRemark[];
  note: string;
  stop: JobStop | null;
  pace: Pace;
  /** The lowest comes first. */
  turn: number;
  /** Why it is paused. */
  waitsFor: WaitReason | null;
  /** Whether a person wants everything tried in spite of refusals. */
  insists: 'yes' | 'no';
  endedAtMs: number | null;
  /** Time of all runs together, without pauses; null when unknown. */
  ranMs: number | null;
  /** Requests of all runs; null when unknown. */
  sent: SentCounts | null;
  /** Wall time at which the current run, not included in `ranMs`, began; null for none, and when `ranMs` is unknown. */
  runningSinceMs: number | null;
}

export function newStanding(head: JobHead): JobStanding {
  return {
    head,
    ...noFiles(),
    state: 'waiting',
    remarks: [],
    note: '',
    stop: null,
    pace: firstPace(head),
    turn: head.createdAtMs,
    waitsFor: null,
    insists: 'no',
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

/** Whether the service answered an earlier run: something was moved, or planned from its listings. */
export function hasReachedService({ head, files, filesDone, openInBlocks }: JobStanding): boolean {
  if (filesDone > 0 || (head.spec.kind !== 'upload' && files > 0)) return true;
  return [...openInBlocks.values()].some(({ blocks }) => blocks.size > 0);
}

/** The default until a person sets another one. */
export function firstPace({ spec }: JobHead): Pace {
  const { limitRate } = spec.options;
  return limitRate === undefined ? fullPace : { kind: 'limit', bytesPerSecond: limitRate };
}

/** For a record of the state. */
export function insistenceKept(insists: JobStanding['insists']): { readonly insists?: 'yes' } {
  return insists === 'yes' ? { insists } : {};
}

/** The record of a person's pausing or resuming a file. */
export function pauseOf(f: number, paused: 'yes' | 'no'): Extract<JobRecord, { t: 'blocks' }> {
  return { t: 'blocks', f, runs: [], paused };
}

/** Paused and interrupted jobs have not ended: they can be resumed. */
export function isEnded(state: JobStanding['state']): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** The standing after these records; null when they do not begin with a job. */
export function standingOf(records: readonly JobRecord[]): JobStanding | null {
  const head = records[0];
  if (head?.t !== 'job') return null;
  const standing = newStanding(head);
  for (const record of records.slice(1)) apply(standing, record, 'yes');
  return standing;
}

/** Adds one record. `earlier`: whether another run wrote it. */
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
    case 'foreseen':
      foresee(standing, record, standing.bytesSkipped);
      return;
    case 'planned':
      if (record.again !== undefined) {
        plannedOnceMore(standing, record.again);
        return;
      }
      standing.planned = true;
      standing.unplannedFrom = standing.nextFile;
      standing.foreseen = null;
      standing.settled.clear();
      return;
    case 'blocks': {
      const open = standing.open.get(record.f);
      if (open === undefined) return;
      numbersIn(record.runs).forEach((number, index) => {
        const sum = record.sums?.[index];
        open.blocks.add(number);
        if (sum === undefined) open.sums.delete(number);
        else open.sums.set(number, sum);
      });
      if (record.paused === 'yes') standing.paused.add(record.f);
      if (record.paused === 'no') standing.paused.delete(record.f);
      return;
    }
    case 'committing': {
      const open = standing.open.get(record.f);
      if (open !== undefined) open.committingMd5 = record.written === 'no' ? null : record.md5;
      if (record.written !== 'no' && standing.planned && standing.files === 1) standing.state = 'committing';
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
    case 'turn':
      standing.turn = record.at;
      return;
    case 'retry':
      reopenFile(standing, record.f, record.plan);
      return;
    case 'totals':
      Object.assign(standing, {
        files: record.files,
        bytes: record.bytes,
        filesDone: record.filesDone,
        bytesDone: record.bytesDone,
        filesSkipped: record.filesSkipped,
        bytesSkipped: record.bytesSkipped ?? 0,
        nextFile: record.nextFile,
        retold: 'yes',
      } satisfies Partial<FileStanding>);
      return;
    case 'state':
      standing.retold = 'no';
      followRun(standing, record);
      standing.state = record.state;
      standing.note = record.note;
      standing.remarks = record.remarks ?? [];
      standing.stop = record.stop ?? null;
      standing.waitsFor = record.waitsFor ?? null;
      standing.insists = record.insists ?? 'no';
      standing.endedAtMs = isEnded(record.state) ? record.atMs : null;
      return;
  }
}

function numbersIn(runs: readonly (readonly [number, number])[]): readonly BlockNumber[] {
  return runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/**
 * A run begins with the state `planning`, or `running` when its plan is known, and records its time again in that state
 * and at its end. If earlier runs did not record their time, this one says nothing about the total.
 */
function followRun(standing: JobStanding, { state, atMs, ranMs, sent }: Extract<JobRecord, { t: 'state' }>): void {
  standing.ranMs = ranMs ?? standing.ranMs;
  standing.sent = sent ?? standing.sent;
  if (ranMs === undefined && standing.state === 'planning' && state === 'running') return;
  const isOn = state === 'planning' || state === 'running' || state === 'committing';
  standing.runningSinceMs = isOn && (standing.ranMs !== null || standing.files === 0) ? atMs : null;
}

/** Call it when a job is resumed in the same process: its open files were begun by the previous run. */
export function markEarlier(standing: JobStanding): void {
  standing.ranBefore = 'yes';
  for (const open of standing.open.values()) open.earlier = 'yes';
}
