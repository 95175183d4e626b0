// Copies or moves one blob: by the service where it can read the source, otherwise through this machine. The copy is
// verified before it counts, and a source is deleted only after its copy was verified.
import { StowageError } from '@shared/errors';
import { copyInBlocks, isOfOurBlocks } from './copy-blocks';
import { type CopyOutcome, type CopyEnds, type Copying, addressOf, fromOf, inspect, tierOf } from './copying';
import {
  earlierWithin,
  noteNotWritten,
  type FileContext,
  type FileOutcome,
  controlRequest,
  requestInSlot,
} from './file-context';
import type { CopyFile } from '../records/job-records';
import { isCopyOf } from '../worker/blob-requests';
import type { OpenFile } from '../records/files-state';
import { type WriteCondition, assertReplaceable, decideUpload, needsBlobFacts } from '../plan/overwrite';
import type { ResultOf, WholeFacts } from '../worker/messages';

/** Throws StowageError when the blob could not be copied; the source is untouched then. */
export async function copyFile(
  open: OpenFile,
  file: CopyFile,
  place: CopyEnds,
  context: FileContext,
): Promise<FileOutcome> {
  const ways = place.ways.ofOne();
  const copying = {
    open,
    file,
    place,
    ways,
    context,
    lane: context.scheduler.openLane(context.signal, context.onRequested),
  };
  if (open.copiedEtag !== null && (await inspect('target', copying))?.etag === open.copiedEtag) {
    await deleteSource({ etag: open.copiedEtag, seenAtMs: context.clock.now() }, copying);
    return { outcome: 'done' };
  }
  const { overwrite } = context.options;
  // Under `always`, what is replaced must be a block blob.
  const needsLookup =
    needsBlobFacts(overwrite, file.blockBytes === 0 ? 'one' : 'many') ||
    overwrite === 'always' ||
    open.earlier === 'yes';
  const target = needsLookup ? await inspect('target', copying) : null;
  const isMade = target !== null && (await isOurs(target, copying));
  if (needsLookup && !isMade) noteNotWritten(open, context);
  const made: CopyOutcome = isMade ? { outcome: 'made', etag: target.etag } : await copyIt(target, copying);
  if (made.outcome === 'skipped') return made;
  await settle(made.etag, copying);
  return { outcome: 'done' };
}

async function copyIt(target: WholeFacts | null, copying: Copying): Promise<CopyOutcome> {
  const { file, ways, context } = copying;
  const source = { bytes: file.bytes, mtimeMs: Date.parse(file.lastModified) };
  const decision = decideUpload(context.options.overwrite, source, target);
  if (decision.kind === 'skip') return { outcome: 'skipped', reason: decision.reason };
  if (decision.unlessMd5 !== '' && decision.unlessMd5 === file.contentMd5) {
    return { outcome: 'skipped', reason: 'the same' };
  }
  if (target !== null) assertReplaceable(target, context.options, addressOf(copying));
  const held = await sourceNow(copying);
  if (file.blockBytes === 0 && ways.isOpen('whole')) {
    const outcome = await copyWhole(decision.condition, held, copying);
    if (outcome !== 'refused') return outcome;
  }
  return copyInBlocks(decision.condition, held, copying);
}

async function copyWhole(
  condition: WriteCondition,
  held: WholeFacts,
  copying: Copying,
): Promise<CopyOutcome | 'refused'> {
  const { file, ways, context, lane } = copying;
  const result = await lane.run(0, () =>
    requestInSlot(context, file.bytes, { f: file.f, block: 'file' }, 'copy-blob', {
      ...addressOf(copying),
      from: fromOf(copying),
      tier: tierOf(copying),
      tags: held.tags > 0 ? 'copied' : 'none',
      condition,
      earlierWithinMs: earlierWithin(copying),
    }),
  );
  if (result.outcome === 'stored') return { outcome: 'made', etag: result.etag };
  if (result.outcome === 'exists') return { outcome: 'skipped', reason: 'already there' };
  if (result.outcome === 'refused') ways.rejected('whole', result.concerns);
  return 'refused';
}

/** Verifies the copy and, for a move, deletes the source. `etag`: the version known to be the copy. */
async function settle(etag: string, copying: Copying): Promise<void> {
  const { file, place, context } = copying;
  const isMove = place.spec.kind === 'move';
  if (context.options.verify === 'none' && !isMove) return;
  const copy = await inspect('target', copying);
  const seenAtMs = context.clock.now();
  if (copy === null) throw notFound(file.name, place.spec.container, 'The copy was deleted before it was verified.');
  // Before a source is deleted, a missing MD5 counts as a different one.
  const isComparable = file.contentMd5 !== '' && (isMove || copy.contentMd5 !== '');
  const isOther = context.options.verify === 'md5' && isComparable && copy.contentMd5 !== file.contentMd5;
  // An equal length proves nothing: without an MD5, the source is deleted only if the target is the very version that
  // was written.
  const isSame = copy.etag === etag || (file.contentMd5 !== '' && copy.contentMd5 === file.contentMd5);
  if (copy.bytes !== file.bytes || isOther || (isMove && !isSame)) throw otherContent(copying);
  if (context.options.verify === 'md5' && !isComparable) context.remark('length compared');
  if (!isMove) return;
  // Recorded on disk before the source is deleted: a later run must know that only the deletion is left.
  await context.journal.commit({ t: 'copied', f: file.f, etag: copy.etag });
  await deleteSource({ etag: copy.etag, seenAtMs }, copying);
}

/** `seen`: the copy as it was verified, and when. */
async function deleteSource(
  seen: { readonly etag: string; readonly seenAtMs: number },
  copying: Copying,
): Promise<void> {
  const { file, place, context, lane } = copying;
  const { container } = place.spec.from;
  const copy = { ...addressOf(copying), ...seen };
  const source = { container, name: file.source, etag: file.etag, copy };
  let deletion: ResultOf<'delete-source'>;
  try {
    deletion = await controlRequest(context, lane, file.f, 'delete-source', source);
  } catch (thrown) {
    const { code, message, retry, requestId, context: facts } = StowageError.from(thrown);
    // Between copy and deletion both exist; a reader of the note must not take the copy for missing.
    throw new StowageError(code, message, { retry, requestId, context: { ...facts, moved: 'copied' } });
  }
  if (deletion.outcome === 'unproven')
    throw notFound(copy.name, copy.container, 'The copy was gone before its source.');
}

async function sourceNow(copying: Copying): Promise<WholeFacts> {
  const { file, place } = copying;
  const { container } = place.spec.from;
  const held = await inspect('source', copying);
  if (held === null) throw notFound(file.source, container, 'The blob no longer exists.');
  if (held.etag === file.etag) {
    // It could not be deleted afterwards, and would be in both places.
    if (place.spec.kind === 'move' && held.leased) throw leased(file.source, container);
    return held;
  }
  throw new StowageError('conflict.blob-changed', 'The blob was changed after the copy was planned.', {
    context: { container, blob: file.source, during: 'copy' },
  });
}

// A copy made by an earlier run of this job is done, whatever the overwrite policy says about blobs of others.
async function isOurs(target: WholeFacts, copying: Copying): Promise<boolean> {
  const { file } = copying;
  const withinMs = earlierWithin(copying);
  if (withinMs === null || target.ageMs > withinMs || target.bytes !== file.bytes) return false;
  if (file.contentMd5 !== '') return target.contentMd5 === file.contentMd5;
  if (isCopyOf(target, fromOf(copying))) return true;
  return file.blockBytes > 0 && isOfOurBlocks(copying);
}

function notFound(blob: string, container: string, detail: string): StowageError {
  return new StowageError('not-found.blob', detail, { context: { container, blob } });
}

/** Why a blob is not moved. */
export function leased(blob: string, container: string): StowageError {
  return new StowageError('conflict.leased', 'The blob is leased, so a move could not delete it.', {
    context: { container, blob },
  });
}

function otherContent({ file, place }: Copying): StowageError {
  return new StowageError('network.checksum', 'The copy does not have the length or the MD5 of its source.', {
    context: { container: place.spec.container, blob: file.name },
  });
}
