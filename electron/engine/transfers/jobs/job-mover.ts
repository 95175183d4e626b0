// Moves the files of one job, each to its end: waits for its target and for the line, tries again what only the line
// broke, and writes down how it ended. Says what concerns the whole job and leaves the decision to it.
import { StowageError, cancelled } from '@shared/errors';
import { createControllerShelf } from '../pace/controller-shelf';
import { skipWords } from '../records/skip-reasons';
import type { ItemResult } from '../api';
import { copyFile } from '../files/copy';
import { CopyWays } from '../files/copy-ways';
import { downloadFile, removeTemporary } from '../files/download';
import type { FileContext, FileOutcome } from '../files/file-context';
import type { Remark } from '../records/remarks';
import { unit } from '../progress/unit-state';
import type { PlannedFile } from '../records/job-records';
import type { OpenFile } from '../records/file-standing';
import type { JobStanding } from '../records/job-standing';
import { numberedName } from '../plan/names';
import type { NetworkGate } from '../pace/network-gate';
import type { PlanProblem } from '../plan/plan';
import { refresh } from '../files/refresh';
import { SteadyMap } from '../records/steady-map';
import type { TargetClaims } from '../files/target-claims';
import { createFolderMaker, targetOf } from '../files/target-file';
import { showsTheLineWasAway, troubleOf } from '../pace/trouble';
import { uploadFile } from '../files/upload';
import { verifyCopy } from '../verify/verify-copy';
import { verifyFile } from '../verify/verify-file';

export interface JobMover {
  running(): number;
  /** Begins a file; how it ends is told to the ports. */
  begin(open: OpenFile): void;
  /** Leaves a file out that is not done yet. */
  cancelFile(f: number): void;
  /** Writes a failure down that is not a file's own. */
  fail(f: number, problem: PlanProblem): void;
  /** Resolves when nothing is under way. Throws what kept the end of a file from being written down. */
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
  const { journal, progress, scheduler } = context;
  const { spec, id } = standing.head;
  const moving = new SteadyMap<number, AbortController>();
  /** Of those that move: left out by a person. */
  const unwanted = new Set<number>();
  const controllers = createControllerShelf();
  // One listener for all files: a signal with many of them is slow to let go of one.
  context.signal.addEventListener('abort', () => moving.values().forEach((controller) => controller.abort()), {
    once: true,
  });
  let running = 0;
  let broken: StowageError | null = null;
  const untilIdle: (() => void)[] = [];
  const ways = new CopyWays();
  const makeFolders = spec.kind === 'download' ? createFolderMaker(spec.targetDir) : null;

  const moveOnce = async (open: OpenFile, own: FileContext): Promise<FileOutcome> => {
    const current = open.recheck === 'yes' ? await refresh(open, own, standing) : open;
    const { file } = current;
    if (spec.kind === 'upload' && file.t === 'upload') return uploadFile(current, file, own);
    if (spec.kind === 'download' && file.t === 'download' && makeFolders !== null) {
      return downloadFile(current, file, { targetDir: spec.targetDir, makeFolders }, own);
    }
    if ((spec.kind === 'copy' || spec.kind === 'move') && file.t === 'copy') {
      return copyFile(current, file, { spec, ways }, own);
    }
    if (spec.kind === 'verify' && file.t === 'verify') {
      return spec.of.kind === 'copy' ? verifyCopy(file, spec.of.from, own) : verifyFile(current, file, own);
    }
    throw new StowageError('bug.unexpected', 'A file of the other direction is in this job.');
  };

  // Under `rename` what is there stays, and the next name is tried.
  const moveToFreeName = async (f: number, own: FileContext): Promise<FileOutcome> => {
    for (;;) {
      const open = standing.open.get(f);
      if (open === undefined || own.signal.aborted) throw cancelled();
      const result = await moveOnce(open, own);
      const isTaken = result.outcome === 'skipped' && result.reason === 'already there';
      if (spec.options.overwrite !== 'rename' || !isTaken) return result;
      journal.note(renamed(standing.open.get(f)?.file ?? open.file));
    }
  };

  const moveWhileTheLineBreaks = async (f: number, own: FileContext): Promise<FileOutcome> => {
    for (let round = 1; ; round += 1) {
      const open = standing.open.get(f);
      if (open === undefined || own.signal.aborted) throw cancelled();
      try {
        return await moveToFreeName(f, own);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (own.signal.aborted || troubleOf(error, ports.reached()) !== 'network') throw error;
        const back = await gate.waitUntilBack(error);
        if (back === 'was-there' && (round >= mostRounds || !showsTheLineWasAway(error))) throw error;
        // It may have been planned anew meanwhile.
        (standing.open.get(f) ?? open).earlier = 'yes';
      }
    }
  };

  const end = (file: PlannedFile, result: FileOutcome): void => {
    const reason = result.outcome === 'skipped' ? result.reason : null;
    journal.note({ t: 'ended', f: file.f, outcome: result.outcome, ...(reason === null ? {} : { reason }) });
    progress.file(file.f, reason === 'cancelled' ? unit.untouched : unit.done);
    const message = reason === null ? '' : skipWords(reason);
    if (reason !== null) {
      context.remark(['skipped', reason].join(': ') as Remark);
    }
    ports.onItem({ bytes: file.bytes, outcome: result.outcome, code: '', message, ...placesOf(file) });
  };

  const leaveOut = (file: PlannedFile): void => end(file, { outcome: 'skipped', reason: 'cancelled' });

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
    const controller = controllers.take();
    if (context.signal.aborted) controller.abort();
    moving.set(file.f, controller);
    const { signal } = controller;
    // One that opens slowly, as where a folder is made first, would have all others opened beside it.
    const onAsked = scheduler.expect();
    let letGo: () => void = () => undefined;
    try {
      letGo = await claims.take(targetKey(file), signal, () => {
        context.remark('waited');
        onAsked();
      });
      const outcome = await moveWhileTheLineBreaks(file.f, { ...context, signal, onAsked });
      end(standing.open.get(file.f)?.file ?? file, outcome);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (unwanted.has(file.f)) {
        await discard(file);
        leaveOut(file);
        return;
      }
      // The run was stopped: the file stays open in the journal, whatever its last request was told meanwhile.
      if (context.signal.aborted) return;
      await giveUp(standing.open.get(file.f)?.file ?? file, error);
    } finally {
      onAsked();
      letGo();
      moving.delete(file.f);
      unwanted.delete(file.f);
      controllers.giveBack(controller);
      progress.closed(file.f);
    }
  };

  const run = async (open: OpenFile): Promise<void> => {
    try {
      await move(open);
    } catch (error) {
      // Its end could not be written down.
      broken ??= StowageError.from(error);
    }
    running -= 1;
    ports.onSettled();
    if (running === 0) for (const resolve of untilIdle.splice(0)) resolve();
  };

  const targetKey = (file: PlannedFile): string => {
    // A check writes nothing, so that it is in nobody's way.
    if (spec.kind === 'verify') return `${id}/${file.f}`;
    return spec.kind === 'download'
      ? `${spec.targetDir}/${placesOf(file).target}`
      : `${ports.accountKey}/${spec.container}/${placesOf(file).target}`;
  };

  return {
    running: () => running,
    begin: (open) => {
      // Left out while it waited.
      if (!standing.open.has(open.file.f)) return;
      running += 1;
      void run(open);
    },
    cancelFile: (f) => {
      const controller = moving.get(f);
      const open = standing.open.get(f);
      if (controller !== undefined) {
        unwanted.add(f);
        controller.abort();
      } else if (open !== undefined) leaveOut(open.file);
    },
    fail,
    settled: async () => {
      while (running > 0) await new Promise<void>((resolve) => untilIdle.push(resolve));
      if (broken !== null) throw broken;
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
