// Records and reports the outcome of each file of a job: done, skipped, failed, or still open because the whole job
// stops.
import { dirname } from 'node:path';
import type { StowageError } from '@shared/errors';
import type { FileTiming } from '@shared/model/transfer';
import type { ItemResult } from '../api';
import { removeTemporary } from '../files/download';
import type { FileContext, FileOutcome } from '../files/file-context';
import { keepsWhatCame, targetOf } from '../files/local-target';
import { classifyFailure } from '../pace/failure-class';
import type { PlanProblem } from '../plan/plan';
import { unit } from '../progress/unit-state';
import { endpointsOf } from '../records/files-state';
import type { PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';
import type { Remark } from '../records/remarks';
import type { RejectedFile, RejectedFiles, Verdict } from './rejected-files';
import { skipReasonText } from '../records/skip-reasons';

export interface OutcomePorts {
  readonly state: JobState;
  readonly context: FileContext;
  readonly rejectedFiles: RejectedFiles;
  readonly reached: () => 'yes' | 'no';
  readonly onItem: (item: ItemResult) => void;
  /** A failure that concerns every file: the job stops, as failed or paused. */
  readonly onFailure: (failureClass: 'job' | 'pause', error: StowageError) => void;
}

export interface FileOutcomes {
  readonly end: (file: PlannedFile, result: FileOutcome) => void;
  readonly leaveOut: (file: PlannedFile) => void;
  readonly fail: (f: number, problem: PlanProblem, bytes?: number | null) => void;
  /** Removes the temporary file of a download. Never throws. */
  readonly discard: (file: PlannedFile) => Promise<void>;
  /** Fails the file; or leaves it open and stops the job when the error concerns all files. */
  readonly giveUp: (file: PlannedFile, error: StowageError) => Promise<void>;
  /** Fails files that were put aside, unless a person has cancelled or paused them meanwhile. */
  readonly failRejected: (files: readonly RejectedFile[]) => Promise<void>;
  /** Call it when nothing else is left to try; afterwards no file is put aside. */
  readonly settleRejected: () => Promise<void>;
}

export function createFileOutcomes({
  state: jobState,
  context,
  rejectedFiles,
  reached,
  onItem,
  onFailure,
}: OutcomePorts): FileOutcomes {
  const { journal, progress } = context;
  const { spec } = jobState.head;

  const timingOf = (f: number): { readonly timing?: FileTiming } => {
    const course = context.trace.takeCourse(f);
    if (course === null) return {};
    const { tookMs, requests, tries } = course;
    const endedAtMs = context.clock.now();
    return { timing: { startedAtMs: endedAtMs - Math.round(tookMs), endedAtMs, requests, tries } };
  };

  const end = (file: PlannedFile, result: FileOutcome): void => {
    const reason = result.outcome === 'skipped' ? result.reason : null;
    if (reason === null && spec.kind === 'download' && file.t === 'download') {
      journal.reliesOn(dirname(targetOf(spec.targetDir, file.segments, jobState.head, file.f).path));
    }
    const timing = timingOf(file.f);
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
  };

  const leaveOut = (file: PlannedFile): void => end(file, { outcome: 'skipped', reason: 'cancelled' });

  const fail = (f: number, { source, target, error }: PlanProblem, bytes: number | null = null): void => {
    const failure = {
      file: f,
      source,
      target,
      code: error.code,
      message: error.message,
      context: { ...error.context },
    };
    const timing = timingOf(f);
    journal.note({ t: 'ended', f, outcome: 'failed', failure, ...timing });
    progress.file(f, unit.failed);
    const { code, message, context: facts } = failure;
    onItem({ source, target, bytes, outcome: 'failed', code, message, context: facts, ...timing });
  };

  const discard = async (file: PlannedFile): Promise<void> => {
    if (spec.kind !== 'download' || file.t !== 'download') return;
    await removeTemporary(targetOf(spec.targetDir, file.segments, jobState.head, file.f), context, file.f);
  };

  /** Whoever tries the file again goes on from what is recorded. */
  const letGo = async (file: PlannedFile, error: StowageError): Promise<void> => {
    if (file.blockBytes > 0 && keepsWhatCame(error)) {
      await journal.write();
      if ((jobState.open.get(file.f)?.blocks.size ?? 0) > 0) return;
    }
    await discard(file);
  };

  const giveUp = async (file: PlannedFile, error: StowageError): Promise<void> => {
    const failureClass = classifyFailure(error, reached());
    if (failureClass === 'refused') {
      await follow(rejectedFiles.putAside({ file, error }, isHalfWay(file.f, error) ? 'half-way' : 'at once'));
      return;
    }
    if (failureClass === 'pause') {
      // The file stays open and keeps what it has.
      onFailure(failureClass, error);
      return;
    }
    await letGo(file, error);
    fail(file.f, { ...endpointsOf(file), error }, file.bytes);
    if (failureClass === 'job') onFailure(failureClass, error);
  };

  const failRejected = async (files: readonly RejectedFile[]): Promise<void> => {
    for (const { file, error } of files) {
      if (!jobState.open.has(file.f) || jobState.paused.has(file.f)) continue;
      await letGo(file, error);
      // A person may cancel the file meanwhile.
      if (jobState.open.has(file.f)) fail(file.f, { ...endpointsOf(file), error }, file.bytes);
    }
  };
  const follow = async ({ fail: failing, pause }: Verdict): Promise<void> => {
    await failRejected(failing);
    if (pause !== null) onFailure('pause', pause);
  };
  const isHalfWay = (f: number, { context: { operation } }: StowageError): boolean =>
    movesBytes.has(operation) && (rejectedFiles.isHalfWay(f) || (jobState.open.get(f)?.blocks.size ?? 0) > 0);

  return {
    end,
    leaveOut,
    fail,
    discard,
    giveUp,
    failRejected,
    settleRejected: () => follow(rejectedFiles.settle()),
  };
}

const movesBytes: ReadonlySet<unknown> = new Set(['PutBlock', 'PutBlockFromURL', 'GetBlob']);
