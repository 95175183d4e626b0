// Uploads one file: in one request, or in staged blocks that are committed if the file is still the planned one. Blocks
// that an earlier run staged are looked up and not sent again.
import { stat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import { blockId, isBlockOf, leastIdBytes } from '../plan/block-plan';
import { contentTypeOf } from '../plan/content-type';
import { coverOf } from '../plan/cut';
import { idPrefixOf } from './block-ids';
import { earlierWithin, noteNotWritten } from './earlier-run';
import { type FileContext, type FileOutcome, controlRequest, fileSignal, requestInSlot } from './file-context';
import { type Hashing, hashing } from './hashing';
import type { UploadFile } from '../records/job-records';
import type { OpenFile } from '../records/file-standing';
import { localError } from '../../../disk/local-error';
import { type BlocksToMove, cutWhereTooLarge, givenUp, moveBlocks, moveWhole, showBlocks } from './move-blocks';
import { type WriteCondition, decideUpload, needsBlobFacts } from '../plan/overwrite';
import type { Lane } from '../pace/scheduler';
import { compareStaged, isMadeOf, stagedAmong } from './staged-blocks';
import { type SourceIdentity, assertUnchanged, mtimeMsOf } from '../plan/source-watch';
import type { EarlierWithinMs, HeldFacts, ResultOf } from '../worker/messages';

/** Throws StowageError when the file could not be stored; nothing of it is visible then. */
export async function uploadFile(open: OpenFile, file: UploadFile, context: FileContext): Promise<FileOutcome> {
  const cut = cutWhereTooLarge(file, context);
  if (cut !== null) return uploadInBlocks(open, cut, context);
  const lane = context.scheduler.openLane(context.signal, context.onAsked);
  const { overwrite } = context.options;
  const small = file.blockBytes === 0;
  const mustLook =
    needsBlobFacts(overwrite, small ? 'one' : 'many') ||
    (!small && open.committingMd5 !== null) ||
    (overwrite === 'never' && context.foundThere.shouldLook(file.bytes));
  const blob = mustLook ? await look(file, lane, context) : null;
  if (mustLook) context.foundThere.note(blob === null ? 'nothing' : 'there');
  if (await isOurs(blob, open, file, lane, context)) return { outcome: 'done' };
  if (mustLook) noteNotWritten(open, context);
  const decision = decideUpload(overwrite, { bytes: file.bytes, mtimeMs: mtimeMsOf(identity(file)) }, blob);
  if (decision.kind === 'skip') return { outcome: 'skipped', reason: decision.reason };
  const { condition, unlessMd5 } = decision;
  const upload: Upload = { open, file, condition, unlessMd5, earlierWithinMs: earlierWithin({ open, file, context }) };
  return small ? uploadWhole(upload, lane, context) : uploadBlocks(upload, lane, context);
}

interface Upload {
  readonly open: OpenFile;
  readonly file: UploadFile;
  readonly condition: WriteCondition;
  readonly unlessMd5: string;
  readonly earlierWithinMs: EarlierWithinMs;
}

async function uploadWhole(upload: Upload, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const { open, file, condition, unlessMd5, earlierWithinMs } = upload;
  const put = (own: FileContext): Promise<ResultOf<'put-blob'>> =>
    requestInSlot(own, file.bytes, { f: file.f, block: 'file' }, 'put-blob', {
      container: context.container,
      name: file.name,
      source: { path: file.path, identity: identity(file) },
      contentType: contentTypeOf(file.path),
      condition,
      unlessMd5,
      earlierWithinMs,
    });
  const answer = await lane.run(file.bytes, () => moveWhole(file, context, put));
  if (answer === givenUp) {
    // The aborted request may still arrive; its blob is this job's own then.
    return uploadFile({ ...open, earlier: 'yes' }, file, context);
  }
  if (answer.outcome === 'stored') return { outcome: 'done' };
  context.foundThere.note('there');
  return { outcome: 'skipped', reason: answer.outcome === 'same' ? 'the same' : 'already there' };
}

/** For a file that was planned for a single request. */
function uploadInBlocks(open: OpenFile, cut: UploadFile, context: FileContext): Promise<FileOutcome> {
  context.journal.note(cut);
  // A single request that was cut off is no commit of these blocks.
  return uploadFile({ ...open, file: cut, blocks: new Set(), committingMd5: null }, cut, context);
}

async function uploadBlocks(upload: Upload, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const { file, open, unlessMd5 } = upload;
  const { signal, end } = fileSignal(context.signal);
  const wantsHash = context.options.verify === 'md5' || unlessMd5 !== '';
  const readable = { path: file.path, bytes: file.bytes, readableBytes: file.bytes };
  const hash = wantsHash ? hashing(context, readable, signal) : null;
  try {
    if (unlessMd5 !== '' && (await hash?.md5()) === unlessMd5) return { outcome: 'skipped', reason: 'the same' };
    let staged = open.earlier === 'yes' ? await stagedBefore(file, lane, context) : new Set<BlockNumber>();
    keepWhatIsStaged(open, file, staged, context);
    for (let round = 1; ; round += 1) {
      await stageMissing(file, staged, hash, lane, context);
      const md5 = (await hash?.md5()) ?? '';
      await assertSourceUnchanged(file);
      await context.journal.commit({ t: 'committing', f: file.f, md5 });
      try {
        return await commit(upload, staged, md5, lane, context);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (error.code !== 'conflict.blocks-lost' || round >= stagingRounds) throw error;
        context.remark('blocks thrown away');
        staged = await stagedBefore(file, lane, context);
      }
    }
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const isOtherLength = error.context.serviceCode === 'InvalidBlobOrBlock' && file.idBytes === undefined;
    const idBytes = isOtherLength ? await othersIdBytes(file, lane, context) : null;
    if (idBytes === null) throw error;
    context.remark('another writer');
    const fitting = { ...file, idBytes };
    context.journal.note(fitting);
    const reopened: OpenFile = { ...open, file: fitting, blocks: new Set(), earlier: 'no' };
    return await uploadFile(reopened, fitting, context);
  } finally {
    end();
    context.pool.release(context.jobId, file.f);
  }
}

/**
 * The length of block ids that another writer's uncommitted blocks dictate; null when there are none, or too short
 * ones.
 */
async function othersIdBytes(file: UploadFile, lane: Lane, context: FileContext): Promise<number | null> {
  const { blocks: uncommitted } = await controlRequest(context, lane, file.f, 'get-block-list', {
    container: context.container,
    name: file.name,
    which: 'uncommitted',
  });
  const other = uncommitted.find(({ id }) => !isBlockOf(context.jobId, id));
  const idBytes = other === undefined ? 0 : Buffer.from(other.id, 'base64').length;
  return idBytes >= leastIdBytes ? idBytes : null;
}

/** Another writer of the same blob discards our blocks whenever it commits. */
const stagingRounds = 3;

// Brings the journal in line with what the service holds.
function keepWhatIsStaged(
  open: OpenFile,
  file: UploadFile,
  staged: ReadonlySet<BlockNumber>,
  { journal, remark }: FileContext,
): void {
  const { isExpired, isOther } = compareStaged(open.blocks, staged, file);
  if (isExpired) remark('blocks expired');
  if (isOther) journal.note(file);
  for (const number of staged) if (isOther || !open.blocks.has(number)) journal.noteBlock(file.f, number);
}

/** Adds the blocks it stages to `staged`. */
async function stageMissing(
  file: UploadFile,
  staged: Set<BlockNumber>,
  hash: Hashing | null,
  lane: Lane,
  context: FileContext,
): Promise<void> {
  const { progress, journal } = context;
  const prefix = idPrefixOf(file, context);
  // If a block were stored before the journal knows its file, it would be sent again after a crash.
  await journal.writeForSure();
  progress.closed(file.f);
  showBlocks(file.f, file, staged, context);
  const toMove: BlocksToMove = { cut: file, held: new Set(staged), sizes: 'as the line takes them', hash };
  await moveBlocks(toMove, lane, context, async ({ number, offset, length }, own) => {
    await requestInSlot(own, length, { f: file.f, block: number }, 'put-block', {
      container: context.container,
      name: file.name,
      file: file.f,
      source: { path: file.path, identity: identity(file) },
      offset,
      length,
      blockId: blockId(prefix, number),
    });
    staged.add(number);
    journal.noteBlock(file.f, number);
  });
}

// The service's list decides: blocks in the journal may have expired or been discarded.
async function stagedBefore(file: UploadFile, lane: Lane, context: FileContext): Promise<Set<BlockNumber>> {
  const { blocks: uncommitted } = await controlRequest(context, lane, file.f, 'get-block-list', {
    container: context.container,
    name: file.name,
    which: 'uncommitted',
  });
  if (uncommitted.some(({ id }) => !isBlockOf(context.jobId, id))) {
    context.remark('another writer');
  }
  return stagedAmong(uncommitted, idPrefixOf(file, context), file);
}

async function commit(
  upload: Upload,
  staged: ReadonlySet<BlockNumber>,
  md5: string,
  lane: Lane,
  context: FileContext,
): Promise<FileOutcome> {
  const { file, condition, earlierWithinMs } = upload;
  const { outcome } = await controlRequest(context, lane, file.f, 'put-block-list', {
    container: context.container,
    name: file.name,
    blockIdPrefix: idPrefixOf(file, context),
    blocks: [...coverOf(file, staged)].map(({ number }) => number),
    bytes: file.bytes,
    contentMd5: md5,
    contentType: contentTypeOf(file.path),
    condition,
    earlierWithinMs,
  });
  return outcome === 'stored' ? { outcome: 'done' } : { outcome: 'skipped', reason: 'already there' };
}

async function look(file: UploadFile, lane: Lane, context: FileContext): Promise<HeldFacts | null> {
  const { container } = context;
  const address = { container, name: file.name };
  return (await controlRequest(context, lane, file.f, 'get-properties', address)).blob;
}

// A blob stored by an earlier run of this job is done, whatever the overwrite policy says about blobs of others.
async function isOurs(
  blob: HeldFacts | null,
  open: OpenFile,
  file: UploadFile,
  lane: Lane,
  context: FileContext,
): Promise<boolean> {
  const withinMs = earlierWithin({ open, file, context });
  if (blob === null || withinMs === null || blob.bytes !== file.bytes) return false;
  const isRecent = blob.ageMs <= withinMs;
  const committed = open.committingMd5;
  if (file.blockBytes > 0 && committed !== null) {
    return committed === '' ? isRecent && (await isOfOurBlocks(file, lane, context)) : blob.contentMd5 === committed;
  }
  if (!isRecent || blob.contentMd5 === '') return false;
  const readable = { path: file.path, bytes: file.bytes, readableBytes: file.bytes };
  return (await hashing(context, readable, context.signal).md5()) === blob.contentMd5;
}

// Without an MD5, length and age alone could fit a blob of somebody else.
async function isOfOurBlocks(file: UploadFile, lane: Lane, context: FileContext): Promise<boolean> {
  const { blocks } = await controlRequest(context, lane, file.f, 'get-block-list', {
    container: context.container,
    name: file.name,
    which: 'committed',
  });
  return isMadeOf(blocks, idPrefixOf(file, context), file);
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
