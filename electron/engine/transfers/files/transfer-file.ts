// Moves one file of a job to its end. Each attempt goes through the phases of the job's strategy: probe, decide, open,
// missing parts, verify, commit. Its result is the next state of one loop.
import { dirname } from 'node:path';
import { StowageError, cancelled } from '@shared/errors';
import { classifyFailure, maxRounds, showsTheLineWasAway } from '../../azure/failures/failure-class';
import type { NetworkGate } from '../pace/network-gate';
import { tooSlowIfReached } from '../pace/request-timeouts';
import { numberedFolder, numberedName } from '../plan/names';
import type { OpenFile } from '../records/files-state';
import type { JobSpec, PlannedFile } from '../records/job-records';
import type { JobState } from '../records/job-state';
import { BlobStore } from './blob-store';
import { Check } from './check';
import { Copy } from './copy';
import { Download } from './download';
import { type FileContext, type FileOutcome, backupJobId } from './file-context';
import { createFolderMaker, folderInTheWay } from './local-target';
import { Remove } from './remove';
import { S3Store } from './s3-store';
import type { StoreCall } from './store';
import { type Attempt, type Next, type Strategy, type Tried, replanned } from './strategy';
import { Upload } from './upload';

export interface FileTransferPorts {
  readonly state: JobState;
  readonly gate: NetworkGate;
  /** Whether the service has answered this job before. */
  readonly reached: () => 'yes' | 'no';
  readonly context: Pick<FileContext, 'jobId' | 'blockIds' | 'journal'>;
  /** What the accounts of the job speak; a job with one account has it on both sides. Absent: blobs on both. */
  readonly services?: Readonly<Record<'source' | 'target', 'blob' | 's3'>>;
}

/** The known state of a file when an attempt starts. */
interface Known {
  readonly open: OpenFile;
  readonly tried: Tried;
}

type NextState =
  | Next
  /** Another attempt under another name, because the first is taken. */
  | { readonly next: 'renamed'; readonly file: PlannedFile }
  /** Another attempt, because the connection was lost and is back. */
  | { readonly next: 'reconnected' };

export class FileTransfer {
  readonly #ports: FileTransferPorts;
  readonly #strategy: Strategy<PlannedFile>;
  readonly #remove: Strategy<PlannedFile>;
  /** By container: a sync has one at most. */
  readonly #backups = new Map<string, Strategy<PlannedFile>>();

  constructor(ports: FileTransferPorts) {
    this.#ports = ports;
    this.#strategy = strategyFor(ports);
    this.#remove = removalFor(ports);
  }

  /**
   * `own` carries the signal of the file alone. Throws the errors of moving the file, and `cancelled.*` when it is no
   * longer open.
   */
  async run(f: number, own: FileContext): Promise<FileOutcome> {
    /** Null: what the journal knows. */
    let known: Known | null = null;
    let rounds = 1;
    for (;;) {
      const next: NextState = await this.#next(f, own, known, rounds);
      switch (next.next) {
        case 'ended':
          return next.outcome;
        case 'again':
          if (next.pauseMs !== null) await own.clock.sleep(next.pauseMs, own.signal);
          known = next;
          break;
        case 'replanned':
          own.journal.note(next.open.file);
          known = next;
          break;
        case 'renamed':
          own.journal.note(next.file);
          known = null;
          break;
        case 'reconnected':
          rounds += 1;
          known = null;
          break;
      }
    }
  }

  async #next(f: number, own: FileContext, known: Known | null, rounds: number): Promise<NextState> {
    const { state } = this.#ports;
    const open = known?.open ?? state.open.get(f);
    if (open === undefined || (known === null && own.signal.aborted)) throw cancelled();
    try {
      const lane = own.scheduler.openLane(own.signal, own.onRequested);
      const { tried } = known ?? untried;
      const isAgain = known === null && open.recheck === 'yes';
      const { strategy, context } = this.#wayOf(open.file, own);
      const current = isAgain ? await this.#replanned(open, strategy, { f, lane, context }) : open;
      const next = await attempt(strategy, { f, lane, context, open: current, file: current.file, tried });
      return this.#renamedIfTaken(open, next) ?? next;
    } catch (thrown) {
      const error = StowageError.from(thrown);
      return this.#inFreeFolder(open, error) ?? (await this.#reconnected(open, error, own, rounds));
    }
  }

  /** A sync also deletes, and copies what it is about to replace or delete. */
  #wayOf(
    file: PlannedFile,
    own: FileContext,
  ): { readonly strategy: Strategy<PlannedFile>; readonly context: FileContext } {
    if (file.t === 'remove') return { strategy: this.#remove, context: own };
    if (file.t !== 'copy' || file.backupIn === undefined) return { strategy: this.#strategy, context: own };
    const { state, context } = this.#ports;
    const job = { ...context, jobId: backupJobId(context.jobId) };
    const strategy =
      this.#backups.get(file.backupIn) ??
      new Copy(
        {
          target: new BlobStore(job, file.backupIn, 'target'),
          source: new BlobStore(job, state.head.spec.container, 'source'),
        },
        'copy',
      );
    this.#backups.set(file.backupIn, strategy);
    return { strategy, context: { ...own, jobId: job.jobId } };
  }

  /** The open file as it should be moved now: it failed before, and its source may have changed since. */
  async #replanned(open: OpenFile, strategy: Strategy<PlannedFile>, call: StoreCall): Promise<OpenFile> {
    const fresh = await strategy.replan(open.file, call);
    if (fresh === open.file) return open;
    call.context.journal.note(fresh);
    return this.#ports.state.open.get(fresh.f) ?? open;
  }

  // Under `rename`, existing files remain and the next name is attempted: for the file, or for a folder that cannot be
  // created. All files of that folder attempt the same names in sequence and so end up in the folder that the first of
  // them created.
  #renamedIfTaken({ file }: OpenFile, next: Next): NextState | null {
    const isTaken =
      next.next === 'ended' && next.outcome.outcome === 'skipped' && next.outcome.reason === 'already there';
    return isTaken && this.#mayRename(file) ? { next: 'renamed', file: renamed(this.#current(file)) } : null;
  }

  #inFreeFolder({ file }: OpenFile, error: StowageError): NextState | null {
    const { spec } = this.#ports.state.head;
    if (spec.kind !== 'download' || file.t !== 'download' || !this.#mayRename(file)) return null;
    const at = folderInTheWay(spec.targetDir, file.segments, error);
    return at === null ? null : { next: 'renamed', file: inFreeFolder(this.#current(file), at) };
  }

  /** An existing marker represents the same folder. */
  #mayRename(file: PlannedFile): boolean {
    const isMarker = file.t === 'upload' && file.marks === 'folder';
    return this.#ports.state.head.spec.options.overwrite === 'rename' && !isMarker;
  }

  #current(file: PlannedFile): PlannedFile {
    return this.#ports.state.open.get(file.f)?.file ?? file;
  }

  /** Throws the error unless the connection was lost, which is waited for. */
  async #reconnected(open: OpenFile, error: StowageError, own: FileContext, rounds: number): Promise<NextState> {
    const { state, gate, reached } = this.#ports;
    if (own.signal.aborted || classifyFailure(error, reached()) !== 'network') throw error;
    const back = await gate.waitUntilBack(error, own.signal);
    if (back === 'was-there' && (rounds >= maxRounds || !showsTheLineWasAway(error))) throw tooSlowIfReached(error);
    // It may have been planned again meanwhile.
    (state.open.get(open.file.f) ?? open).earlier = 'yes';
    return { next: 'reconnected' };
  }
}

const untried: Pick<Known, 'tried'> = { tried: {} };

/** One attempt at a file, phase by phase; the first phase that knows the next state ends it. */
async function attempt(strategy: Strategy<PlannedFile>, one: Attempt): Promise<Next> {
  if (one.file.t !== strategy.kind) throw otherDirection();
  const cut = strategy.cut?.(one) ?? null;
  // A single request that was cut off is no commit of these parts.
  if (cut !== null) return replanned(one, cut, { open: { committingMd5: null } });
  try {
    const existing = await strategy.probe(one);
    const decision = await strategy.decide(one, existing);
    if ('next' in decision) return decision;
    const work = await strategy.open(one, decision);
    try {
      for (;;) {
        const next = await strategy.moveMissing(one, work);
        if (next !== null) return next;
        await strategy.verify(one, work);
        const committed = await strategy.commit(one, work);
        if (committed !== 'parts lost') return committed;
      }
    } finally {
      const closing = strategy.close?.(one, work);
      if (closing !== undefined) await closing;
    }
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (strategy.afterFailure === undefined) throw error;
    return await strategy.afterFailure(error, one);
  }
}

function strategyFor({ state, context, services }: FileTransferPorts): Strategy<PlannedFile> {
  const { spec } = state.head;
  const storeOf = (container: string, side: 'source' | 'target'): BlobStore =>
    services?.[side] === 's3' ? new S3Store(context, container, side) : new BlobStore(context, container, side);
  const target = storeOf(spec.container, 'target');
  switch (spec.kind) {
    case 'upload':
      return new Upload(target);
    case 'download': {
      const onMade = (folder: string): void => context.journal.reliesOn(dirname(folder));
      // Files dragged out are in a private folder of the app, where only the owner can read them.
      const access = spec.serves === 'drag-out' ? 'private' : 'by-umask';
      return new Download(target, {
        path: spec.targetDir,
        makeFolders: createFolderMaker(spec.targetDir, onMade, access),
      });
    }
    case 'copy':
    case 'move':
      return new Copy({ target, source: storeOf(spec.from.container, 'source') }, spec.kind);
    case 'verify': {
      const { of } = spec;
      return new Check(target, of.kind === 'copy' ? storeOf(of.from.container, 'source') : null);
    }
  }
}

function removalFor({ state, context }: FileTransferPorts): Strategy<PlannedFile> {
  const spec: JobSpec = state.head.spec;
  return new Remove(new BlobStore(context, spec.container, 'target'), spec.kind === 'download' ? spec.targetDir : null);
}

function otherDirection(): StowageError {
  return new StowageError('bug.unexpected', 'A file of the other direction is in this job.');
}

function inFreeFolder(file: PlannedFile, at: number): PlannedFile {
  if (file.t !== 'download') return file;
  return { ...file, segments: file.segments.map((name, index) => (index === at ? numberedFolder(name) : name)) };
}

function renamed(file: PlannedFile): PlannedFile {
  if (file.t === 'remove') return file;
  if (file.t !== 'download') return { ...file, name: numberedName(file.name) };
  return { ...file, segments: [...file.segments.slice(0, -1), numberedName(file.segments.at(-1) ?? '')] };
}
