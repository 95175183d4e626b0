// The state of a job: what the records of its journal add up to, and the record of each change of its life cycle. For the
// shortest equivalent records see job-compaction.ts.
import type { BlockNumber } from '@shared/model/block-number';
import type { JobStatus, WaitReason } from '@shared/model/job-state';
import { type Pace, fullPace } from '@shared/model/transfer-pace';
import {
  type FilesState,
  type OpenFile,
  addSafeBlocks,
  endFile,
  foresee,
  noFiles,
  openFile,
  plannedOnceMore,
  reopenFile,
} from './files-state';
import { type Lifecycle, type LifecycleEvent, isEnded, isPossible, isUnderway, transition } from '../../jobs/lifecycle';
import { type JobNotes, type JobStop, type StoredRemark, persistedNotes } from './remarks';
import { type JobHead, type JobRecord, type SentCounts, jobRecord } from './job-records';
import type { JournalFormat } from '../../journal/journal-file';

/** Changes by `apply` alone. The state of its files is in files-state.ts. */
export interface JobState extends FilesState {
  readonly head: JobHead;
  readonly state: JobStatus;
  /** Remarks about its files, and their recorded text. */
  remarks: readonly StoredRemark[];
  note: string;
  stop: JobStop | null;
  pace: Pace;
  /** The lowest comes first. */
  turn: number;
  /** Why it is paused; null while it is not. */
  readonly waitsFor: WaitReason | null;
  /** Whether a user wants everything tried in spite of denials. */
  insists: 'yes' | 'no';
  endedAtMs: number | null;
  /** Time of all runs together, without pauses; null when unknown. */
  ranMs: number | null;
  /** Requests of all runs; null when unknown. */
  sent: SentCounts | null;
  /** Wall time at which the current run, not included in `ranMs`, began; null for none, and when `ranMs` is unknown. */
  runningSinceMs: number | null;
}

export function newJobState(head: JobHead): JobState {
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
export function endedFilesOf({ filesDone, filesSkipped, failed }: JobState): number {
  return filesDone + filesSkipped + failed.size;
}

/** Whether the service answered an earlier run: something was moved, or planned from its listings. */
export function hasReachedService({ head, files, filesDone, openInBlocks }: JobState): boolean {
  if (filesDone > 0 || (head.spec.kind !== 'upload' && files > 0)) return true;
  return [...openInBlocks.values()].some(({ blocks }) => blocks.size > 0);
}

/** The default until a user sets another one. */
export function firstPace({ spec }: JobHead): Pace {
  const { limitRate } = spec.options;
  return limitRate === undefined ? fullPace : { kind: 'limit', bytesPerSecond: limitRate };
}

/** For a record of the state. */
function insistenceField(insists: JobState['insists']): { readonly insists?: 'yes' } {
  return insists === 'yes' ? { insists } : {};
}

/** The record of a user's pausing or resuming a file. */
export function pauseOf(f: number, paused: 'yes' | 'no'): Extract<JobRecord, { t: 'blocks' }> {
  return { t: 'blocks', f, runs: [], paused };
}

type StateRecord = Extract<JobRecord, { t: 'state' }>;

export interface ChangeDetails extends Pick<StateRecord, 'ranMs' | 'sent'> {
  /** Wall time. */
  readonly atMs: number;
  /** Notes on the whole job; nothing if absent. */
  readonly notes?: JobNotes;
  readonly insists?: JobState['insists'];
}

/**
 * The journal record of a change of the job's life cycle: the only way in which its state changes.
 * @throws StowageError `bug.unexpected` for an event that cannot happen in its state
 */
export function stateChange(
  jobState: JobState,
  event: LifecycleEvent,
  { notes, insists = 'no', ...times }: ChangeDetails,
): StateRecord {
  return {
    t: 'state',
    ...transition(lifecycleOf(jobState), event),
    ...(notes === undefined ? { note: '' } : persistedNotes(notes)),
    ...insistenceField(insists),
    ...times,
  };
}

/** The record that leads to the current state; `notes`: other notes than those of the record. */
export function stateOf(jobState: JobState, notes: JobNotes = jobState): StateRecord {
  const { head, state, waitsFor, endedAtMs, insists, ranMs, sent } = jobState;
  return {
    t: 'state',
    state,
    atMs: endedAtMs ?? head.createdAtMs,
    ...persistedNotes(notes),
    ...(waitsFor === null ? {} : { waitsFor }),
    ...insistenceField(insists),
    ...(ranMs === null ? {} : { ranMs }),
    ...(sent === null ? {} : { sent }),
  };
}

export function lifecycleOf({ state, waitsFor }: JobState): Lifecycle {
  return state === 'paused' ? { state, waitsFor: waitsFor ?? 'person' } : { state };
}

/** A job as the records read until now leave it; null when the first of them is not that of a job. */
export interface ReplayedJob {
  jobState: JobState | null;
  records: number;
}

export const jobJournalFormat: JournalFormat<JobRecord, ReplayedJob> = {
  schema: jobRecord,
  start: () => ({ jobState: null, records: 0 }),
  add: (replayed, record) => {
    replayed.records += 1;
    if (record.t === 'job' && replayed.records === 1) replayed.jobState = newJobState(record);
    else if (replayed.jobState !== null) apply(replayed.jobState, record, 'yes');
  },
};

/** Adds one record. `earlier`: whether another run wrote it. */
export function apply(jobState: Mutable<JobState>, record: JobRecord, earlier: OpenFile['earlier'] = 'no'): void {
  switch (record.t) {
    case 'job':
      return;
    case 'upload':
    case 'download':
    case 'copy':
    case 'verify':
    case 'remove':
      openFile(jobState, record, earlier);
      return;
    case 'foreseen':
      foresee(jobState, record, jobState.bytesSkipped);
      return;
    case 'planned':
      if (record.again !== undefined) {
        plannedOnceMore(jobState, record.again);
        return;
      }
      jobState.planned = true;
      jobState.unplannedFrom = jobState.nextFile;
      jobState.foreseen = null;
      jobState.settled.clear();
      return;
    case 'blocks': {
      const open = jobState.open.get(record.f);
      if (open === undefined) return;
      addSafeBlocks(open, numbersIn(record.runs), record.sums);
      if (record.paused === 'yes') jobState.paused.add(record.f);
      if (record.paused === 'no') jobState.paused.delete(record.f);
      return;
    }
    case 'committing': {
      const open = jobState.open.get(record.f);
      if (open !== undefined) open.committingMd5 = record.written === 'no' ? null : record.md5;
      if (record.written === 'no' || !jobState.planned || jobState.files !== 1) return;
      if (isPossible(jobState, 'committing')) jobState.state = 'committing';
      return;
    }
    case 'copied': {
      const open = jobState.open.get(record.f);
      if (open !== undefined) open.copiedEtag = record.etag;
      return;
    }
    case 'ended':
      endFile(jobState, record);
      return;
    case 'pace':
      jobState.pace = record.pace;
      return;
    case 'turn':
      jobState.turn = record.at;
      return;
    case 'retry':
      reopenFile(jobState, record.f, record.plan);
      return;
    case 'totals':
      Object.assign(jobState, {
        files: record.files,
        bytes: record.bytes,
        filesDone: record.filesDone,
        bytesDone: record.bytesDone,
        filesSkipped: record.filesSkipped,
        bytesSkipped: record.bytesSkipped ?? 0,
        nextFile: record.nextFile,
        retold: 'yes',
      } satisfies Partial<FilesState>);
      return;
    case 'state':
      jobState.retold = 'no';
      followRun(jobState, record);
      jobState.state = record.state;
      jobState.note = record.note;
      jobState.remarks = record.remarks ?? [];
      jobState.stop = record.stop ?? null;
      jobState.waitsFor = record.waitsFor ?? null;
      jobState.insists = record.insists ?? 'no';
      jobState.endedAtMs = isEnded(record.state) ? record.atMs : null;
      return;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function numbersIn(runs: readonly (readonly [number, number])[]): readonly BlockNumber[] {
  return runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/**
 * A run starts with the state `planning`, or `running` when its plan is known, and records its time again in that state
 * and at its end. If earlier runs did not record their time, this one does not record the total.
 */
function followRun(jobState: JobState, { state, atMs, ranMs, sent }: StateRecord): void {
  jobState.ranMs = ranMs ?? jobState.ranMs;
  jobState.sent = sent ?? jobState.sent;
  if (ranMs === undefined && jobState.state === 'planning' && state === 'running') return;
  const isOn = isUnderway(state);
  jobState.runningSinceMs = isOn && (jobState.ranMs !== null || jobState.files === 0) ? atMs : null;
}

/** Call it when a job is resumed in the same process: its open files were begun by the previous run. */
export function markEarlier(jobState: JobState): void {
  jobState.ranBefore = 'yes';
  for (const open of jobState.open.values()) open.earlier = 'yes';
}
