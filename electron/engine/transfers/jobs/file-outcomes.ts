// Records and reports the outcome of each file of a job: done, skipped, failed, or still open because the whole job
// stops.
import { dirname } from 'node:path';
import type { StowageError } from '@shared/errors';
import type { FileTiming } from '@shared/model/transfer';
import type { ItemResult } from '../api';
import { removeTemporary } from '../files/download';
import type { FileContext, FileOutcome } from '../files/file-context';
import { keepsWhatCame } from '../files/leftovers';
import { targetOf } from '../files/target-file';
import { troubleOf } from '../pace/trouble';
import type { PlanProblem } from '../plan/plan';
import { unit } from '../progress/unit-state';
import { placesOf } from '../records/file-standing';
import type { PlannedFile } from '../records/job-records';
import type { JobStanding } from '../records/job-standing';
import type { Remark } from '../records/remarks';
import type { RefusedFile, RefusedFiles, Verdict } from './refused-files';
import { skipWords } from '../records/skip-reasons';

export interface OutcomePorts {
  readonly standing: JobStanding;
  readonly context: FileContext;
  readonly refusedFiles: RefusedFiles;
  readonly reached: () => 'yes' | 'no';
  readonly onItem: (item: ItemResult) => void;
  /** A failure that concerns every file: the job stops, as failed or paused. */
  readonly onTrouble: (trouble: 'job' | 'pause', error: StowageError) => void;
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
  readonly failRefused: (files: readonly RefusedFile[]) => Promise<void>;
  /** Call it when nothing else is left to try; afterwards no file is put aside. */
  readonly settleRefused: () => Promise<void>;
}

export function createFileOutcomes({
  standing,
  context,
  refusedFiles,
  reached,
  onItem,
  onTrouble,
}: OutcomePorts): FileOutcomes {
  const { journal, progress } = context;
  const { spec } = standing.head;

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
      journal.reliesOn(dirname(targetOf(spec.targetDir, file.segments, standing.head, file.f).path));
    }
    const timing = timingOf(file.f);
    journal.note({ t: 'ended', f: file.f, outcome: result.outcome, ...(reason === null ? {} : { reason }), ...timing });
    const message = reason === null ? '' : skipWords(reason);
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
      ...placesOf(file),
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
    await removeTemporary(targetOf(spec.targetDir, file.segments, standing.head, file.f), context, file.f);
  };

  /** Whoever tries the file again goes on from what is recorded. */
  const letGo = async (file: PlannedFile, error: StowageError): Promise<void> => {
    if (file.blockBytes > 0 && keepsWhatCame(error)) {
      await journal.write();
      if ((standing.open.get(file.f)?.blocks.size ?? 0) > 0) return;
    }
    await discard(file);
  };

  const giveUp = async (file: PlannedFile, error: StowageError): Promise<void> => {
    const trouble = troubleOf(error, reached());
    if (trouble === 'refused') {
      await follow(refusedFiles.putAside({ file, error }, isHalfWay(file.f, error) ? 'half-way' : 'at once'));
      return;
    }
    if (trouble === 'pause') {
      // The file stays open and keeps what it has.
      onTrouble(trouble, error);
      return;
    }
    await letGo(file, error);
    fail(file.f, { ...placesOf(file), error }, file.bytes);
    if (trouble === 'job') onTrouble(trouble, error);
  };

  const failRefused = async (files: readonly RefusedFile[]): Promise<void> => {
    for (const { file, error } of files) {
      if (!standing.open.has(file.f) || standing.paused.has(file.f)) continue;
      await letGo(file, error);
      // A person may cancel the file meanwhile.
      if (standing.open.has(file.f)) fail(file.f, { ...placesOf(file), error }, file.bytes);
    }
  };
  const follow = async ({ fail: failing, pause }: Verdict): Promise<void> => {
    await failRefused(failing);
    if (pause !== null) onTrouble('pause', pause);
  };
  const isHalfWay = (f: number, { context: { operation } }: StowageError): boolean =>
    movesBytes.has(operation) && (refusedFiles.isHalfWay(f) || (standing.open.get(f)?.blocks.size ?? 0) > 0);

  return {
    end,
    leaveOut,
    fail,
    discard,
    giveUp,
    failRefused,
    settleRefused: () => follow(refusedFiles.settle()),
  };
}

const movesBytes: ReadonlySet<unknown> = new Set(['PutBlock', 'PutBlockFromURL', 'GetBlob']);
