// Moves the files of one job, all those that were begun at once: waits for the target of each, and lets a user cancel or
// pause a single file. How one is moved is files/transfer-file.ts; its outcome is recorded by outcomes.ts.
import { StowageError } from '@shared/errors';
import type { TargetClaims } from '../files/file-context';
import { createControllerPool } from '../pace/controller-pool';
import type { NetworkGate } from '../pace/network-gate';
import type { PlanProblem } from '../plan/plan';
import { unit } from '../progress/job-progress';
import { type OpenFile, endpointsOf, isPerhapsWritten } from '../records/files-state';
import type { JobHead, PlannedFile } from '../records/job-records';
import { onceEach } from '../records/remarks';
import { FileTransfer, type FileTransferPorts } from '../files/transfer-file';
import { FileOutcomes, type OutcomeContext } from './outcomes';

/** The signal of its `context` is that of the job, not of a single file. */
export interface MoverContext extends OutcomeContext {
  readonly gate: NetworkGate;
  readonly claims: TargetClaims;
  readonly accountKey: string;
  readonly services?: NonNullable<FileTransferPorts['services']>;
  /** A paused file that was resumed before it had stopped can be begun again. */
  readonly onResumed: (open: OpenFile) => void;
  /** Called after each outcome. */
  readonly onSettled: () => void;
}

export class FileMover {
  readonly #run: MoverContext;
  readonly #outcomes: FileOutcomes;
  readonly #work: WorkUnderWay;
  readonly #transfer: FileTransfer;
  readonly #controllers = createControllerPool();
  readonly #moving = new Map<number, AbortController>();
  /** Files in `#moving` that a user has cancelled. */
  readonly #unwanted = new Set<number>();
  /** Files in `#moving` that a user has paused, and may have resumed since. */
  readonly #pausing = new Set<number>();

  constructor(run: MoverContext) {
    this.#run = run;
    this.#outcomes = new FileOutcomes(run);
    this.#work = new WorkUnderWay(run.onSettled);
    this.#transfer = new FileTransfer(run);
    // One listener for all files: removing one from a signal with many listeners is slow.
    const abortAll = (): void => [...this.#moving.values()].forEach((controller) => controller.abort());
    run.context.signal.addEventListener('abort', abortAll, { once: true });
    run.rejectedFiles.onAlone = (files) => void this.#work.run(() => this.#outcomes.failRejected(files));
  }

  get running(): number {
    return this.#work.count;
  }

  isMoving(fileId: number): boolean {
    return this.#moving.has(fileId);
  }

  /** Starts moving a file; its outcome is recorded and reported. */
  begin(open: OpenFile): void {
    // It was cancelled while it waited.
    if (!this.#run.state.open.has(open.file.f)) return;
    void this.#work.run(() => this.#moveToEnd(open));
  }

  /** Cancels a file that is not done yet. */
  cancelFile(fileId: number): void {
    const { rejectedFiles, state: jobState, context } = this.#run;
    rejectedFiles.withdraw(fileId);
    const controller = this.#moving.get(fileId);
    const open = jobState.open.get(fileId);
    if (controller !== undefined) {
      this.#unwanted.add(fileId);
      controller.abort();
    } else if (open !== undefined) {
      if (isPerhapsWritten(open)) context.remark('perhaps written');
      this.#outcomes.leaveOut(open.file);
      // A denied file, or one begun by an earlier run, may have left a temporary file.
      void this.#work.run(() => this.#outcomes.discard(open.file));
    }
  }

  /** Stops a file that is paused in the job's state; it stays open and retains its stored part. */
  pauseFile(fileId: number): void {
    this.#run.rejectedFiles.withdraw(fileId);
    const controller = this.#moving.get(fileId);
    if (controller === undefined) return;
    this.#pausing.add(fileId);
    controller.abort();
  }

  /** Records a failure of the plan. */
  fail(fileId: number, problem: PlanProblem): void {
    this.#outcomes.fail(fileId, problem);
  }

  /** Decides about denied files when nothing else is left to attempt; false when there are none. */
  settleRejected(): boolean {
    if (!this.#run.rejectedFiles.hasSome) return false;
    void this.#work.run(() => this.#outcomes.settleRejected());
    return true;
  }

  /** Resolves when nothing is in flight. Throws the error that prevented recording an outcome. */
  settled(): Promise<void> {
    return this.#work.settled();
  }

  async #moveToEnd({ file }: OpenFile): Promise<void> {
    const { state: jobState, context, claims, accountKey } = this.#run;
    const controller = this.#controllers.take();
    if (context.signal.aborted) controller.abort();
    this.#moving.set(file.f, controller);
    const { signal } = controller;
    // A file that opens slowly, for instance because a folder is created first, must not cause all others to be opened
    // beside it.
    const onRequested = context.scheduler.expect();
    let release: () => void = () => undefined;
    try {
      release = await claims.take(targetKey(jobState.head, accountKey, file), signal, () => {
        context.remark('waited');
        onRequested();
      });
      const outcome = await this.#transfer.run(file.f, {
        ...context,
        signal,
        onRequested,
        remark: onceEach(context.remark),
      });
      this.#outcomes.end(jobState.open.get(file.f)?.file ?? file, outcome);
    } catch (thrown) {
      await this.#failed(file, StowageError.from(thrown));
    } finally {
      onRequested();
      release();
      this.#controllers.giveBack(controller);
      this.#closed(file.f);
    }
  }

  async #failed(file: PlannedFile, error: StowageError): Promise<void> {
    const { state: jobState, context } = this.#run;
    const open = jobState.open.get(file.f);
    const isUnanswered = error.context.written === 'perhaps';
    if (this.#unwanted.has(file.f)) {
      await this.#outcomes.discard(file);
      this.#outcomes.leaveOut(file);
      if (isUnanswered || isPerhapsWritten(open)) context.remark('perhaps written');
      return;
    }
    if (isUnanswered && open?.committingMd5 === null) {
      context.journal.note({ t: 'committing', f: file.f, md5: '' });
    }
    // The run was stopped: the file stays open in the journal, however its last request ended.
    if (context.signal.aborted) return;
    if (this.#pausing.has(file.f)) {
      // Its requests were cut off, and the service may have carried them out.
      if (open !== undefined) open.earlier = 'yes';
      context.progress.file(file.f, unit.untouched);
      return;
    }
    await this.#outcomes.giveUp(open?.file ?? file, error);
  }

  #closed(fileId: number): void {
    const { state: jobState, context, rejectedFiles, onResumed } = this.#run;
    this.#moving.delete(fileId);
    this.#unwanted.delete(fileId);
    context.progress.closed(fileId);
    rejectedFiles.forget(fileId);
    const open = jobState.open.get(fileId);
    if (this.#pausing.delete(fileId) && open !== undefined && !jobState.paused.has(fileId)) onResumed(open);
  }
}

/** What two files that must not be written at once have in common. */
function targetKey({ id, spec }: JobHead, accountKey: string, file: PlannedFile): string {
  // A check writes nothing, so it needs no claim of its target.
  if (spec.kind === 'verify') return `${id}/${file.f}`;
  return spec.kind === 'download'
    ? `${spec.targetDir}/${endpointsOf(file).target}`
    : `${accountKey}/${spec.container}/${endpointsOf(file).target}`;
}

/** Counts the pieces of work that are under way. Work that throws could not record its outcome. */
export class WorkUnderWay {
  readonly #onSettled: () => void;
  readonly #untilIdle: (() => void)[] = [];
  #count = 0;
  #broken: StowageError | null = null;

  /** `onSettled`: called after each piece. */
  constructor(onSettled: () => void) {
    this.#onSettled = onSettled;
  }

  get count(): number {
    return this.#count;
  }

  async run(work: () => Promise<void>): Promise<void> {
    this.#count += 1;
    try {
      await work();
    } catch (error) {
      this.#broken ??= StowageError.from(error);
    }
    this.#count -= 1;
    this.#onSettled();
    if (this.#count === 0) for (const resolve of this.#untilIdle.splice(0)) resolve();
  }

  /** Resolves when nothing is in flight. Throws the error of the first piece that failed. */
  async settled(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#untilIdle.push(resolve));
    if (this.#broken !== null) throw this.#broken;
  }
}
