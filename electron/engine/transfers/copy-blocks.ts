// Copies a large blob block by block: the service fetches each by itself, or it is carried through this machine. An earlier
// run's blocks are asked for and not copied again.
import { StowageError } from '@shared/errors';
import { type BlockRange, blockBytesFor, blockCount, blockId, blockIdPrefix, blockRange } from './block-plan';
import { type Copying, addressOf, earlierSince, fromOf } from './copying';
import { type FileOutcome, request, runShown } from './file-context';
import type { CopyFile } from './job-records';
import { unit } from './job-progress';
import type { CopyFrom, WholeFacts, WriteCondition } from './worker/messages';

/** Stages what is missing and commits it with the headers, metadata and tags of the source. */
export async function copyInBlocks(
  condition: WriteCondition,
  held: WholeFacts,
  copying: Copying,
): Promise<FileOutcome> {
  const { open, context } = copying;
  const file = cutInBlocks(copying);
  const cut: Copying = { ...copying, file };
  const staged = open.earlier === 'yes' ? await stagedBefore(cut) : new Set<number>();
  for (let round = 1; ; round += 1) {
    await stageMissing(staged, cut);
    await context.journal.commit({ t: 'committing', f: file.f, md5: file.contentMd5 });
    try {
      const tags = held.tags > 0 ? await tagsOf(cut) : '';
      const { outcome } = await request(context, cut.lane, 0, { f: file.f, index: 'none' }, 'put-block-list', {
        ...addressOf(cut),
        blockIdPrefix: blockIdPrefix(context.jobId, file.attempt),
        blocks: blockCount(file.bytes, file.blockBytes),
        bytes: file.bytes,
        contentMd5: file.contentMd5,
        contentType: held.settings['x-ms-blob-content-type'] ?? '',
        settings: { ...held.settings, ...(tags === '' ? {} : { 'x-ms-tags': tags }) },
        condition,
        earlierSinceMs: earlierSince(cut),
      });
      return outcome === 'stored' ? { outcome: 'done' } : { outcome: 'skipped', reason: 'already there' };
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.code !== 'conflict.blocks-lost' || round >= stagingRounds) throw error;
      context.remark('staged blocks were thrown away by another writer and are sent again');
      staged.clear();
      for (const index of await stagedBefore(cut)) staged.add(index);
    }
  }
}

/** Another writer of the same blob throws our blocks away each time it commits. */
const stagingRounds = 3;

function cutInBlocks({ file, context }: Copying): CopyFile {
  if (file.blockBytes > 0) return file;
  const cut = { ...file, blockBytes: blockBytesFor(file.bytes, context.options, null) };
  context.journal.note(cut);
  return cut;
}

async function stageMissing(staged: ReadonlySet<number>, copying: Copying): Promise<void> {
  const { file, context, lane } = copying;
  const { progress, journal } = context;
  const blocks = blockCount(file.bytes, file.blockBytes);
  // A block that is stored while the journal does not know its file would be copied again after a crash.
  await journal.flush();
  progress.closed(file.f);
  progress.planBlocks(file.f, blocks);
  progress.file(file.f, unit.inFlight);
  for (const index of staged) {
    progress.block(file.f, index, unit.done);
    progress.alreadyDone(file.f, blockRange(file.bytes, file.blockBytes, index).length);
  }
  const missing = Array.from({ length: blocks }, (_, index) => index).filter((index) => !staged.has(index));
  const ranges = missing.map((index) => blockRange(file.bytes, file.blockBytes, index));
  const left = await stageByService(ranges, copying);
  if (left.length === 0) return;
  context.remark('copied through this machine, because the service cannot read the source by itself');
  await lane.runAll(
    left,
    (range) => range.length,
    async (range) => {
      const shown = { f: file.f, index: range.index };
      await runShown(context, range.length, shown, 'carry-block', blockOf(range, copying));
      journal.noteBlock(file.f, range.index);
    },
  );
}

/** Answers the ranges that the service refused to fetch. */
async function stageByService(ranges: readonly BlockRange[], copying: Copying): Promise<readonly BlockRange[]> {
  const { file, place, context, lane } = copying;
  const left: BlockRange[] = [];
  await lane.runAll(
    ranges,
    // Nothing of it comes into this machine's memory.
    () => 0,
    async (range) => {
      if (!place.ways.isOpen('blocks')) {
        left.push(range);
        return;
      }
      const shown = { f: file.f, index: range.index };
      const result = await runShown(context, range.length, shown, 'copy-block', blockOf(range, copying));
      if (result.outcome === 'stored') {
        context.journal.noteBlock(file.f, range.index);
        return;
      }
      place.ways.refused('blocks', result.concerns);
      left.push(range);
    },
  );
  return left;
}

// The service's own list is the truth: what the journal says was staged may have expired or been thrown away.
async function stagedBefore(copying: Copying): Promise<Set<number>> {
  const { file, context, lane } = copying;
  const { uncommitted } = await request(
    context,
    lane,
    0,
    { f: file.f, index: 'none' },
    'get-block-list',
    addressOf(copying),
  );
  const held = new Map(uncommitted.map((block) => [block.id, block.bytes]));
  const prefix = blockIdPrefix(context.jobId, file.attempt);
  const staged = new Set<number>();
  for (let index = 0; index < blockCount(file.bytes, file.blockBytes); index += 1) {
    const { length } = blockRange(file.bytes, file.blockBytes, index);
    if (held.get(blockId(prefix, index)) === length) staged.add(index);
  }
  return staged;
}

async function tagsOf({ file, place, context, lane }: Copying): Promise<string> {
  const address = { container: place.spec.from.container, name: file.source };
  return (await request(context, lane, 0, { f: file.f, index: 'none' }, 'read-tags', address)).tags;
}

function blockOf(
  range: BlockRange,
  copying: Copying,
): {
  readonly container: string;
  readonly name: string;
  readonly from: CopyFrom;
  readonly offset: number;
  readonly length: number;
  readonly blockId: string;
} {
  const { file, context } = copying;
  const id = blockId(blockIdPrefix(context.jobId, file.attempt), range.index);
  return { ...addressOf(copying), from: fromOf(copying), offset: range.offset, length: range.length, blockId: id };
}
