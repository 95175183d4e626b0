// Moves one file up: in one request, or in staged blocks that are committed when the file is still the planned one. An
// earlier run's blocks are asked for and not sent again.
import { stat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { type BlockRange, blockCount, blockId, blockIdPrefix, blockRange, isBlockOf, leastIdBytes } from './block-plan';
import { contentTypeOf } from './content-type';
import { type FileContext, type FileOutcome, fileSignal, hashing, request, runShown } from './file-context';
import type { UploadFile } from './job-records';
import type { OpenFile } from './job-standing';
import { unit } from './job-progress';
import { localError } from './local-error';
import { decideUpload, needsBlobFacts } from './overwrite';
import type { Lane } from './scheduler';
import { type SourceIdentity, assertUnchanged, mtimeMsOf } from './source-watch';
import type { BlobFacts, EarlierSinceMs, WriteCondition } from './worker/messages';

/** Throws StowageError when the file could not be stored; nothing half-done is visible then. */
export async function uploadFile(open: OpenFile, file: UploadFile, context: FileContext): Promise<FileOutcome> {
  const lane = context.scheduler.openLane();
  const { overwrite } = context.options;
  const small = file.blockBytes === 0;
  const mustLook = needsBlobFacts(overwrite, small ? 'one' : 'many') || open.committingMd5 !== null;
  const blob = mustLook ? await look(file, lane, context) : null;
  if (await isOurs(blob, open, file, context)) return { outcome: 'done' };
  const decision = decideUpload(overwrite, { bytes: file.bytes, mtimeMs: mtimeMsOf(identity(file)) }, blob);
  if (decision.kind === 'skip') return { outcome: 'skipped', reason: decision.reason };
  const { condition, unlessMd5 } = decision;
  const upload: Upload = { open, file, condition, unlessMd5, earlierSinceMs: earlierSince(open, file, context) };
  return small ? uploadWhole(upload, lane, context) : uploadBlocks(upload, lane, context);
}

interface Upload {
  readonly open: OpenFile;
  readonly file: UploadFile;
  readonly condition: WriteCondition;
  readonly unlessMd5: string;
  readonly earlierSinceMs: EarlierSinceMs;
}

async function uploadWhole(upload: Upload, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const { file, condition, unlessMd5, earlierSinceMs } = upload;
  const { outcome } = await request(context, lane, file.bytes, { f: file.f, index: 'file' }, 'put-blob', {
    container: context.container,
    name: file.name,
    source: { path: file.path, identity: identity(file) },
    contentType: contentTypeOf(file.path),
    condition,
    unlessMd5,
    earlierSinceMs,
  });
  if (outcome === 'stored') return { outcome: 'done' };
  return { outcome: 'skipped', reason: outcome === 'same' ? 'the same' : 'already there' };
}

async function uploadBlocks(upload: Upload, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const { file, open, unlessMd5 } = upload;
  const { signal, end } = fileSignal(context.signal);
  const wantsHash = context.options.verify === 'md5' || unlessMd5 !== '';
  const readable = { path: file.path, bytes: file.bytes, readableBytes: file.bytes };
  const hash = wantsHash ? hashing(context, readable, signal) : null;
  try {
    if (unlessMd5 !== '' && (await hash?.md5()) === unlessMd5) return { outcome: 'skipped', reason: 'the same' };
    let staged = open.earlier === 'yes' ? await stagedBefore(file, lane, context) : new Set<number>();
    sayWhatExpired(open, staged, context);
    for (let round = 1; ; round += 1) {
      await stageMissing(file, staged, lane, context);
      const md5 = (await hash?.md5()) ?? '';
      await assertSourceUnchanged(file);
      await context.journal.commit({ t: 'committing', f: file.f, md5 });
      try {
        return await commit(upload, md5, lane, context);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (error.code !== 'conflict.blocks-lost' || round >= stagingRounds) throw error;
        context.remark('staged blocks were thrown away by another writer and are sent again');
        staged = await stagedBefore(file, lane, context);
      }
    }
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const isOtherLength = error.context.serviceCode === 'InvalidBlobOrBlock' && file.idBytes === undefined;
    const idBytes = isOtherLength ? await othersIdBytes(file, lane, context) : null;
    if (idBytes === null) throw error;
    context.remark(otherWriterRemark);
    const fitting = { ...file, idBytes };
    context.journal.note(fitting);
    const reopened: OpenFile = { ...open, file: fitting, blocks: new Set(), earlier: 'no' };
    return await uploadFile(reopened, fitting, context);
  } finally {
    end();
    context.pool.release(context.jobId, file.f);
  }
}

const otherWriterRemark = 'another writer had begun to upload this blob';

/** The length that somebody else's uncommitted blocks dictate; null when there are none that we could join. */
async function othersIdBytes(file: UploadFile, lane: Lane, context: FileContext): Promise<number | null> {
  const { uncommitted } = await request(context, lane, 0, { f: file.f, index: 'none' }, 'get-block-list', {
    container: context.container,
    name: file.name,
  });
  const other = uncommitted.find(({ id }) => !isBlockOf(context.jobId, id));
  const idBytes = other === undefined ? 0 : Buffer.from(other.id, 'base64').length;
  return idBytes >= leastIdBytes ? idBytes : null;
}

/** Another writer of the same blob throws our blocks away each time it commits. */
const stagingRounds = 3;

function sayWhatExpired(open: OpenFile, staged: ReadonlySet<number>, context: FileContext): void {
  if ([...open.blocks].some((index) => !staged.has(index)))
    context.remark('staged blocks had expired and are sent again');
}

async function stageMissing(
  file: UploadFile,
  staged: ReadonlySet<number>,
  lane: Lane,
  context: FileContext,
): Promise<void> {
  const { progress, journal } = context;
  const prefix = blockIdPrefix(context.jobId, file.attempt, file.idBytes);
  const blocks = blockCount(file.bytes, file.blockBytes);
  // A block that is stored while the journal does not know its file would be sent again after a crash.
  await journal.flush();
  progress.closed(file.f);
  progress.planBlocks(file.f, blocks);
  progress.file(file.f, unit.inFlight);
  for (const index of staged) {
    progress.block(file.f, index, unit.done);
    progress.alreadyDone(file.f, blockRange(file.bytes, file.blockBytes, index).length);
  }
  await lane.runAll(
    missing(file, blocks, staged),
    (range) => range.length,
    async (range) => {
      await runShown(context, range.length, { f: file.f, index: range.index }, 'put-block', {
        container: context.container,
        name: file.name,
        file: file.f,
        source: { path: file.path, identity: identity(file) },
        offset: range.offset,
        length: range.length,
        blockId: blockId(prefix, range.index),
      });
      journal.noteBlock(file.f, range.index);
    },
  );
}

function* missing(file: UploadFile, blocks: number, staged: ReadonlySet<number>): Generator<BlockRange> {
  for (let index = 0; index < blocks; index += 1) {
    if (!staged.has(index)) yield blockRange(file.bytes, file.blockBytes, index);
  }
}

// The service's own list is the truth: what the journal says was staged may have expired or been thrown away.
async function stagedBefore(file: UploadFile, lane: Lane, context: FileContext): Promise<Set<number>> {
  const { uncommitted } = await request(context, lane, 0, { f: file.f, index: 'none' }, 'get-block-list', {
    container: context.container,
    name: file.name,
  });
  const held = new Map(uncommitted.map((block) => [block.id, block.bytes]));
  const prefix = blockIdPrefix(context.jobId, file.attempt, file.idBytes);
  if (uncommitted.some(({ id }) => !isBlockOf(context.jobId, id))) {
    context.remark(otherWriterRemark);
  }
  const staged = new Set<number>();
  for (let index = 0; index < blockCount(file.bytes, file.blockBytes); index += 1) {
    const { length } = blockRange(file.bytes, file.blockBytes, index);
    if (held.get(blockId(prefix, index)) === length) staged.add(index);
  }
  return staged;
}

async function commit(upload: Upload, md5: string, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const { file, condition, earlierSinceMs } = upload;
  const { outcome } = await request(context, lane, 0, { f: file.f, index: 'none' }, 'put-block-list', {
    container: context.container,
    name: file.name,
    blockIdPrefix: blockIdPrefix(context.jobId, file.attempt, file.idBytes),
    blocks: blockCount(file.bytes, file.blockBytes),
    bytes: file.bytes,
    contentMd5: md5,
    contentType: contentTypeOf(file.path),
    condition,
    earlierSinceMs,
  });
  return outcome === 'stored' ? { outcome: 'done' } : { outcome: 'skipped', reason: 'already there' };
}

async function look(file: UploadFile, lane: Lane, context: FileContext): Promise<BlobFacts | null> {
  const { container } = context;
  const address = { container, name: file.name };
  return (await request(context, lane, 0, { f: file.f, index: 'none' }, 'get-properties', address)).blob;
}

/** The service refuses signed requests when the clocks differ more. */
const clockToleranceMs = 15 * 60_000;

function earlierSince(open: OpenFile, file: UploadFile, context: FileContext): EarlierSinceMs {
  return open.earlier === 'yes' || file.attempt > 0 ? context.createdAtMs - clockToleranceMs : null;
}

// What an earlier run of this job has stored is done, whatever the overwrite policy says of the blobs of others.
async function isOurs(
  blob: BlobFacts | null,
  open: OpenFile,
  file: UploadFile,
  context: FileContext,
): Promise<boolean> {
  const sinceMs = earlierSince(open, file, context);
  if (blob === null || sinceMs === null || blob.bytes !== file.bytes) return false;
  const isRecent = Date.parse(blob.lastModified) >= sinceMs;
  if (file.blockBytes > 0) {
    const committed = open.committingMd5;
    return committed !== null && (committed === '' ? isRecent : blob.contentMd5 === committed);
  }
  if (!isRecent || blob.contentMd5 === '') return false;
  const readable = { path: file.path, bytes: file.bytes, readableBytes: file.bytes };
  return (await hashing(context, readable, context.signal).md5()) === blob.contentMd5;
}

async function assertSourceUnchanged(file: UploadFile): Promise<void> {
  try {
    assertUnchanged(file.path, identity(file), await stat(file.path, { bigint: true }));
  } catch (error) {
    if (error instanceof StowageError) throw error;
    throw localError(error, file.path);
  }
}

function identity(file: UploadFile): SourceIdentity {
  return { bytes: file.bytes, mtimeNs: file.mtimeNs, ino: file.ino };
}
