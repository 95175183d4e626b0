// Uploads one file: in one request, or in staged blocks that are committed if the file is still the planned one. Blocks
// that an earlier run staged are looked up and not sent again.
import { stat } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import type { OverwritePolicy } from '@shared/model/transfer';
import { blockBytesFor, blockId, isBlockOf, blockAt, coverOf } from '../plan/blocks';
import { idPrefixOf } from './block-ids';
import {
  earlierWithin,
  noteNotWritten,
  type FileContext,
  type FileOutcome,
  controlRequest,
  fileSignal,
  requestInSlot,
} from './file-context';
import { discardOthersBlocks, isOtherIdLength, othersIdBytes, uncommittedBlocks } from './foreign-blocks';
import {
  type Hashing,
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
import type { UploadFile } from '../records/job-records';
import type { OpenFile } from '../records/files-state';
import type { Remark } from '../records/remarks';
import { localError } from '../../../disk/local-error';
import {
  type WriteCondition,
  assertReplaceable,
  decideUpload,
  needsBlobFacts,
  isPlaceholderOf,
} from '../plan/overwrite';
import type { Lane } from '../pace/scheduler';
import { compareStaged, isMadeOf, stagedAmong } from './staged-blocks';
import { plannedFromStart } from './refresh';
import {
  type SourceIdentity,
  assertUnchanged,
  isTouched,
  isSameSource,
  mtimeMsOf,
  sourceTouched,
} from '../plan/source-watch';
import { timeHeaders } from '../../blobs/file-times';
import { folderMarkerHeaders } from '../../blobs/folder-markers';
import { joinCrc32 } from '../../../disk/crc32';
import { type StoredSettings, storedSettings } from '../plan/stored-settings';
import type { EarlierWithinMs, HeldFacts, ResultOf, WholeFacts } from '../worker/messages';

/** How often a file is sent from its start because its bytes may have changed behind an unchanged time. */
const maxRestarts = 2;

/** Throws StowageError when the file could not be stored; nothing of it is visible then. */
export async function uploadFile(opened: OpenFile, planned: UploadFile, inJob: FileContext): Promise<FileOutcome> {
  const isMarker = planned.marks === 'folder';
  // A marker never replaces a blob, which may hold something.
  const context: FileContext = isMarker ? { ...inJob, options: { ...inJob.options, overwrite: 'never' } } : inJob;
  let [open, file] = [opened, planned];
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await uploadOnce(open, file, context);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (!isTouched(error) || restarts >= maxRestarts || context.signal.aborted) throw error;
      const fresh = await plannedFromStart(file, context);
      // Another file has the path by now, which is for a person to know.
      if (!isSameSource(file, fresh)) throw error;
      file = fresh;
      context.journal.note(file);
      if (file.blockBytes > 0) context.remark('source changed');
      open = { ...open, file, blocks: new Set(), sums: new Map(), committingMd5: null };
    }
  }
}

/** A marker of an empty folder has nothing but its mark. */
function settingsOf(
  file: UploadFile,
  { options }: FileContext,
  replaced: WholeFacts | null,
  replacedTags: string,
): StoredSettings {
  if (file.marks === 'folder') {
    return { contentType: 'application/octet-stream', headers: folderMarkerHeaders, dropped: [] };
  }
  const times = options.preserveTimes === true ? timeHeaders(file.mtimeNs) : {};
  return storedSettings(file, options, { replaced, replacedTags, times });
}

/** What an earlier try of this run has found out. */
interface Tried {
  /** Something has the name. */
  readonly isTaken?: boolean;
  readonly hasDiscardedBlocks?: boolean;
}

async function uploadOnce(
  open: OpenFile,
  file: UploadFile,
  context: FileContext,
  tried: Tried = {},
): Promise<FileOutcome> {
  const cut = cutWhereTooLarge(file, context);
  if (cut !== null) return uploadInBlocks(open, cut, context);
  const lane = context.scheduler.openLane(context.signal, context.onRequested);
  const { overwrite } = context.options;
  const small = file.blockBytes === 0;
  const needsLookup =
    needsBlobFacts(overwrite, small ? 'one' : 'many') ||
    (!small && open.committingMd5 !== null) ||
    tried.isTaken === true ||
    context.existingTargets.shouldLookUp(file.bytes, overwrite);
  const found = needsLookup ? await check(file, overwrite, lane, context) : null;
  const placeholder = found !== null && isPlaceholderOf(context.jobId, found) ? found : null;
  const blob = placeholder === null ? found : null;
  const hasLooked = needsLookup && context.existingTargets.canLookUp();
  if (hasLooked) context.existingTargets.note(blob === null ? 'nothing' : 'there');
  if (await isOurs(blob, open, file, lane, context)) return { outcome: 'done' };
  if (hasLooked) noteNotWritten(open, context);
  const decision = decideUpload(overwrite, { bytes: file.bytes, mtimeMs: mtimeMsOf(identity(file)) }, blob);
  if (decision.kind === 'skip') return { outcome: 'skipped', reason: decision.reason };
  const address = { container: context.container, name: file.name };
  if (blob !== null) assertReplaceable(blob, context.options, address);
  const preservesTags = context.options.preserveProperties === true && (blob?.tags ?? 0) > 0;
  const { tags } = preservesTags
    ? await controlRequest(context, lane, file.f, 'read-tags', { ...address, side: 'target' })
    : { tags: '' };
  // Blocks can be staged under a block blob only.
  const emptied =
    !small && blob !== null && blob.blobType !== 'BlockBlob'
      ? await controlRequest(context, lane, file.f, 'empty-blob', { ...address, etag: blob.etag })
      : placeholder;
  // Under `always`, the first write of a small file finds out whether it replaces a blob, which is looked at then.
  const findsOut = overwrite === 'always' && !needsLookup && context.existingTargets.canLookUp();
  const upload: Upload = {
    open,
    file,
    tried,
    replaced: blob,
    settings: settingsOf(file, context, blob, tags),
    condition:
      emptied !== null ? { kind: 'same', etag: emptied.etag } : findsOut ? { kind: 'absent' } : decision.condition,
    unlessMd5: decision.unlessMd5,
    earlierWithinMs: earlierWithin({ open, file, context }),
  };
  return small ? uploadWhole(upload, lane, context) : uploadBlocks(upload, lane, context);
}

interface Upload {
  readonly open: OpenFile;
  readonly file: UploadFile;
  readonly tried: Tried;
  /** Null for none, and where nobody looked. */
  readonly replaced: WholeFacts | null;
  readonly settings: StoredSettings;
  readonly condition: WriteCondition;
  readonly unlessMd5: string;
  readonly earlierWithinMs: EarlierWithinMs;
}

async function uploadWhole(upload: Upload, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const { open, file, settings, condition, unlessMd5, earlierWithinMs } = upload;
  const put = (own: FileContext): Promise<ResultOf<'put-blob'>> =>
    requestInSlot(own, file.bytes, { f: file.f, block: 'file' }, 'put-blob', {
      container: context.container,
      name: file.name,
      source: file.marks === 'folder' ? null : { path: file.path, identity: identity(file) },
      contentType: settings.contentType,
      settings: settings.headers,
      condition,
      unlessMd5,
      earlierWithinMs,
    });
  const answer = await lane.run(file.bytes, () => moveWhole(file, context, put));
  if (answer === tooLarge) return uploadOnce(open, file, context);
  if (answer instanceof TimedOut) {
    await context.clock.sleep(answer.pauseMs, context.signal);
    // It may have been stored unseen, or be stored yet; its blob is this job's own then.
    return uploadOnce({ ...open, earlier: 'yes' }, file, context);
  }
  if (answer === givenUp) {
    // The aborted request may still arrive; its blob is this job's own then.
    return uploadOnce({ ...open, earlier: 'yes' }, file, context);
  }
  if (answer.outcome === 'stored') return stored(upload, context);
  if (answer.outcome === 'uncommitted') {
    // A commit gets past the blocks that somebody has staged under the name, if ours can have ids of their length.
    const fits = (await othersIdBytes(targetOf(file, context), lane, context)) !== null;
    const cut = { ...file, blockBytes: blockBytesFor(file.bytes, context.options, null) };
    return fits
      ? uploadInBlocks(open, cut, context)
      : uploadWhole({ ...upload, condition: { kind: 'none' } }, lane, context);
  }
  context.existingTargets.note('there');
  if (answer.outcome === 'exists' && context.options.overwrite === 'always') {
    return uploadOnce(open, file, context, { ...upload.tried, isTaken: true });
  }
  return { outcome: 'skipped', reason: answer.outcome === 'same' ? 'the same' : 'already there' };
}

/** For a file that was planned for a single request. */
function uploadInBlocks(open: OpenFile, cut: UploadFile, context: FileContext): Promise<FileOutcome> {
  context.journal.note(cut);
  // A single request that was cut off is no commit of these blocks.
  return uploadOnce({ ...open, file: cut, blocks: new Set(), sums: new Map(), committingMd5: null }, cut, context);
}

function stored({ settings }: Upload, context: FileContext): FileOutcome {
  for (const property of settings.dropped) context.remark(`dropped: ${property}` satisfies Remark);
  return { outcome: 'done' };
}

function targetOf({ f, name }: UploadFile, { container }: FileContext) {
  return { f, container, name };
}

async function uploadBlocks(upload: Upload, lane: Lane, context: FileContext): Promise<FileOutcome> {
  const { file, open, tried, unlessMd5 } = upload;
  const { signal, end } = fileSignal(context.signal);
  const wantsHash = context.options.verify === 'md5' || unlessMd5 !== '';
  const readable = { path: file.path, bytes: file.bytes, readableBytes: file.bytes };
  const hash = wantsHash ? hashing(context, readable, signal) : null;
  try {
    if (unlessMd5 !== '' && (await hash?.md5()) === unlessMd5) return { outcome: 'skipped', reason: 'the same' };
    let staged: StagedBlocks = new Map();
    if (open.earlier === 'yes')
      staged = await stillAsSent(open, file, await stagedBefore(open, file, lane, context), context);
    keepWhatIsStaged(open, file, staged, context);
    for (let round = 1; ; round += 1) {
      await stageMissing(file, staged, hash, lane, context);
      const md5 = (await hash?.md5()) ?? '';
      await assertSourceUnchanged(file);
      if (hash !== null && (await hash.sum()) !== sumOfSent(file, staged)) throw sourceTouched(file.path);
      await context.journal.commit({ t: 'committing', f: file.f, md5 });
      try {
        return await commit(upload, staged, md5, lane, context);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        if (error.code !== 'conflict.blocks-lost' || round >= stagingRounds) throw error;
        context.remark('blocks thrown away');
        staged = withSums(await stagedBefore(null, file, lane, context), staged);
      }
    }
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (!isOtherIdLength(error) || tried.hasDiscardedBlocks === true) throw error;
    const target = targetOf(file, context);
    const idBytes = file.idBytes === undefined ? await othersIdBytes(target, lane, context) : null;
    const again = idBytes === null ? file : { ...file, idBytes };
    if (idBytes === null) await discardOthersBlocks(target, error, lane, context);
    else context.remark('another writer');
    context.journal.note(again);
    const reopened: OpenFile = { ...open, file: again, blocks: new Set(), sums: new Map(), earlier: 'no' };
    return await uploadOnce(reopened, again, context, { ...tried, hasDiscardedBlocks: idBytes === null });
  } finally {
    end();
    context.pool.release(context.jobId, file.f);
  }
}

/** Another writer of the same blob discards our blocks whenever it commits. */
const stagingRounds = 3;

/** Staged blocks, each with the CRC-32 of what was sent as it. */
type StagedBlocks = Map<BlockNumber, number>;

function withSums(staged: ReadonlySet<BlockNumber>, known: ReadonlyMap<BlockNumber, number>): StagedBlocks {
  const found: StagedBlocks = new Map();
  for (const number of staged) {
    const sum = known.get(number);
    if (sum !== undefined) found.set(number, sum);
  }
  return found;
}

/**
 * The blocks of an earlier run that were read from the file as it is now. One that the journal missed, because the run
 * was killed, counts if the file has not changed since; earlier versions recorded too little to know that.
 * @throws StowageError `conflict.source-changed`
 */
async function stillAsSent(
  open: OpenFile,
  file: UploadFile,
  staged: ReadonlySet<BlockNumber>,
  context: FileContext,
): Promise<StagedBlocks> {
  if (staged.size === 0) return new Map();
  await assertSourceUnchanged(file);
  const numbers = [...staged];
  const ranges = numbers.map((number) => blockAt(file, number));
  const { sums } = await context.pool.sumRanges(context.jobId, { path: file.path, ranges }, context.signal);
  const found: StagedBlocks = new Map();
  for (const [index, number] of numbers.entries()) {
    const [sum, sent] = [sums[index] ?? null, open.sums.get(number)];
    if (sum === null || (sent !== undefined && sent !== sum)) throw sourceTouched(file.path);
    if (sent !== undefined || file.ctimeNs !== undefined) found.set(number, sum);
  }
  return found;
}

function sumOfSent(file: UploadFile, staged: StagedBlocks): number | null {
  let whole = 0;
  for (const { number, length } of coverOf(file, staged.keys())) {
    const sum = staged.get(number);
    if (sum === undefined) return null;
    whole = joinCrc32(whole, sum, length);
  }
  return whole;
}

// Brings the journal in line with what the service holds.
function keepWhatIsStaged(
  open: OpenFile,
  file: UploadFile,
  staged: StagedBlocks,
  { journal, remark }: FileContext,
): void {
  const { isExpired, isOther } = compareStaged(open.blocks, new Set(staged.keys()), file);
  if (isExpired) remark('blocks expired');
  if (isOther) journal.note(file);
  for (const [number, sum] of staged) {
    if (isOther || !open.blocks.has(number)) journal.noteBlock(file.f, number, sum);
  }
}

/** Adds the blocks it stages to `staged`. */
async function stageMissing(
  file: UploadFile,
  staged: StagedBlocks,
  hash: Hashing | null,
  lane: Lane,
  context: FileContext,
): Promise<void> {
  const { progress, journal } = context;
  const prefix = idPrefixOf(file, context);
  // If a block were stored before the journal knows its file, it would be sent again after a crash.
  await journal.writeForSure();
  progress.closed(file.f);
  const held = new Set(staged.keys());
  showBlocks(file.f, file, held, context);
  const toMove: BlocksToMove = { f: file.f, cut: file, held, sizes: 'as the line takes them', hash };
  await moveBlocks(toMove, lane, context, async ({ number, offset, length }, own) => {
    const { sum } = await requestInSlot(own, length, { f: file.f, block: number }, 'put-block', {
      container: context.container,
      name: file.name,
      file: file.f,
      source: { path: file.path, identity: identity(file) },
      offset,
      length,
      blockId: blockId(prefix, number),
    });
    staged.set(number, sum);
    journal.noteBlock(file.f, number, sum);
  });
}

// The service's list decides: blocks in the journal may have expired or been discarded.
// Where reading is not allowed the journal has to do, until a commit shows that it is wrong: then everything is sent again.
async function stagedBefore(
  journalled: OpenFile | null,
  file: UploadFile,
  lane: Lane,
  context: FileContext,
): Promise<Set<BlockNumber>> {
  const uncommitted = await uncommittedBlocks(targetOf(file, context), lane, context);
  if (uncommitted === 'unreadable') {
    context.remark('not looked up');
    return new Set(journalled?.sums.keys());
  }
  if (uncommitted.some(({ id }) => !isBlockOf(context.jobId, id))) {
    context.remark('another writer');
  }
  return stagedAmong(uncommitted, idPrefixOf(file, context), file);
}

async function commit(
  upload: Upload,
  staged: StagedBlocks,
  md5: string,
  lane: Lane,
  context: FileContext,
): Promise<FileOutcome> {
  const { file, settings, condition, earlierWithinMs } = upload;
  const { outcome } = await controlRequest(context, lane, file.f, 'put-block-list', {
    container: context.container,
    name: file.name,
    blockIdPrefix: idPrefixOf(file, context),
    blocks: [...coverOf(file, staged.keys())].map(({ number }) => number),
    bytes: file.bytes,
    contentMd5: md5,
    contentType: settings.contentType,
    settings: settings.headers,
    condition,
    earlierWithinMs,
  });
  return outcome === 'stored' ? stored(upload, context) : { outcome: 'skipped', reason: 'already there' };
}

// Looking saves sending a file in vain. A signature may allow writing and not reading: then the condition of the write
// decides, unless the policy compares the blob with the file.
async function check(
  file: UploadFile,
  overwrite: OverwritePolicy,
  lane: Lane,
  context: FileContext,
): Promise<WholeFacts | null> {
  const { container, existingTargets } = context;
  const address = { container, name: file.name, side: 'target' } as const;
  const isNeeded = overwrite === 'if-newer' || overwrite === 'if-different';
  if (isNeeded || existingTargets.canLookUp()) {
    try {
      return (await controlRequest(context, lane, file.f, 'read-blob', address)).blob;
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (isNeeded || error.kind !== 'auth') throw error;
      existingTargets.noteRejected();
    }
  }
  context.remark('not looked up');
  return null;
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
  if (blob === null || withinMs === null || blob.bytes !== file.bytes || file.marks === 'folder') return false;
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
  return { bytes: file.bytes, mtimeNs: file.mtimeNs, ino: file.ino, ctimeNs: file.ctimeNs };
}
