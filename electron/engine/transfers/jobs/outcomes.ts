// How the files of a job end: the outcome of each is recorded and reported, those that were denied for an unclear
// reason are deferred until others reveal the cause, and failed files are opened again. Over 300 lines for these three.
import { dirname } from 'node:path';
import type { StowageError } from '@shared/errors';
import type { FailedItem, FileTiming } from '@shared/model/transfer';
import type { ItemResult } from '../api';
import { markDeniedAlone } from '../../azure/failures/denied-scope';
import { maxRejections, RejectionTally } from '../../azure/failures/rejection-tally';
import { removeTemporary } from '../files/download';
import type { FileContext, FileOutcome, Right, UsedRights } from '../files/file-context';
import { keepsWhatCame, targetOf } from '../files/local-target';
import { classifyFailure } from '../../azure/failures/failure-class';
import { isOutOfTime } from '../../azure/retry-policy';
import { chosenAgain } from '../plan/specs';
import type { PlanProblem } from '../plan/plan';
import { unit } from '../progress/job-progress';
import { type FailedFile, endpointsOf, isAllPaused, isAllTried } from '../records/files-state';
import type { JobJournal } from '../records/job-journal';
import type { JobRecord, PlannedFile } from '../records/job-records';
import { type JobState, pauseOf } from '../records/job-state';
import { type Remark, skipReasonText } from '../records/remarks';

/** The run that the files belong to. */
export interface OutcomeContext {
  readonly state: JobState;
  readonly context: FileContext;
  readonly rejectedFiles: RejectedFiles;
  /** Whether the service has answered this job. */
  readonly reached: () => 'yes' | 'no';
  readonly onItem: (item: ItemResult) => void;
  /** A failure that concerns every file: the job stops, as failed or paused. */
  readonly onFailure: (failureClass: 'job' | 'pause', error: StowageError) => void;
}

/** Records and reports the outcome of each file: done, skipped, failed, or still open because the whole job stops. */
export class FileOutcomes {
  readonly #run: OutcomeContext;
  /** Files in a row for which the service failed for as long as a request continues. */
  #outOfTime = 0;

  constructor(run: OutcomeContext) {
    this.#run = run;
  }

  end(file: PlannedFile, result: FileOutcome): void {
    const { state: jobState, context, onItem } = this.#run;
    const { journal, progress } = context;
    const { spec } = jobState.head;
    const reason = result.outcome === 'skipped' ? result.reason : null;
    if (reason === null) this.#outOfTime = 0;
    if (reason === null && spec.kind === 'download' && file.t === 'download') {
      journal.reliesOn(dirname(targetOf(spec.targetDir, file.segments, jobState.head, file.f).path));
    }
    const timing = this.#timingOf(file.f);
    journal.note({ t: 'ended', f: file.f, outcome: result.outcome, ...(reason === null ? {} : { reason }), ...timing });
    const message = reason === null ? '' : skipReasonText(reason);
    if (reason === null) progress.file(file.f, unit.done);
    else {
      progress.skipped(file.f);
      context.remark(['skipped', reason].join(': ') as Remark);
    }
    onItem({
      bytes: file.bytes,
      outcome: result.outcome,
      code: '',
      message,
      context: {},
      ...endpointsOf(file),
      ...timing,
    });
  }

  leaveOut(file: PlannedFile): void {
    this.end(file, { outcome: 'skipped', reason: 'cancelled' });
  }

  fail(fileId: number, { source, target, error }: PlanProblem, bytes: number | null = null): void {
    const { context: run, onItem } = this.#run;
    const { code, message } = error;
    const failure = { file: fileId, source, target, code, message, context: { ...error.context } };
    const timing = this.#timingOf(fileId);
    run.journal.note({ t: 'ended', f: fileId, outcome: 'failed', failure, ...timing });
    run.progress.file(fileId, unit.failed);
    onItem({ source, target, bytes, outcome: 'failed', code, message, context: failure.context, ...timing });
  }

  /** Removes the temporary file of a download. Never throws. */
  async discard(file: PlannedFile): Promise<void> {
    const { context, state: jobState } = this.#run;
    const { head } = jobState;
    if (head.spec.kind !== 'download' || file.t !== 'download') return;
    await removeTemporary(targetOf(head.spec.targetDir, file.segments, head, file.f), context, file.f);
  }

  /** Fails the file; or leaves it open and stops the job when the error concerns all files. */
  async giveUp(file: PlannedFile, error: StowageError): Promise<void> {
    const { rejectedFiles, reached, onFailure } = this.#run;
    const failureClass = classifyFailure(error, reached());
    if (failureClass === 'refused') {
      const when = this.#isHalfWay(file.f, error) ? 'half-way' : 'at once';
      await this.#follow(rejectedFiles.putAside({ file, error }, when));
      return;
    }
    if (failureClass === 'pause') {
      // The file stays open and retains its stored part.
      onFailure(failureClass, error);
      return;
    }
    await this.#failAfterAttempt({ file, error });
    this.#outOfTime = isOutOfTime(error) ? this.#outOfTime + 1 : 0;
    if (failureClass === 'job' || this.#outOfTime >= maxOutOfTime) onFailure('job', error);
  }

  /** Fails files that were put aside, unless a user has cancelled or paused them meanwhile. */
  async failRejected(files: readonly RejectedFile[]): Promise<void> {
    const { open, paused } = this.#run.state;
    for (const rejected of files) {
      const { f: fileId } = rejected.file;
      if (open.has(fileId) && !paused.has(fileId)) await this.#failAfterAttempt(rejected, () => open.has(fileId));
    }
  }

  /** Call it when nothing else is left to attempt; afterwards no file is deferred. */
  settleRejected(): Promise<void> {
    return this.#follow(this.#run.rejectedFiles.settle());
  }

  async #follow({ fail, pause }: Verdict): Promise<void> {
    await this.failRejected(fail);
    if (pause !== null) this.#run.onFailure('pause', pause);
  }

  /** `isStillOpen`: a user may cancel the file while what it left is removed. */
  async #failAfterAttempt({ file, error }: RejectedFile, isStillOpen: () => boolean = () => true): Promise<void> {
    if (!(await this.#keepsParts(file, error))) await this.discard(file);
    if (isStillOpen()) this.fail(file.f, { ...endpointsOf(file), error }, file.bytes);
  }

  /** A retry of the file continues from the recorded part. */
  async #keepsParts(file: PlannedFile, error: StowageError): Promise<boolean> {
    if (file.blockBytes === 0 || !keepsWhatCame(error)) return false;
    await this.#run.context.journal.write();
    return this.#hasBlocks(file.f);
  }

  #isHalfWay(fileId: number, { context: { operation } }: StowageError): boolean {
    return movesBytes.has(operation) && (this.#run.rejectedFiles.isHalfWay(fileId) || this.#hasBlocks(fileId));
  }

  #hasBlocks(fileId: number): boolean {
    return (this.#run.state.open.get(fileId)?.blocks.size ?? 0) > 0;
  }

  #timingOf(fileId: number): { readonly timing?: FileTiming } {
    const { clock, trace } = this.#run.context;
    const course = trace.takeCourse(fileId);
    if (course === null) return {};
    const { tookMs, requests, tries } = course;
    const endedAtMs = clock.now();
    return { timing: { startedAtMs: endedAtMs - Math.round(tookMs), endedAtMs, requests, tries } };
  }
}

/** One file may be what the service fails at; with so many in a row it is the service, and each would take as long. */
const maxOutOfTime = 8;

const movesBytes: ReadonlySet<unknown> = new Set(['PutBlock', 'PutBlockFromURL', 'GetBlob']);

export interface RejectedFile {
  readonly file: PlannedFile;
  readonly error: StowageError;
}

/** The outcome of a file, or of all deferred ones. */
interface Verdict {
  readonly fail: readonly RejectedFile[];
  readonly pause: StowageError | null;
}

/**
 * Files of a run that were denied for an unclear reason: which of them fail alone, because others were accepted by the
 * same right, and when the credential as a whole is to blame.
 */
export class RejectedFiles implements UsedRights {
  /** Called with files that were denied alone. */
  onAlone: (files: readonly RejectedFile[]) => void = () => undefined;
  readonly #insists: 'yes' | 'no';
  readonly #tally: RejectionTally<RejectedFile>;
  readonly #rights = new Map<number, Right>();
  readonly #halfWay = new Set<number>();

  /**
   * `insists`: a user resumed the job after a denial with the same credential. `filesDone`: how many are done in this
   * run.
   */
  constructor(insists: 'yes' | 'no', filesDone: () => number) {
    this.#insists = insists;
    this.#tally = new RejectionTally(() => (insists === 'yes' ? maxRejections : filesDone()));
  }

  get now(): number {
    return this.#tally.now;
  }

  get hasSome(): boolean {
    return this.#tally.hasSome;
  }

  accepted(right: Right, since: number): void {
    const alone = this.#tally.accepted(right, since);
    if (alone.length > 0) this.onAlone(alone.map(deniedAlone));
  }

  rejected(fileId: number, right: Right): void {
    this.#rights.set(fileId, right);
  }

  movedPart(fileId: number): void {
    this.#halfWay.add(fileId);
  }

  isHalfWay(fileId: number): boolean {
    return this.#halfWay.has(fileId);
  }

  /** Call it when a file is closed. */
  forget(fileId: number): void {
    this.#rights.delete(fileId);
    this.#halfWay.delete(fileId);
  }

  /** Call it when a user pauses a file or leaves it out: it is neither failed nor counted. */
  withdraw(fileId: number): void {
    this.#tally.withdraw(({ file }) => file.f === fileId);
  }

  /** `half-way`: the service accepted other parts of this file by the same right. */
  putAside(one: RejectedFile, when: 'at once' | 'half-way'): Verdict {
    if (when === 'half-way' && this.#insists === 'no') return { fail: [], pause: one.error };
    const then = this.#tally.rejected(this.#rights.get(one.file.f) ?? 'read', one);
    return then === 'stop' ? { ...this.#givenUp(), pause: one.error } : { fail: [], pause: null };
  }

  /** Call it when nothing else is left to attempt. */
  settle(): Verdict {
    const { alone, undecided } = this.#tally.settle();
    const reported = alone.map(deniedAlone);
    if (this.#insists === 'yes') return { fail: [...reported, ...undecided], pause: null };
    return { fail: reported, pause: undecided[0]?.error ?? null };
  }

  // When a user insists, a job full of denied files ends each time, with fewer of them left.
  #givenUp(): Pick<Verdict, 'fail'> {
    if (this.#insists === 'no') return { fail: [] };
    const { alone, undecided } = this.#tally.settle();
    return { fail: [...alone, ...undecided] };
  }
}

function deniedAlone({ file, error }: RejectedFile): RejectedFile {
  return { file, error: markDeniedAlone(error) };
}

/** Which failed files: those with that code, those numbers; all when neither is given. */
export interface RetryChoice {
  readonly code?: string | undefined;
  readonly files?: readonly number[] | undefined;
}

export interface OpenAgain {
  /** Files that a user has paused: resumed where nothing else is left, or left alone. */
  readonly pausedFiles: 'if all' | 'left alone';
  /** Files that replace those planned, if these have not ended. */
  readonly sources?: readonly PlannedFile[];
}

/** Before a resting job runs again. `choice`: null opens no file that failed. */
export function openAgain(
  jobState: JobState,
  journal: Pick<JobJournal, 'note'>,
  choice: RetryChoice | null,
  { pausedFiles, sources = [] }: OpenAgain,
): void {
  if (pausedFiles === 'if all' && isAllPaused(jobState)) {
    for (const fileId of [...jobState.paused]) journal.note(pauseOf(fileId, 'no'));
  }
  // What ended the previous run is not a failure of this one.
  for (const [fileId, { failure }] of [...jobState.failed]) {
    if (failure.context.wholeJob === true) journal.note({ t: 'retry', f: fileId });
  }
  for (const file of sources) {
    if (jobState.open.has(file.f) || jobState.failed.has(file.f)) noteAgain(jobState, file, journal);
  }
  if (choice !== null) for (const fileId of chosen(jobState, choice)) journal.note(retryOf(jobState, fileId));
}

/** The numbers of the failed files that are meant. */
export function chosen(jobState: JobState, { code, files }: RetryChoice): number[] {
  const numbers = files === undefined ? null : new Set(files);
  return [...jobState.failed]
    .filter(([fileId, failed]) => {
      if (!canBeRetried(jobState, failed) || (numbers !== null && !numbers.has(fileId))) return false;
      return code === undefined || failed.failure.code === code;
    })
    .map(([fileId]) => fileId);
}

/** The journal record that opens it again. */
export function retryOf(jobState: JobState, fileId: number): Extract<JobRecord, { t: 'retry' }> {
  return { t: 'retry', f: fileId, ...(jobState.failed.get(fileId)?.file === null ? { plan: 'again' } : {}) };
}

/** Opens it, or leaves it open, with another plan. */
export function noteAgain(jobState: JobState, file: PlannedFile, journal: Pick<JobJournal, 'note'>): void {
  journal.note(file);
  const open = jobState.open.get(file.f);
  // Where it failed, blocks of it may have been staged.
  if (open !== undefined) open.earlier = 'yes';
}

/**
 * Whether resuming makes sense: a check that found differences is done, and what never existed will not exist a moment
 * later.
 */
export function canBeTriedAgain(jobState: JobState): boolean {
  if (jobState.state !== 'failed') return false;
  if (!isAllTried(jobState)) return true;
  return [...jobState.failed.values()].some((failed) => {
    const { file, failure } = failed;
    if (failure.context.wholeJob === true) return true;
    return canBeRetried(jobState, failed) && (file !== null || !failure.code.startsWith('not-found.'));
  });
}

/** Failures that looking at the same choice again cannot change: invalid names, two of one name, pipes and devices. */
function isSettled({ code, context }: FailedItem): boolean {
  return code.startsWith('invalid.') || code === 'conflict.target-exists' || context.what === 'special';
}

/** A planned file, or a choice that could not be planned. */
function canBeRetried({ head }: JobState, { file, failure }: FailedFile): boolean {
  if (file !== null) return true;
  const isItsOwn = failure.context.wholeJob !== true && !isSettled(failure);
  return isItsOwn && chosenAgain(head.spec, failure) !== null;
}
