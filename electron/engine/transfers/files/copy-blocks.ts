// Copies a large blob block by block: the service fetches each block itself, or it passes through this machine. Blocks
// that an earlier run staged are looked up and not copied again.
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import { blockBytesFor, blockId, type Block, coverOf } from '../plan/blocks';
import { idPrefixOf } from './block-ids';
import { type CopyOutcome, type Copying, addressOf, fromOf, tierOf } from './copying';
import { earlierWithin, controlRequest, requestInSlot } from './file-context';
import { discardOthersBlocks, isOtherIdLength } from './foreign-blocks';
import type { CopyFile } from '../records/job-records';
import { moveBlocks, showBlocks } from './move-blocks';
import { eachOf } from '../pace/scheduler';
import { isMadeOf, stagedAmong } from './staged-blocks';
import type { WriteCondition } from '../plan/overwrite';
import type { CopyFrom, WholeFacts } from '../worker/messages';

/**
 * Stages the missing blocks and commits them with the headers, metadata and tags of the source. Blocks that were
 * discarded meanwhile are staged again, a few times.
 * @throws StowageError `conflict.blocks-lost` after that, and those of its requests
 */
export async function copyInBlocks(
  condition: WriteCondition,
  held: WholeFacts,
  copying: Copying,
): Promise<CopyOutcome> {
  const { open, context } = copying;
  const file = cutInBlocks(copying);
  const cut: Copying = { ...copying, file };
  const staged = open.earlier === 'yes' ? await stagedBefore(cut) : new Set<BlockNumber>();
  for (let round = 1; ; round += 1) {
    await stageAmongOthers(staged, cut);
    await context.journal.commit({ t: 'committing', f: file.f, md5: file.contentMd5 });
    try {
      const tags = held.tags > 0 ? await tagsOf(cut) : '';
      const tier = tierOf(cut);
      const written = await controlRequest(context, cut.lane, file.f, 'put-block-list', {
        ...addressOf(cut),
        blockIdPrefix: idPrefixOf(file, context),
        blocks: [...coverOf(file, staged)].map(({ number }) => number),
        bytes: file.bytes,
        contentMd5: file.contentMd5,
        contentType: held.settings['x-ms-blob-content-type'] ?? '',
        settings: {
          ...held.settings,
          ...(tags === '' ? {} : { 'x-ms-tags': tags }),
          ...(tier === '' ? {} : { 'x-ms-access-tier': tier }),
        },
        condition,
        earlierWithinMs: earlierWithin(cut),
      });
      if (written.outcome !== 'stored') return { outcome: 'skipped', reason: 'already there' };
      return { outcome: 'made', etag: written.etag };
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.code !== 'conflict.blocks-lost' || round >= stagingRounds) throw error;
      context.remark('blocks thrown away');
      staged.clear();
      for (const number of await stagedBefore(cut)) staged.add(number);
    }
  }
}

/** Another writer of the same blob discards our blocks whenever it commits. */
const stagingRounds = 3;

function cutInBlocks({ file, context }: Copying): CopyFile {
  if (file.blockBytes > 0) return file;
  const cut = { ...file, blockBytes: blockBytesFor(file.bytes, context.options, null) };
  context.journal.note(cut);
  return cut;
}

/** Discards uncommitted blocks of another writer where the service accepts no others beside them. */
async function stageAmongOthers(staged: Set<BlockNumber>, copying: Copying): Promise<void> {
  try {
    await stageMissing(staged, copying);
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (!isOtherIdLength(error)) throw error;
    const target = { ...addressOf(copying), f: copying.file.f };
    await discardOthersBlocks(target, error, copying.lane, copying.context);
    await stageMissing(staged, copying);
  }
}

/** Adds the blocks it stages to `staged`. */
async function stageMissing(staged: Set<BlockNumber>, copying: Copying): Promise<void> {
  const { file, context, lane } = copying;
  const { progress, journal } = context;
  // If a block were stored before the journal knows its file, it would be copied again after a crash.
  await journal.writeForSure();
  progress.closed(file.f);
  showBlocks(file.f, file, staged, context);
  if ((await stageByService(staged, copying)) === 'all') return;
  context.remark('through this machine');
  const left = { f: file.f, cut: file, held: new Set(staged), sizes: 'as the line takes them' } as const;
  await moveBlocks(left, lane, context, async (block, own) => {
    const shown = { f: file.f, block: block.number };
    await requestInSlot(own, block.length, shown, 'carry-block', taskOf(block, copying));
    copying.ways.carried();
    staged.add(block.number);
    journal.noteBlock(file.f, block.number);
  });
}

async function stageByService(staged: Set<BlockNumber>, copying: Copying): Promise<'all' | 'some'> {
  const { file, ways, context, lane } = copying;
  const missing = [...coverOf(file, staged)].filter(({ number }) => !staged.has(number));
  let outcome: 'all' | 'some' = 'all';
  await lane.runAll(
    eachOf(missing),
    // The service copies it, so no memory of this machine is needed.
    () => 0,
    async (block) => {
      if (!ways.isOpen('blocks')) {
        outcome = 'some';
        return;
      }
      const shown = { f: file.f, block: block.number };
      const result = await requestInSlot(context, block.length, shown, 'copy-block', taskOf(block, copying));
      if (result.outcome === 'stored') {
        staged.add(block.number);
        context.journal.noteBlock(file.f, block.number);
        return;
      }
      ways.rejected('blocks', result.concerns);
      outcome = 'some';
    },
  );
  return outcome;
}

// The service's list decides: blocks in the journal may have expired or been discarded.
async function stagedBefore(copying: Copying): Promise<Set<BlockNumber>> {
  const { file, context, lane } = copying;
  const list = { ...addressOf(copying), which: 'uncommitted' } as const;
  const { blocks } = await controlRequest(context, lane, file.f, 'get-block-list', list);
  return stagedAmong(blocks, idPrefixOf(file, context), file);
}

/** Whether the existing blob consists of the blocks of this job. */
export async function isOfOurBlocks(copying: Copying): Promise<boolean> {
  const { file, context, lane } = copying;
  const list = { ...addressOf(copying), which: 'committed' } as const;
  const { blocks } = await controlRequest(context, lane, file.f, 'get-block-list', list);
  return isMadeOf(blocks, idPrefixOf(file, context), file);
}

async function tagsOf({ file, place, context, lane }: Copying): Promise<string> {
  const address = { container: place.spec.from.container, name: file.source, side: 'source' as const };
  return (await controlRequest(context, lane, file.f, 'read-tags', address)).tags;
}

function taskOf(
  { number, offset, length }: Block,
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
  const id = blockId(idPrefixOf(file, context), number);
  return { ...addressOf(copying), from: fromOf(copying), offset, length, blockId: id };
}
