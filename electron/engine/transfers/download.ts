// Moves one blob down: ranges of one ETag written in place into a temporary file, checked by length and stored MD5,
// synced, renamed. Bytes of two versions are never mixed.
import { lstat, rename, rm } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import { type BlockRange, blockCount, blockRange } from './block-plan';
import { type FileContext, type FileOutcome, fileSignal, hashing, request, runShown } from './file-context';
import { unit } from './job-progress';
import type { DownloadFile } from './job-records';
import type { OpenFile } from './job-standing';
import { decideDownload } from './overwrite';
import { createRangeKeeper } from './range-keeper';
import type { Lane } from './scheduler';
import { type Target, prepareTemporary, readLocalFacts, targetOf } from './target-file';
import type { Finish } from './worker/finish-file';
import type { ResultOf } from './worker/messages';

/** What one request of a comparison holds in memory. */
const mendPieceBytes = 4 * MiB;

export interface DownloadPlace {
  readonly targetDir: string;
  readonly makeFolders: (segments: readonly string[]) => Promise<void>;
}

/**
 * Throws StowageError when the file could not be completed; the final name is untouched then, and the temporary file
 * keeps what came for whoever goes on or discards it.
 */
export async function downloadFile(
  opened: OpenFile,
  file: DownloadFile,
  into: DownloadPlace,
  context: FileContext,
): Promise<FileOutcome> {
  const target = targetOf(into.targetDir, file.segments, context.jobId, file.f);
  const lane = context.scheduler.openLane();
  if (file.blockBytes === 0 && (await downloadToFreePlace(file, target, into, lane, context)) === 'done') {
    return { outcome: 'done' };
  }
  const local = await readLocalFacts(target.path);
  const decision = decideDownload(context.options.overwrite, file, local);
  if (decision.kind === 'skip') return { outcome: 'skipped', reason: decision.reason };
  if (decision.unlessMd5 !== '' && (await localMd5(target.path, file.bytes, context)) === decision.unlessMd5) {
    return { outcome: 'skipped', reason: 'the same' };
  }
  await into.makeFolders(file.segments);
  const place = placeOf(target, file, context.options.overwrite === 'always' || local !== null ? 'yes' : 'no');
  if (file.blockBytes === 0) await downloadWhole(file, place, '', lane, context);
  else await downloadRanges(opened, file, place, lane, context);
  return { outcome: 'done' };
}

function placeOf({ path, temporaryPath }: Target, file: DownloadFile, replace: Finish['replace']): Finish {
  return { temporaryPath, path, modified: file.lastModified, replace };
}

// Of many small files most find nothing in their place. The thread that fetches one looks itself, which saves a trip
// through the thread pool for each.
async function downloadToFreePlace(
  file: DownloadFile,
  target: Target,
  into: DownloadPlace,
  lane: Lane,
  context: FileContext,
): Promise<'done' | 'not-done'> {
  try {
    await into.makeFolders(file.segments);
  } catch {
    // Told below, unless the file is there already.
    return 'not-done';
  }
  const place = placeOf(target, file, context.options.overwrite === 'always' ? 'yes' : 'no');
  return downloadWhole(file, place, target.path, lane, context);
}

/** Removes the temporary file of a file that will not be continued. */
export async function removeTemporary(
  target: Target,
  context: Pick<FileContext, 'pool' | 'jobId'>,
  f: number,
): Promise<void> {
  context.pool.release(context.jobId, f);
  await rm(target.temporaryPath, { force: true, maxRetries: 5 });
}

function wantsMd5(file: DownloadFile, context: FileContext): boolean {
  return context.options.verify === 'md5' && file.contentMd5 !== '';
}

/** `unlessThere`: nothing is done when something is in that place; empty for no such look. */
async function downloadWhole(
  file: DownloadFile,
  place: Finish,
  unlessThere: string,
  lane: Lane,
  context: FileContext,
): Promise<'done' | 'not-done'> {
  const fetch = (): Promise<ResultOf<'get-blob'>> =>
    lane.run(file.bytes, async () => {
      // Inside the place: a slow disk holds the requests back.
      await context.finisher.room();
      return runShown(context, file.bytes, { f: file.f, index: 'file' }, 'get-blob', {
        container: context.container,
        name: file.name,
        etag: file.etag,
        bytes: file.bytes,
        md5: wantsMd5(file, context) ? file.contentMd5 : '',
        path: place.temporaryPath,
        unlessThere,
      });
    });
  let fetched = await fetch();
  if (fetched.outcome === 'other-md5') {
    // Damage on the way is another one each time; what comes twice is what the service holds.
    fetched = await fetch();
    if (fetched.outcome === 'other-md5') throw await setAside(file, place, fetched.md5);
    context.remark(damagedRemark);
  }
  if (fetched.outcome === 'there') return 'not-done';
  await context.finisher.finish(place);
  sayWhatWasNotChecked(file, context);
  return 'done';
}

async function downloadRanges(
  opened: OpenFile,
  file: DownloadFile,
  place: Finish,
  lane: Lane,
  context: FileContext,
): Promise<void> {
  const { progress } = context;
  const { temporaryPath } = place;
  const kept = await prepareTemporary(temporaryPath, file.bytes, opened.blocks.size > 0 ? 'use' : 'discard');
  const done = new Set(kept === 'kept' ? opened.blocks : []);
  const blocks = blockCount(file.bytes, file.blockBytes);
  const { signal, end } = fileSignal(context.signal);
  progress.planBlocks(file.f, blocks);
  progress.file(file.f, unit.inFlight);
  for (const index of done) {
    progress.block(file.f, index, unit.done);
    progress.alreadyDone(file.f, blockRange(file.bytes, file.blockBytes, index).length);
  }
  const frontier = createFrontier(file, done);
  const input = { path: temporaryPath, bytes: file.bytes, readableBytes: frontier.readableBytes() };
  const hash = wantsMd5(file, context) ? hashing(context, input, signal) : null;
  const keeper = await createRangeKeeper(temporaryPath, {
    monotonic: () => context.clock.monotonic(),
    onSafe: (index) => context.journal.noteBlock(file.f, index),
  });
  try {
    await lane.runAll(
      missing(file, blocks, done),
      (range) => range.length,
      async (range) => {
        await runShown(context, range.length, { f: file.f, index: range.index }, 'get-range', {
          container: context.container,
          name: file.name,
          file: file.f,
          etag: file.etag,
          path: temporaryPath,
          offset: range.offset,
          length: range.length,
        });
        frontier.add(range.index);
        hash?.advance(frontier.readableBytes());
        keeper.add(range);
      },
    );
    const md5 = (await hash?.md5()) ?? '';
    if (context.options.verify !== 'none') await assertLength(file, place);
    if (wantsMd5(file, context) && md5 !== file.contentMd5) await mend(file, place, md5, lane, { ...context, signal });
    if (context.options.verify !== 'none') sayWhatWasNotChecked(file, context);
    await keeper.sync();
    await request(context, lane, 0, { f: file.f, index: 'none' }, 'finish-file', place);
  } finally {
    end();
    await keeper.close();
    context.pool.release(context.jobId, file.f);
  }
}

function* missing(file: DownloadFile, blocks: number, done: ReadonlySet<number>): Generator<BlockRange> {
  for (let index = 0; index < blocks; index += 1) {
    if (!done.has(index)) yield blockRange(file.bytes, file.blockBytes, index);
  }
}

/** How far the file is complete from its start. */
function createFrontier(
  file: DownloadFile,
  done: Iterable<number>,
): { add(index: number): void; readableBytes(): number } {
  const complete = new Set(done);
  let next = 0;
  const advance = (): void => {
    while (complete.delete(next)) next += 1;
  };
  advance();
  return {
    add: (index) => {
      complete.add(index);
      advance();
    },
    readableBytes: () => Math.min(file.bytes, next * file.blockBytes),
  };
}

async function assertLength(file: DownloadFile, place: Finish): Promise<void> {
  const { size } = await lstat(place.temporaryPath);
  if (size !== file.bytes) throw wrongBytes(file, `${size} bytes came, ${file.bytes} were expected`, {});
}

const damagedRemark = 'came damaged and was fetched again';

// Every range is compared with the blob once more. When none differs, what is stored with the blob is wrong.
async function mend(file: DownloadFile, place: Finish, md5: string, lane: Lane, context: FileContext): Promise<void> {
  let mendedBytes = 0;
  await lane.runAll(
    missing(file, blockCount(file.bytes, file.blockBytes), new Set()),
    (range) => Math.min(range.length, mendPieceBytes),
    async ({ index, offset, length }) => {
      const input = { container: context.container, name: file.name, file: file.f, etag: file.etag };
      const range = { ...input, path: place.temporaryPath, offset, length };
      const result = await runShown(context, 0, { f: file.f, index }, 'mend-range', range);
      mendedBytes += result.mendedBytes;
    },
  );
  if (mendedBytes === 0) throw await setAside(file, place, md5);
  context.remark(damagedRemark);
  const readable = { path: place.temporaryPath, bytes: file.bytes, readableBytes: file.bytes };
  const again = await hashing(context, readable, context.signal).md5();
  if (again !== file.contentMd5) throw await setAside(file, place, again);
}

function sayWhatWasNotChecked(file: DownloadFile, context: FileContext): void {
  if (context.options.verify === 'md5' && file.contentMd5 === '') context.remark('no checksum stored');
}

// Kept for whoever needs the bytes, under a name that nobody takes for the real one.
async function setAside(file: DownloadFile, place: Finish, md5: string): Promise<StowageError> {
  const asidePath = `${place.path}.unverified`;
  await rename(place.temporaryPath, asidePath);
  return wrongBytes(file, 'the MD5 differs from the one stored with the blob', {
    stored: file.contentMd5,
    computed: md5,
    setAside: asidePath,
  });
}

function wrongBytes(file: DownloadFile, problem: string, facts: Readonly<Record<string, string>>): StowageError {
  return new StowageError('local.checksum', `The bytes that came are not the blob: ${problem}.`, {
    context: { blob: file.name, ...facts },
  });
}

async function localMd5(path: string, bytes: number, context: FileContext): Promise<string> {
  return hashing(context, { path, bytes, readableBytes: bytes }, context.signal).md5();
}
