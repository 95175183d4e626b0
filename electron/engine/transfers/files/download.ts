// Downloads one object: ranges of a single version are written in place into a temporary file, verified by length and
// stored MD5, synced, renamed. Bytes of two versions are never mixed. Over 300 lines, because it alone decides how much
// of a partial or a finished file of an earlier run can be used.
import { lstat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import { MiB } from '@shared/units';
import { localError } from '../../../disk/local-error';
import { type FolderMark, assertSameFolder, wasReplaced } from '../../../disk/partial-file';
import { eachOf } from '../pace/scheduler';
import { blockAt, coverOf } from '../plan/blocks';
import { numberedName } from '../plan/names';
import { decideDownload } from '../plan/overwrite';
import { downloadFileOf } from '../plan/plan';
import { type DownloadFile, modifiedOf } from '../records/job-records';
import type { OpenFile } from '../records/files-state';
import { type Finish, nameFile } from '../worker/small-files';
import { type FileContext, earlierWithin } from './file-context';
import {
  type LocalFacts,
  type Target,
  isTargetTaken,
  openTemporary,
  readLocalFacts,
  removeTemporaries,
  targetOf,
} from './local-target';
import { type Hashing, NotMoved, createFrontier, cutWhereTooLarge, hashing } from './move-blocks';
import { moveBlocks, moveWhole, showBlocks } from './move-blocks';
import { type RangeKeeper, createRangeKeeper } from './safe-writes';
import type { Store, StoreCall } from './store';
import { type Attempt, type Next, type Strategy, again, done, skipped } from './strategy';
import { controlRequest, fileSignal } from './task-requests';

/** Where downloads go. */
export interface DownloadFolder {
  readonly path: string;
  readonly makeFolders: (segments: readonly string[]) => Promise<FolderMark>;
}

/** Null for none. */
type Existing = LocalFacts | null | 'not looked up';

interface Decision {
  readonly destination: Finish;
  /** Nothing is done when this path exists; empty for no check. */
  readonly unlessExists: string;
}

interface Work {
  destination: Finish;
  readonly unlessExists: string;
  /** Only of an object in ranges. */
  readonly ranges: Ranges | null;
  /** A small file was written, and has still to be synced and named. */
  isWritten: boolean;
}

interface Ranges {
  readonly signal: ReturnType<typeof fileSignal>;
  readonly keeper: RangeKeeper;
  readonly frontier: ReturnType<typeof createFrontier>;
  readonly hash: Hashing | null;
  /** Those of an earlier run. */
  readonly held: ReadonlySet<BlockNumber>;
}

/** Memory that one request of a comparison holds. */
const mendPieceBytes = 4 * MiB;

export class Download implements Strategy<DownloadFile, Existing, Decision, Work> {
  readonly kind = 'download';
  readonly #store: Store;
  readonly #folder: DownloadFolder;

  constructor(store: Store, folder: DownloadFolder) {
    this.#store = store;
    this.#folder = folder;
  }

  async replan(file: DownloadFile, call: StoreCall): Promise<DownloadFile> {
    if (file.marks === 'folder') return file;
    const object = await this.#store.probe(file.name, call);
    if (object === null) {
      throw new StowageError('not-found.blob', 'The blob no longer exists.', { context: this.#store.where(file.name) });
    }
    if (object.etag !== '' && object.etag === file.etag) return file;
    const fresh = downloadFileOf({ name: file.name, ...object }, file.segments, call.context.options, null);
    return { ...fresh, f: file.f, attempt: file.attempt + 1 };
  }

  cut({ file, context }: Attempt<DownloadFile>): DownloadFile | null {
    return cutWhereTooLarge(file, context, this.#store.partLimits);
  }

  // When many small files are downloaded, most targets are free. The worker checks that itself, which saves a trip through
  // the thread pool for each file.
  probe(one: Attempt<DownloadFile>): Existing | Promise<Existing> {
    const { file, tried } = one;
    const isSmall = file.blockBytes === 0 && tried.isTaken !== true;
    return isSmall || file.marks === 'folder' ? 'not looked up' : readLocalFacts(this.#targetOf(one).path);
  }

  async decide(one: Attempt<DownloadFile>, existing: Existing): Promise<Decision | Next> {
    const { file, context } = one;
    const { overwrite } = context.options;
    if (file.marks === 'folder') {
      // The folder is one of those that a file in it would need.
      await this.#folder.makeFolders([...file.segments, '']);
      return done;
    }
    const target = this.#targetOf(one);
    if (existing === 'not looked up') {
      let folder: FolderMark;
      try {
        folder = await this.#folder.makeFolders(file.segments);
      } catch {
        // Reported by the attempt that probes, unless the file exists already.
        return again(one, { tried: { isTaken: true } });
      }
      return {
        destination: destinationOf(target, file, folder, overwrite === 'always' ? 'yes' : 'no'),
        unlessExists: target.path,
      };
    }
    if (existing !== null && (await isFinishedBefore(one, { path: target.path, local: existing }))) {
      await removeTemporary(target, context, file.f);
      return done;
    }
    const decision = decideDownload(overwrite, { ...file, lastModified: modifiedOf(file) }, existing);
    if (decision.kind === 'skip') return skipped(decision.reason);
    if (decision.unlessMd5 !== '' && (await localMd5(target.path, file.bytes, context)) === decision.unlessMd5) {
      return skipped('the same');
    }
    const folder = await this.#folder.makeFolders(file.segments);
    const replace = overwrite === 'always' || existing !== null ? 'yes' : 'no';
    return { destination: destinationOf(target, file, folder, replace), unlessExists: '' };
  }

  open(one: Attempt<DownloadFile>, { destination, unlessExists }: Decision): Work | Promise<Work> {
    if (one.file.blockBytes === 0) return { destination, unlessExists, ranges: null, isWritten: false };
    return this.#openRanges(one, destination);
  }

  async #openRanges(one: Attempt<DownloadFile>, destination: Finish): Promise<Work> {
    const { open, file, context } = one;
    const { temporaryPath, folder } = destination;
    assertSameFolder(folder);
    const earlier = open.sums.size > 0 ? 'use' : 'discard';
    const temporary = await openTemporary(temporaryPath, file.bytes, earlier, folder);
    const keeper = createRangeKeeper(temporaryPath, temporary.handle, {
      monotonic: () => context.clock.monotonic(),
      onSafe: (number, sum) => context.journal.noteBlock(file.f, number, sum),
    });
    try {
      const held = await stillExists(one, { ...temporary, path: temporaryPath });
      const signal = fileSignal(context.signal);
      const frontier = createFrontier([...held].map((number) => blockAt(file, number)));
      const readable = { path: temporaryPath, bytes: file.bytes, readableBytes: frontier.readableBytes() };
      const hash = wantsMd5(one) ? hashing(context, readable, signal.signal) : null;
      const ranges = { signal, keeper, frontier, hash, held };
      return { destination: { ...destination, mark: temporary.mark }, unlessExists: '', ranges, isWritten: false };
    } catch (thrown) {
      await keeper.close();
      throw thrown;
    }
  }

  moveMissing(one: Attempt<DownloadFile>, work: Work): Promise<Next | null> {
    const { destination, ranges } = work;
    return ranges === null ? this.#fetchWhole(one, work) : this.#fetchRanges(one, destination, ranges);
  }

  async #fetchRanges(one: Attempt<DownloadFile>, destination: Finish, ranges: Ranges): Promise<null> {
    const { f, file, context } = one;
    const { held, frontier, hash, keeper } = ranges;
    showBlocks(f, file, held, context);
    await moveBlocks(one, { cut: file, held, limits: this.#store.partLimits, hash }, async (range, own) => {
      const sum = await this.#store.readPart(file, range, destination, own);
      frontier.add(range);
      hash?.advance(frontier.readableBytes());
      keeper.add({ ...range, sum });
    });
    return null;
  }

  /** A whole object is verified by the worker before it is written. */
  verify(one: Attempt<DownloadFile>, { destination, ranges }: Work): Promise<void> | void {
    if (ranges !== null) return this.#verifyRanges(one, destination, ranges);
  }

  async #verifyRanges(one: Attempt<DownloadFile>, destination: Finish, ranges: Ranges): Promise<void> {
    const { file, context } = one;
    const md5 = (await ranges.hash?.md5()) ?? '';
    if (context.options.verify !== 'none') await assertLength(file, destination);
    if (wantsMd5(one) && md5 !== file.contentMd5) await this.#mend(one, destination, md5, ranges.signal.signal);
  }

  commit(one: Attempt<DownloadFile>, work: Work): Next | Promise<Next> {
    return work.ranges === null && !work.isWritten ? finished(one) : this.#finish(one, work);
  }

  async #finish(one: Attempt<DownloadFile>, { destination, ranges }: Work): Promise<Next> {
    const { f, lane, context } = one;
    if (ranges === null) await context.finisher.finish(destination);
    else {
      await ranges.keeper.sync();
      await controlRequest(context, lane, f, 'finish-file', destination);
    }
    return finished(one);
  }

  close(one: Attempt<DownloadFile>, { ranges }: Work): Promise<void> | void {
    if (ranges !== null) return this.#closeRanges(one, ranges);
  }

  async #closeRanges({ f, context }: Attempt<DownloadFile>, ranges: Ranges): Promise<void> {
    ranges.signal.end();
    await ranges.keeper.close();
    context.pool.release(context.jobId, f);
  }

  /**
   * The final name is untouched then, and the temporary file retains the received bytes, to be resumed or discarded.
   */
  async afterFailure(error: StowageError, one: Attempt<DownloadFile>): Promise<Next> {
    if (one.file.marks === 'folder') throw error;
    const { overwrite } = one.context.options;
    const target = this.#targetOf(one);
    const isTaken = error.code === 'conflict.target-exists' && !wasReplaced(error);
    if (!isTaken || (overwrite !== 'never' && overwrite !== 'rename')) throw aboutTarget(error, target);
    // With numbered names, whatever already has the name counts alike, even if another process created it just now.
    if (overwrite !== 'rename' || !isTargetTaken(error)) {
      const local = await readLocalFacts(target.path).catch(() => null);
      if (local === null) throw error;
    }
    await removeTemporary(target, one.context, one.f);
    return skipped('already there');
  }

  #targetOf({ file, context }: Attempt<DownloadFile>): Target {
    return targetOf(this.#folder.path, file.segments, context.parts, file.f);
  }

  async #fetchWhole(one: Attempt<DownloadFile>, work: Work): Promise<Next | null> {
    const { file, lane, context } = one;
    const { destination, unlessExists } = work;
    const md5 = wantsMd5(one) ? file.contentMd5 : '';
    const { partLimits } = this.#store;
    const fetch = () =>
      lane.run(file.bytes, async () => {
        // Waits while holding its slot, so that a slow disk slows down the requests.
        await context.finisher.room();
        return moveWhole(file, context, partLimits, (own) =>
          this.#store.readWhole(file, { destination, unlessExists, md5 }, own),
        );
      });
    let fetched = await fetch();
    if (!(fetched instanceof NotMoved) && fetched.outcome === 'other-md5') {
      // Damage in transit differs each time; the same bytes twice are what the service stores.
      fetched = await fetch();
      if (!(fetched instanceof NotMoved)) {
        if (fetched.outcome === 'other-md5') throw setAside(file, destination, fetched.md5);
        context.remark('came damaged');
      }
    }
    if (fetched instanceof NotMoved) return again({ ...one, tried: {} }, { pauseMs: fetched.pauseMs });
    if (fetched.outcome === 'there') return again(one, { tried: { isTaken: true } });
    work.isWritten = fetched.outcome === 'written';
    if (work.isWritten) work.destination = { ...destination, mark: fetched.mark };
    return null;
  }

  // Compares every range with the object once more. If none differs, the MD5 stored with it is wrong.
  async #mend(one: Attempt<DownloadFile>, destination: Finish, md5: string, signal: AbortSignal): Promise<void> {
    const { file, lane, context } = one;
    const own = { ...context, signal };
    let mendedBytes = 0;
    await lane.runAll(
      eachOf(coverOf(file, [])),
      ({ length }) => Math.min(length, mendPieceBytes),
      async (range) => {
        const bytes = await this.#store.mendPart(file, range, destination, own);
        mendedBytes += bytes;
      },
    );
    if (mendedBytes === 0) throw setAside(file, destination, md5);
    context.remark('came damaged');
    const mended = await localMd5(destination.temporaryPath, file.bytes, own);
    if (mended !== file.contentMd5) throw setAside(file, destination, mended);
  }
}

function finished({ file, context }: Attempt<DownloadFile>): Next {
  if (context.options.verify === 'md5' && file.contentMd5 === '') context.remark('no checksum');
  return done;
}

function wantsMd5({ file, context }: Attempt<DownloadFile>): boolean {
  return context.options.verify === 'md5' && file.contentMd5 !== '';
}

function destinationOf(
  { path, temporaryPath }: Target,
  file: DownloadFile,
  folder: FolderMark,
  replace: Finish['replace'],
): Finish {
  return { temporaryPath, path, modified: modifiedOf(file), replace, folder, mark: '' };
}

/** A disk error is reported for the requested file; users do not know the name of the temporary one. */
function aboutTarget(error: StowageError, { path, temporaryPath }: Target): StowageError {
  const { code, message, context, cause } = error;
  if (context.path !== temporaryPath || !code.startsWith('local.')) return error;
  return new StowageError(code, message, { context: { ...context, path }, cause });
}

/** Removes the temporary file of a download that will not be continued; if it stays, the job gets a remark. */
export async function removeTemporary(
  target: Target,
  context: Pick<FileContext, 'pool' | 'jobId' | 'clock' | 'remark'>,
  f: number,
): Promise<void> {
  context.pool.release(context.jobId, f);
  if ((await removeTemporaries([target.temporaryPath], context.clock)) > 0) context.remark('leftover');
}

/**
 * The ranges of an earlier run whose bytes are still in the partial file. A disk that lost power may have lost them after
 * all, and the file may have been replaced. Earlier versions recorded too little to know: those ranges are fetched again.
 */
async function stillExists(
  { open, file, context }: Attempt<DownloadFile>,
  { path, state }: { readonly path: string; readonly state: 'kept' | 'new' },
): Promise<ReadonlySet<BlockNumber>> {
  if (open.blocks.size === 0) return new Set();
  const known = state === 'new' ? [] : [...open.sums].filter(([number]) => open.blocks.has(number));
  const ranges = known.map(([number]) => blockAt(file, number));
  const { sums } = await context.pool.sumRanges(context.jobId, { path, ranges }, context.signal);
  const found = known.filter(([, sum], index) => sums[index] === sum);
  if (found.length === open.blocks.size) return new Set(open.blocks);
  if (state === 'kept' && found.length < known.length) context.remark('partial changed');
  context.journal.note(file);
  for (const [number, sum] of found) context.journal.noteBlock(file.f, number, sum);
  return new Set(found.map(([number]) => number));
}

/** Some disks store times in steps of two seconds. */
const coarsestTimeMs = 2000;

/**
 * Whether the file at the final name is what an earlier run of the job put there: a run that is killed may have finished
 * files that its journal does not call done. Reads the whole file where its object has an MD5.
 */
export async function isFinishedBefore(
  {
    open,
    file,
    context,
  }: Pick<Attempt<DownloadFile>, 'file' | 'context'> & { readonly open: Pick<OpenFile, 'earlier'> },
  { path, local }: { readonly path: string; readonly local: LocalFacts },
): Promise<boolean> {
  const withinMs = earlierWithin({ open, file, context });
  if (withinMs === null || local.bytes !== file.bytes) return false;
  // Whoever finishes a file gives it the time of its object.
  const isDated = Math.abs(local.mtimeMs - Date.parse(modifiedOf(file))) < coarsestTimeMs;
  if (!isDated || context.clock.now() - local.namedMs > withinMs) return false;
  // Without an MD5, a file that existed before the job may be a damaged one that the job is to replace.
  if (file.contentMd5 === '') return local.namedMs >= context.createdAtMs;
  return (await localMd5(path, file.bytes, context)) === file.contentMd5;
}

function localMd5(path: string, bytes: number, context: FileContext): Promise<string> {
  return hashing(context, { path, bytes, readableBytes: bytes }, context.signal).md5();
}

async function assertLength(file: DownloadFile, destination: Finish): Promise<void> {
  const { size } = await lstat(destination.temporaryPath);
  if (size !== file.bytes) throw wrongBytes(file, `${size} bytes came, ${file.bytes} were expected`, {});
}

// Left for whoever needs the bytes, under a free name that cannot be mistaken for the real file.
function setAside(file: DownloadFile, { temporaryPath, path }: Finish, md5: string): StowageError {
  let asidePath = `${path}.unverified`;
  while (!nameIfFree(temporaryPath, asidePath)) asidePath = numberedName(asidePath);
  return wrongBytes(file, 'the MD5 differs from the one stored with the blob', {
    stored: file.contentMd5,
    computed: md5,
    setAside: asidePath,
  });
}

function nameIfFree(temporaryPath: string, path: string): boolean {
  try {
    nameFile({ temporaryPath, path, replace: 'no' });
    return true;
  } catch (thrown) {
    const error = localError(thrown, path);
    if (error.code === 'conflict.target-exists') return false;
    throw error;
  }
}

function wrongBytes(file: DownloadFile, problem: string, facts: Readonly<Record<string, string>>): StowageError {
  return new StowageError('local.checksum', `The bytes that came are not the blob: ${problem}.`, {
    context: { blob: file.name, ...facts },
  });
}
