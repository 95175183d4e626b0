// Downloads one blob: ranges of a single ETag are written in place into a temporary file, verified by length and stored
// MD5, synced, renamed. Bytes of two versions are never mixed.
import { lstat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import { blockAt, coverOf } from '../plan/blocks';
import type { BlockNumber } from '@shared/model/block-number';
import { localError } from '../../../disk/local-error';
import { type FolderMark, assertSameFolder, wasReplaced } from '../../../disk/partial-file';
import { type FileContext, type FileOutcome, controlRequest, fileSignal, requestInSlot } from './file-context';
import { isFinishedBefore, localMd5 } from './finished-before';
import {
  createFrontier,
  hashing,
  type BlocksToMove,
  TimedOut,
  cutWhereTooLarge,
  givenUp,
  moveBlocks,
  moveWhole,
  showBlocks,
  tooLarge,
} from './move-blocks';
import { removeTemporaries, type Target, isTargetTaken, openTemporary, readLocalFacts, targetOf } from './local-target';
import { type DownloadFile, modifiedOf } from '../records/job-records';
import type { OpenFile } from '../records/files-state';
import { numberedName } from '../plan/names';
import { decideDownload } from '../plan/overwrite';
import { createRangeKeeper } from './safe-writes';
import { type Lane, eachOf } from '../pace/scheduler';
import { type Finish, nameFile } from '../worker/small-files';
import type { ResultOf } from '../worker/messages';

/** Memory that one request of a comparison holds. */
const mendPieceBytes = 4 * MiB;

export interface DownloadTarget {
  readonly targetDir: string;
  readonly makeFolders: (segments: readonly string[]) => Promise<FolderMark>;
}

/**
 * Throws StowageError when the file could not be completed. The final name is untouched then, and the temporary file
 * keeps what arrived, to be resumed or discarded.
 */
export async function downloadFile(
  opened: OpenFile,
  file: DownloadFile,
  into: DownloadTarget,
  context: FileContext,
): Promise<FileOutcome> {
  if (file.marks === 'folder') {
    // The folder is one of those that a file in it would need.
    await into.makeFolders([...file.segments, '']);
    return { outcome: 'done' };
  }
  try {
    return await downloadOnce(opened, file, into, context);
  } catch (thrown) {
    const { overwrite } = context.options;
    const error = StowageError.from(thrown);
    const isTaken = error.code === 'conflict.target-exists' && !wasReplaced(error);
    const target = targetOf(into.targetDir, file.segments, context.parts, file.f);
    if (!isTaken || (overwrite !== 'never' && overwrite !== 'rename')) throw aboutTarget(error, target);
    // With numbered names, whatever already has the name counts alike, even if another process created it just now.
    if (overwrite !== 'rename' || !isTargetTaken(error)) {
      const local = await readLocalFacts(target.path).catch(() => null);
      if (local === null) throw thrown;
    }
    await removeTemporary(target, context, file.f);
    return { outcome: 'skipped', reason: 'already there' };
  }
}

/** An error of the disk is reported about the file that was asked for; nobody knows the name of the temporary one. */
function aboutTarget(error: StowageError, { path, temporaryPath }: Target): StowageError {
  const { code, message, context, cause } = error;
  if (context.path !== temporaryPath || !code.startsWith('local.')) return error;
  return new StowageError(code, message, { context: { ...context, path }, cause });
}

async function downloadOnce(
  opened: OpenFile,
  file: DownloadFile,
  into: DownloadTarget,
  context: FileContext,
): Promise<FileOutcome> {
  const cut = cutWhereTooLarge(file, context);
  if (cut !== null) return downloadInRanges(opened, cut, into, context);
  const target = targetOf(into.targetDir, file.segments, context.parts, file.f);
  const lane = context.scheduler.openLane(context.signal, context.onRequested);
  const fetched = file.blockBytes === 0 ? await downloadToFreePath(file, target, into, lane, context) : 'not-done';
  if (fetched === 'done') return { outcome: 'done' };
  if (fetched === givenUp) return downloadOnce(opened, file, into, context);
  const local = await readLocalFacts(target.path);
  if (local !== null && (await isFinishedBefore(opened, file, { path: target.path, local }, context))) {
    await removeTemporary(target, context, file.f);
    return { outcome: 'done' };
  }
  const decision = decideDownload(context.options.overwrite, { ...file, lastModified: modifiedOf(file) }, local);
  if (decision.kind === 'skip') return { outcome: 'skipped', reason: decision.reason };
  if (decision.unlessMd5 !== '' && (await localMd5(target.path, file.bytes, context)) === decision.unlessMd5) {
    return { outcome: 'skipped', reason: 'the same' };
  }
  const folder = await into.makeFolders(file.segments);
  const place = targetPathOf(
    target,
    file,
    folder,
    context.options.overwrite === 'always' || local !== null ? 'yes' : 'no',
  );
  if (file.blockBytes > 0) await downloadRanges(opened, file, place, lane, context);
  else if ((await downloadWhole(file, place, '', lane, context)) === givenUp)
    return downloadOnce(opened, file, into, context);
  return { outcome: 'done' };
}

/** A file that was planned for a single request. */
function downloadInRanges(
  opened: OpenFile,
  cut: DownloadFile,
  into: DownloadTarget,
  context: FileContext,
): Promise<FileOutcome> {
  context.journal.note(cut);
  return downloadOnce({ ...opened, file: cut, blocks: new Set(), sums: new Map() }, cut, into, context);
}

function targetPathOf(
  { path, temporaryPath }: Target,
  file: DownloadFile,
  folder: FolderMark,
  replace: Finish['replace'],
): Finish {
  return { temporaryPath, path, modified: modifiedOf(file), replace, folder, mark: '' };
}

// When many small files are downloaded, most targets are free. The worker checks that itself, which saves a trip
// through the thread pool per file.
async function downloadToFreePath(
  file: DownloadFile,
  target: Target,
  into: DownloadTarget,
  lane: Lane,
  context: FileContext,
): Promise<WholeOutcome> {
  let folder: FolderMark;
  try {
    folder = await into.makeFolders(file.segments);
  } catch {
    // Reported below, unless the file exists already.
    return 'not-done';
  }
  const place = targetPathOf(target, file, folder, context.options.overwrite === 'always' ? 'yes' : 'no');
  return downloadWhole(file, place, target.path, lane, context);
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

function wantsMd5(file: DownloadFile, context: FileContext): boolean {
  return context.options.verify === 'md5' && file.contentMd5 !== '';
}

type WholeOutcome = 'done' | 'not-done' | typeof givenUp;

/** `unlessExists`: does nothing when that path exists; empty for no check. */
async function downloadWhole(
  file: DownloadFile,
  place: Finish,
  unlessExists: string,
  lane: Lane,
  context: FileContext,
): Promise<WholeOutcome> {
  const get = (own: FileContext): Promise<ResultOf<'get-blob'>> =>
    requestInSlot(own, file.bytes, { f: file.f, block: 'file' }, 'get-blob', {
      container: context.container,
      name: file.name,
      etag: file.etag,
      bytes: file.bytes,
      md5: wantsMd5(file, context) ? file.contentMd5 : '',
      place,
      unlessExists,
    });
  const fetch = async (): Promise<ResultOf<'get-blob'> | typeof givenUp> => {
    const got = await lane.run(file.bytes, async () => {
      // Waits while holding its slot, so that a slow disk slows the requests down.
      await context.finisher.room();
      return moveWhole(file, context, get);
    });
    if (got === tooLarge) return givenUp;
    if (!(got instanceof TimedOut)) return got;
    await context.clock.sleep(got.pauseMs, context.signal);
    return givenUp;
  };
  let fetched = await fetch();
  if (fetched !== givenUp && fetched.outcome === 'other-md5') {
    // Damage in transit differs each time; the same bytes twice are what the service stores.
    fetched = await fetch();
    if (fetched === givenUp) return givenUp;
    if (fetched.outcome === 'other-md5') throw setAside(file, place, fetched.md5);
    context.remark('came damaged');
  }
  if (fetched === givenUp) return givenUp;
  if (fetched.outcome === 'there') return 'not-done';
  if (fetched.outcome === 'written') await context.finisher.finish({ ...place, mark: fetched.mark });
  remarkUnchecked(file, context);
  return 'done';
}

async function downloadRanges(
  opened: OpenFile,
  file: DownloadFile,
  planned: Finish,
  lane: Lane,
  context: FileContext,
): Promise<void> {
  const { temporaryPath } = planned;
  assertSameFolder(planned.folder);
  const earlier = opened.sums.size > 0 ? 'use' : 'discard';
  const temporary = await openTemporary(temporaryPath, file.bytes, earlier, planned.folder);
  const place = { ...planned, mark: temporary.mark };
  const keeper = createRangeKeeper(temporaryPath, temporary.handle, {
    monotonic: () => context.clock.monotonic(),
    onSafe: (number, sum) => context.journal.noteBlock(file.f, number, sum),
  });
  let done: ReadonlySet<BlockNumber>;
  try {
    done = await stillExists(opened, file, { ...temporary, path: temporaryPath }, context);
  } catch (thrown) {
    await keeper.close();
    throw thrown;
  }
  const { signal, end } = fileSignal(context.signal);
  showBlocks(file.f, file, done, context);
  const frontier = createFrontier([...done].map((number) => blockAt(file, number)));
  const input = { path: temporaryPath, bytes: file.bytes, readableBytes: frontier.readableBytes() };
  const hash = wantsMd5(file, context) ? hashing(context, input, signal) : null;
  try {
    const toMove: BlocksToMove = { f: file.f, cut: file, held: done, sizes: 'as the line takes them', hash };
    await moveBlocks(toMove, lane, context, async (block, own) => {
      const { sum } = await requestInSlot(own, block.length, { f: file.f, block: block.number }, 'get-range', {
        container: context.container,
        name: file.name,
        file: file.f,
        etag: file.etag,
        path: temporaryPath,
        mark: place.mark,
        offset: block.offset,
        length: block.length,
      });
      frontier.add(block);
      hash?.advance(frontier.readableBytes());
      keeper.add({ ...block, sum });
    });
    const md5 = (await hash?.md5()) ?? '';
    if (context.options.verify !== 'none') await assertLength(file, place);
    if (wantsMd5(file, context) && md5 !== file.contentMd5) await mend(file, place, md5, lane, { ...context, signal });
    if (context.options.verify !== 'none') remarkUnchecked(file, context);
    await keeper.sync();
    await controlRequest(context, lane, file.f, 'finish-file', place);
  } finally {
    end();
    await keeper.close();
    context.pool.release(context.jobId, file.f);
  }
}

/**
 * The ranges of an earlier run whose bytes are still in the partial file. A disk that lost power may have lost them after
 * all, and the file may have been replaced. Earlier versions recorded too little to know: those ranges are fetched again.
 */
async function stillExists(
  opened: OpenFile,
  file: DownloadFile,
  { path, state }: { readonly path: string; readonly state: 'kept' | 'new' },
  context: FileContext,
): Promise<ReadonlySet<BlockNumber>> {
  if (opened.blocks.size === 0) return new Set();
  const known = state === 'new' ? [] : [...opened.sums].filter(([number]) => opened.blocks.has(number));
  const ranges = known.map(([number]) => blockAt(file, number));
  const { sums } = await context.pool.sumRanges(context.jobId, { path, ranges }, context.signal);
  const found = known.filter(([, sum], index) => sums[index] === sum);
  if (found.length === opened.blocks.size) return new Set(opened.blocks);
  if (state === 'kept' && found.length < known.length) context.remark('partial changed');
  context.journal.note(file);
  for (const [number, sum] of found) context.journal.noteBlock(file.f, number, sum);
  return new Set(found.map(([number]) => number));
}

async function assertLength(file: DownloadFile, place: Finish): Promise<void> {
  const { size } = await lstat(place.temporaryPath);
  if (size !== file.bytes) throw wrongBytes(file, `${size} bytes came, ${file.bytes} were expected`, {});
}

// Compares every range with the blob once more. If none differs, the MD5 stored with the blob is wrong.
async function mend(file: DownloadFile, place: Finish, md5: string, lane: Lane, context: FileContext): Promise<void> {
  let mendedBytes = 0;
  await lane.runAll(
    eachOf(coverOf(file, [])),
    ({ length }) => Math.min(length, mendPieceBytes),
    async ({ number, offset, length }) => {
      const input = { container: context.container, name: file.name, file: file.f, etag: file.etag };
      const range = { ...input, path: place.temporaryPath, mark: place.mark, offset, length };
      const result = await requestInSlot(context, 0, { f: file.f, block: number }, 'mend-range', range);
      mendedBytes += result.mendedBytes;
    },
  );
  if (mendedBytes === 0) throw setAside(file, place, md5);
  context.remark('came damaged');
  const readable = { path: place.temporaryPath, bytes: file.bytes, readableBytes: file.bytes };
  const again = await hashing(context, readable, context.signal).md5();
  if (again !== file.contentMd5) throw setAside(file, place, again);
}

function remarkUnchecked(file: DownloadFile, context: FileContext): void {
  if (context.options.verify === 'md5' && file.contentMd5 === '') context.remark('no checksum');
}

// Kept for whoever needs the bytes, under a free name that cannot be mistaken for the real file.
function setAside(file: DownloadFile, { temporaryPath, path }: Finish, md5: string): StowageError {
  let asidePath = `${path}.unverified`;
  while (nameIfFree(temporaryPath, asidePath) === 'taken') asidePath = numberedName(asidePath);
  return wrongBytes(file, 'the MD5 differs from the one stored with the blob', {
    stored: file.contentMd5,
    computed: md5,
    setAside: asidePath,
  });
}

function nameIfFree(temporaryPath: string, path: string): 'named' | 'taken' {
  try {
    nameFile({ temporaryPath, path, replace: 'no' });
    return 'named';
  } catch (thrown) {
    const error = localError(thrown, path);
    if (error.code === 'conflict.target-exists') return 'taken';
    throw error;
  }
}

function wrongBytes(file: DownloadFile, problem: string, facts: Readonly<Record<string, string>>): StowageError {
  return new StowageError('local.checksum', `The bytes that came are not the blob: ${problem}.`, {
    context: { blob: file.name, ...facts },
  });
}
