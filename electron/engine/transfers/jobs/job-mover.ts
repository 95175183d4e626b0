// Moves the files of one job, all those that were begun at once: waits for the target of each, and lets a person cancel
// a single file. How one is moved is file-moving.ts; its outcome is handled by file-outcomes.ts.
import { StowageError } from '@shared/errors';
import type { FileContext, TargetClaims } from '../files/file-context';
import { createControllerPool } from '../pace/controller-pool';
import type { PlanProblem } from '../plan/plan';
import { unit } from '../progress/unit-state';
import { type OpenFile, isPerhapsWritten, endpointsOf } from '../records/files-state';
import type { JobHead, PlannedFile } from '../records/job-records';
import { type OutcomePorts, createFileOutcomes } from './file-outcomes';
import { FileTransfer, type FileTransferPorts } from '../files/transfer-file';
import { WorkUnderWay } from './work-under-way';

export interface JobMover {
  running(): number;
  /** Starts moving a file; its outcome is reported to the ports. */
  begin(open: OpenFile): void;
  /** Cancels a file that is not done yet. */
  cancelFile(f: number): void;
  /** Stops a file that its standing has as paused; it stays open and keeps what it has. */
  pauseFile(f: number): void;
  isMoving(f: number): boolean;
  /** Records a failure of the plan. */
  fail(f: number, problem: PlanProblem): void;
  /** Decides about refused files when nothing else is left to try; false when there are none. */
  settleRejected(): boolean;
  /** Resolves when nothing is under way. Throws what kept an outcome from being recorded. */
  settled(): Promise<void>;
}

export interface MoverPorts extends FileTransferPorts, OutcomePorts {
  /** Its signal is that of the job, not of a single file. */
  readonly context: FileContext;
  readonly claims: TargetClaims;
  readonly accountKey: string;
  /** A paused file that was resumed before it had stopped can be begun again. */
  readonly onResumed: (open: OpenFile) => void;
  /** Called after each outcome. */
  readonly onSettled: () => void;
}

export function createJobMover(ports: MoverPorts): JobMover {
  const { state: jobState, context, claims } = ports;
  const { progress, scheduler } = context;
  const moving = new Map<number, AbortController>();
  /** Files in `moving` that a person has cancelled. */
  const unwanted = new Set<number>();
  /** Files in `moving` that a person has paused, and may have resumed since. */
  const pausing = new Set<number>();
  const controllers = createControllerPool();
  // One listener for all files: removing one from a signal with many listeners is slow.
  context.signal.addEventListener('abort', () => [...moving.values()].forEach((controller) => controller.abort()), {
    once: true,
  });
  const underWay = new WorkUnderWay(() => ports.onSettled());
  const transfer = new FileTransfer(ports);
  const { end, fail, leaveOut, discard, giveUp, failRejected, settleRejected } = createFileOutcomes(ports);

  const move = async ({ file }: OpenFile): Promise<void> => {
    const controller = controllers.take();
    if (context.signal.aborted) controller.abort();
    moving.set(file.f, controller);
    const { signal } = controller;
    // A file that opens slowly, for instance because a folder is created first, must not cause all others to be opened
    // beside it.
    const onRequested = scheduler.expect();
    let letGo: () => void = () => undefined;
    try {
      letGo = await claims.take(targetKey(jobState.head, ports.accountKey, file), signal, () => {
        context.remark('waited');
        onRequested();
      });
      const outcome = await transfer.run(file.f, { ...context, signal, onRequested });
      end(jobState.open.get(file.f)?.file ?? file, outcome);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      const isUnanswered = error.context.written === 'perhaps';
      if (unwanted.has(file.f)) {
        const isPerhaps = isUnanswered || isPerhapsWritten(jobState.open.get(file.f));
        await discard(file);
        leaveOut(file);
        if (isPerhaps) context.remark('perhaps written');
        return;
      }
      if (isUnanswered && jobState.open.get(file.f)?.committingMd5 === null) {
        context.journal.note({ t: 'committing', f: file.f, md5: '' });
      }
      // The run was stopped: the file stays open in the journal, however its last request ended.
      if (context.signal.aborted) return;
      if (pausing.has(file.f)) {
        letRest(file.f);
        return;
      }
      await giveUp(jobState.open.get(file.f)?.file ?? file, error);
    } finally {
      onRequested();
      letGo();
      moving.delete(file.f);
      unwanted.delete(file.f);
      controllers.giveBack(controller);
      progress.closed(file.f);
      ports.rejectedFiles.forget(file.f);
      const open = jobState.open.get(file.f);
      if (pausing.delete(file.f) && open !== undefined && !jobState.paused.has(file.f)) ports.onResumed(open);
    }
  };

  // Its requests were cut off, and the service may have done what they asked.
  const letRest = (f: number): void => {
    const open = jobState.open.get(f);
    if (open !== undefined) open.earlier = 'yes';
    progress.file(f, unit.untouched);
  };

  ports.rejectedFiles.onAlone = (files) => void underWay.run(() => failRejected(files));

  return {
    running: () => underWay.count,
    begin: (open) => {
      // It was cancelled while it waited.
      if (!jobState.open.has(open.file.f)) return;
      void underWay.run(() => move(open));
    },
    cancelFile: (f) => {
      ports.rejectedFiles.withdraw(f);
      const controller = moving.get(f);
      const open = jobState.open.get(f);
      if (controller !== undefined) {
        unwanted.add(f);
        controller.abort();
      } else if (open !== undefined) {
        if (isPerhapsWritten(open)) context.remark('perhaps written');
        leaveOut(open.file);
        // A refused file, or one begun by an earlier run, may have left a temporary file.
        void underWay.run(() => discard(open.file));
      }
    },
    pauseFile: (f) => {
      ports.rejectedFiles.withdraw(f);
      const controller = moving.get(f);
      if (controller === undefined) return;
      pausing.add(f);
      controller.abort();
    },
    isMoving: (f) => moving.get(f) !== undefined,
    fail,
    settleRejected: () => {
      if (!ports.rejectedFiles.hasSome) return false;
      void underWay.run(settleRejected);
      return true;
    },
    settled: () => underWay.settled(),
  };
}

/** What two files that must not be written at once have in common. */
function targetKey({ id, spec }: JobHead, accountKey: string, file: PlannedFile): string {
  // A check writes nothing, so it needs no claim of its target.
  if (spec.kind === 'verify') return `${id}/${file.f}`;
  return spec.kind === 'download'
    ? `${spec.targetDir}/${endpointsOf(file).target}`
    : `${accountKey}/${spec.container}/${endpointsOf(file).target}`;
}
