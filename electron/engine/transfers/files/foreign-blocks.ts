// Uncommitted blocks that another program has staged under the name of an upload or a copy. The service takes no block
// beside them whose id has another length, and stores them for a week.
import { StowageError } from '@shared/errors';
import { isBlockOf, minIdBytes } from '../plan/blocks';
import type { Lane } from '../pace/scheduler';
import type { ResultOf } from '../worker/messages';
import { type FileContext, controlRequest } from './file-context';

interface Target {
  readonly f: number;
  readonly container: string;
  readonly name: string;
}

/** Whether the service refused a block because of the length of its id. */
export function isOtherIdLength({ context: { serviceCode } }: StowageError): boolean {
  return serviceCode === 'InvalidBlobOrBlock';
}

/**
 * The length of block ids that another writer's uncommitted blocks dictate; null when there are none, or too short
 * ones.
 */
export async function othersIdBytes(target: Target, lane: Lane, context: FileContext): Promise<number | null> {
  const uncommitted = await uncommittedBlocks(target, lane, context);
  if (uncommitted === 'unreadable') return null;
  const other = uncommitted.find(({ id }) => !isBlockOf(context.jobId, id));
  const idBytes = other === undefined ? 0 : Buffer.from(other.id, 'base64').length;
  return idBytes >= minIdBytes ? idBytes : null;
}

export async function uncommittedBlocks(
  { f, container, name }: Target,
  lane: Lane,
  context: FileContext,
): Promise<ResultOf<'get-block-list'>['blocks'] | 'unreadable'> {
  const list = { container, name, which: 'uncommitted' } as const;
  try {
    return (await controlRequest(context, lane, f, 'get-block-list', list)).blocks;
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.kind !== 'auth') throw error;
    return 'unreadable';
  }
}

/**
 * Makes the service discard such blocks where there is no blob: commits none of them and deletes the empty blob that
 * comes of it. Where deleting is not allowed, that blob stays until the upload replaces it.
 * @throws StowageError `conflict.other-blocks` where there is a blob, whose content a commit would end
 */
export async function discardOthersBlocks(
  { f, container, name }: Target,
  rejection: StowageError,
  lane: Lane,
  context: FileContext,
): Promise<void> {
  const { outcome } = await controlRequest(context, lane, f, 'discard-blocks', { container, name });
  if (outcome === 'exists') throw rejection;
  context.remark('other blocks discarded');
}
