// Moves one file of a job as the job's kind demands, under a free name when the first is taken, and again after the
// connection was lost.
import { dirname } from 'node:path';
import { StowageError, cancelled } from '@shared/errors';
import { copyFile } from '../files/copy';
import { CopyWays } from '../files/copy-ways';
import { downloadFile } from '../files/download';
import type { FileContext, FileOutcome } from '../files/file-context';
import { refresh } from '../files/refresh';
import { createFolderMaker, folderInTheWay } from '../files/local-target';
import { uploadFile } from '../files/upload';
import type { NetworkGate } from '../pace/network-gate';
import { tooSlowIfReached } from '../pace/request-timeouts';
import { maxRounds, showsTheLineWasAway, classifyFailure } from '../pace/failure-class';
import { numberedFolder, numberedName } from '../plan/names';
import type { OpenFile } from '../records/files-state';
import type { PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';
import { verifyCopy } from '../verify/verify-copy';
import { verifyFile } from '../verify/verify-file';

export interface MovingPorts {
  readonly state: JobState;
  readonly gate: NetworkGate;
  readonly reached: () => 'yes' | 'no';
  readonly context: Pick<FileContext, 'journal'>;
}

/**
 * `own` carries the signal of the file alone. Throws what moving it throws, and `cancelled.*` when it is no longer
 * open.
 */
export function createFileMoving({
  state: jobState,
  gate,
  reached,
  context: { journal },
}: MovingPorts): (f: number, own: FileContext) => Promise<FileOutcome> {
  const { spec } = jobState.head;
  const ways = new CopyWays();
  const onMade = (folder: string): void => journal.reliesOn(dirname(folder));
  // What is dragged out is in a folder of the app's own, where everything is readable by its owner only.
  const makeFolders =
    spec.kind === 'download'
      ? createFolderMaker(spec.targetDir, onMade, spec.serves === 'drag-out' ? 'private' : 'by-umask')
      : null;

  const moveOnce = async (open: OpenFile, own: FileContext): Promise<FileOutcome> => {
    const current = open.recheck === 'yes' ? await refresh(open, own, jobState) : open;
    const { file } = current;
    if (spec.kind === 'upload' && file.t === 'upload') return uploadFile(current, file, own);
    if (spec.kind === 'download' && file.t === 'download' && makeFolders !== null) {
      return downloadFile(current, file, { targetDir: spec.targetDir, makeFolders }, own);
    }
    if ((spec.kind === 'copy' || spec.kind === 'move') && file.t === 'copy') {
      return copyFile(current, file, { spec, ways }, own);
    }
    if (spec.kind === 'verify' && file.t === 'verify') {
      return spec.of.kind === 'copy' ? verifyCopy(current, file, spec.of.from, own) : verifyFile(current, file, own);
    }
    throw new StowageError('bug.unexpected', 'A file of the other direction is in this job.');
  };

  // Under `rename`, existing files stay and the next name is tried: for the file, or for a folder that cannot be
  // created. All files of that folder try the same names in turn and so meet in the folder that the first of them
  // created.
  const moveToFreeName = async (f: number, own: FileContext): Promise<FileOutcome> => {
    for (;;) {
      const open = jobState.open.get(f);
      if (open === undefined || own.signal.aborted) throw cancelled();
      if (spec.options.overwrite !== 'rename' || isFolderMarker(open.file)) return moveOnce(open, own);
      let folder: number | null = null;
      try {
        const result = await moveOnce(open, own);
        if (result.outcome !== 'skipped' || result.reason !== 'already there') return result;
      } catch (thrown) {
        folder = takenFolder(open.file, thrown);
        if (folder === null) throw thrown;
      }
      const { file } = jobState.open.get(f) ?? open;
      own.journal.note(folder === null ? renamed(file) : inFreeFolder(file, folder));
    }
  };

  const takenFolder = (file: PlannedFile, thrown: unknown): number | null =>
    spec.kind === 'download' && file.t === 'download'
      ? folderInTheWay(spec.targetDir, file.segments, StowageError.from(thrown))
      : null;

  return async (f, own) => {
    for (let round = 1; ; round += 1) {
      const open = jobState.open.get(f);
      if (open === undefined || own.signal.aborted) throw cancelled();
      try {
        return await moveToFreeName(f, own);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (own.signal.aborted || classifyFailure(error, reached()) !== 'network') throw error;
        const back = await gate.waitUntilBack(error, own.signal);
        if (back === 'was-there' && (round >= maxRounds || !showsTheLineWasAway(error))) throw tooSlowIfReached(error);
        // It may have been planned again meanwhile.
        (jobState.open.get(f) ?? open).earlier = 'yes';
      }
    }
  };
}

/** A marker that is there already stands for the same folder. */
function isFolderMarker(file: PlannedFile): boolean {
  return file.t === 'upload' && file.marks === 'folder';
}

function inFreeFolder(file: PlannedFile, at: number): PlannedFile {
  if (file.t !== 'download') return file;
  return { ...file, segments: file.segments.map((name, index) => (index === at ? numberedFolder(name) : name)) };
}

function renamed(file: PlannedFile): PlannedFile {
  if (file.t !== 'download') return { ...file, name: numberedName(file.name) };
  return { ...file, segments: [...file.segments.slice(0, -1), numberedName(file.segments.at(-1) ?? '')] };
}
