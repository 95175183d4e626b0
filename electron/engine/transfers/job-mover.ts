// Moves the files of one job, each to its end: waits for its target and for the line, tries again what only the line
// broke, and writes down how it ended. Says what concerns the whole job and leaves the decision to it.
import { setMaxListeners } from 'node:events';
import { StowageError, cancelled } from '@shared/errors';
import type { ItemResult } from './api';
import { copyFile } from './copy';
import { CopyWays } from './copy-ways';
import { downloadFile, removeTemporary } from './download';
import type { FileContext, FileOutcome } from './file-context';
import { unit } from './job-progress';
import type { PlannedFile } from './job-records';
import type { JobStanding, OpenFile } from './job-standing';
import { numberedName } from './names';
import type { NetworkGate } from './network-gate';
import type { PlanProblem } from './plan';
import { refresh } from './refresh';
import type { TargetClaims } from './target-claims';
import { createFolderMaker, targetOf } from './target-file';
import { showsTheLineWasAway, troubleOf } from './trouble';
import { uploadFile } from './upload';
import { verifyFile } from './verify-file';

export interface JobMover {
  readonly running: number;
  /** Begins a file; how it ends is told to the ports. */
  begin(open: OpenFile): void;
  /** Leaves a file out that is not done yet. */
  cancelFile(f: number): void;
  /** Writes a failure down that is not a file's own. */
  fail(f: number, problem: PlanProblem): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export interface MoverPorts {
  readonly standing: JobStanding;
  /** Without the signal of a single file. */
  readonly context: FileContext;
  readonly gate: NetworkGate;
  readonly claims: TargetClaims;
  readonly accountKey: string;
  readonly reached: () => 'yes' | 'no';
  readonly onItem: (item: ItemResult) => void;
  /** A failure that concerns every file: the job shall stop, as failed or as paused. */
  readonly onTrouble: (trouble: 'job' | 'pause', error: StowageError) => void;
  /** After each end. */
  readonly onSettled: () => void;
}

/** Rounds in which the line was there again as soon as it was looked at. */
const mostRounds = 5;

export function createJobMover(ports: MoverPorts): JobMover {
  const { standing, context, gate, claims } = ports;
  const { journal, progress } = context;
  const { spec, id } = standing.head;
  const moving = new Map<number, AbortController>();
  // One listener for all files: a signal with many of them is slow to let go of one.
  context.signal.addEventListener('abort', () => moving.forEach((controller) => controller.abort()), { once: true });
  const running = new Set<Promise<void>>();
  const ways = new CopyWays();
  const makeFolders = spec.kind === 'download' ? createFolderMaker(spec.targetDir) : null;

  const moveOnce = async (open: OpenFile, signal: AbortSignal): Promise<FileOutcome> => {
    const own: FileContext = { ...context, signal };
    const current = open.recheck === 'yes' ? await refresh(open, own, standing) : open;
    const { file } = current;
    if (spec.kind === 'upload' && file.t === 'upload') return uploadFile(current, file, own);
    if (spec.kind === 'download' && file.t === 'download' && makeFolders !== null) {
      return downloadFile(current, file, { targetDir: spec.targetDir, makeFolders }, own);
    }
    if ((spec.kind === 'copy' || spec.kind === 'move') && file.t === 'copy') {
      return copyFile(current, file, { spec, ways }, own);
    }
    if (spec.kind === 'verify' && file.t === 'verify') return verifyFile(current, file, own);
    throw new StowageError('bug.unexpected', 'A file of the other direction is in this job.');
  };

  // Under `rename` what is there stays, and the next name is tried.
  const moveToFreeName = async (f: number, signal: AbortSignal): Promise<FileOutcome> => {
    for (;;) {
      const open = standing.open.get(f);
      if (open === undefined || signal.aborted) throw cancelled();
      const result = await moveOnce(open, signal);
      const isTaken = result.outcome === 'skipped' && result.reason === 'already there';
      if (spec.options.overwrite !== 'rename' || !isTaken) return result;
      journal.note(renamed(standing.open.get(f)?.file ?? open.file));
    }
  };

  const moveWhileTheLineBreaks = async (f: number, signal: AbortSignal): Promise<FileOutcome> => {
    for (let round = 1; ; round += 1) {
      const open = standing.open.get(f);
      if (open === undefined || signal.aborted) throw cancelled();
      try {
        return await moveToFreeName(f, signal);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (signal.aborted || troubleOf(error, ports.reached()) !== 'network') throw error;
        const back = await gate.waitUntilBack(error.message);
        if (back === 'was-there' && (round >= mostRounds || !showsTheLineWasAway(error))) throw error;
        open.earlier = 'yes';
      }
    }
  };

  const end = (file: PlannedFile, result: FileOutcome): void => {
    journal.note({ t: 'ended', f: file.f, outcome: result.outcome });
    progress.file(file.f, unit.done);
    if (result.outcome === 'skipped') {
      progress.skipped(file.bytes);
      context.remark(`skipped: ${result.reason}`);
    }
    const message = result.outcome === 'skipped' ? result.reason : '';
    ports.onItem({ ...placesOf(file), bytes: file.bytes, outcome: result.outcome, code: '', message });
  };

  const leaveOut = (file: PlannedFile): void => {
    journal.note({ t: 'ended', f: file.f, outcome: 'skipped' });
    progress.file(file.f, unit.untouched);
    progress.skipped(file.bytes);
    context.remark('skipped: cancelled');
    ports.onItem({ ...placesOf(file), bytes: file.bytes, outcome: 'skipped', code: '', message: 'cancelled' });
  };

  const fail = (f: number, { source, target, error }: PlanProblem, bytes = 0): void => {
    const failure = {
      file: f,
      source,
      target,
      code: error.code,
      message: error.message,
      context: { ...error.context },
    };
    journal.note({ t: 'ended', f, outcome: 'failed', failure });
    progress.file(f, unit.untouched);
    ports.onItem({ source, target, bytes, outcome: 'failed', code: error.code, message: error.message });
  };

  const discard = async (file: PlannedFile): Promise<void> => {
    if (spec.kind !== 'download' || file.t !== 'download') return;
    await removeTemporary(targetOf(spec.targetDir, file.segments, id, file.f), context, file.f);
  };

  const giveUp = async (file: PlannedFile, error: StowageError): Promise<void> => {
    const trouble = troubleOf(error, ports.reached());
    if (trouble === 'pause') {
      // The file stays open, with what it has.
      ports.onTrouble(trouble, error);
      return;
    }
    // Where nothing can be written nothing can be removed either; the failure to tell is the first one.
    await discard(file).catch(() => undefined);
    fail(file.f, { ...placesOf(file), error }, file.bytes);
    if (trouble === 'job') ports.onTrouble(trouble, error);
  };

  const move = async ({ file }: OpenFile): Promise<void> => {
    const controller = new AbortController();
    // Every request of the file listens.
    setMaxListeners(0, controller.signal);
    if (context.signal.aborted) controller.abort();
    moving.set(file.f, controller);
    let letGo: () => void = () => undefined;
    try {
      letGo = await claims.take(targetKey(file), controller.signal, () =>
        context.remark('waited for another job with the same target'),
      );
      const outcome = await moveWhileTheLineBreaks(file.f, controller.signal);
      end(standing.open.get(file.f)?.file ?? file, outcome);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      // Stopped by a person or by the end of the run: the file stays open in the journal.
      if (context.signal.aborted && error.kind === 'cancelled') return;
      if (controller.signal.aborted) {
        await discard(file);
        leaveOut(file);
      } else await giveUp(standing.open.get(file.f)?.file ?? file, error);
    } finally {
      letGo();
      moving.delete(file.f);
      progress.closed(file.f);
    }
  };

  const targetKey = (file: PlannedFile): string => {
    // A check writes nothing, so that it is in nobody's way.
    if (spec.kind === 'verify') return `${id}/${file.f}`;
    return spec.kind === 'download'
      ? `${spec.targetDir}/${placesOf(file).target}`
      : `${ports.accountKey}/${spec.container}/${placesOf(file).target}`;
  };

  return {
    get running() {
      return running.size;
    },
    begin: (open) => {
      // Left out while it waited.
      if (!standing.open.has(open.file.f)) return;
      const one = move(open).finally(() => {
        running.delete(one);
        ports.onSettled();
      });
      running.add(one);
    },
    cancelFile: (f) => {
      const controller = moving.get(f);
      const open = standing.open.get(f);
      if (controller !== undefined) controller.abort();
      else if (open !== undefined) leaveOut(open.file);
    },
    fail,
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function renamed(file: PlannedFile): PlannedFile {
  if (file.t !== 'download') return { ...file, name: numberedName(file.name) };
  return { ...file, segments: [...file.segments.slice(0, -1), numberedName(file.segments.at(-1) ?? '')] };
}

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
