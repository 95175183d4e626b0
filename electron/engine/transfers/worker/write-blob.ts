// The requests that write a blob, whatever its bytes come from: sent again when a bit changed on the way, and done once
// although a reply may be lost.
import { performance } from 'node:perf_hooks';
import { StowageError } from '@shared/errors';
import type { Waits } from '@shared/monitor/bottleneck';
import { blobPath } from '../../blobs/blob-path';
import type { WriteCondition } from '../plan/overwrite';
import { isCopyOf } from './is-copy-of';
import { readBlocks, readWholeFacts } from './blob-reads';
import { type TaskContext, since } from './context';
import type { BlobAddress, EarlierSinceMs, Written } from './messages';

/** A request that makes a blob. */
export interface Write {
  readonly operation: 'PutBlob' | 'PutBlockList' | 'CopyBlob';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Of the blob that this write makes; an empty MD5 means that none is stored with it. */
  readonly bytes: number;
  readonly md5: string;
  /** Of the blocks that it makes the blob of, in their order; absent for other writes. */
  readonly blockIds?: readonly string[];
  /** The blob that the service makes it of; absent for other writes. */
  readonly copyOf?: BlobAddress & { readonly lastModified: string };
}

interface WriteTask extends BlobAddress {
  readonly condition: WriteCondition;
  readonly earlierSinceMs: EarlierSinceMs;
}

interface TimeTaken {
  /** From the first try to the last, with what lies between. */
  readonly elapsedMs: number;
  /** Of that, what passed because the service had asked for patience. */
  readonly heldMs: number;
}

/**
 * A write whose reply is lost may have been done: its repetition, or the write itself, then fails although everything
 * is well. So after any failure that leaves this open, what the service holds decides.
 */
export async function writeOnce(task: WriteTask, write: Write, context: TaskContext): Promise<Written & TimeTaken> {
  const startMs = performance.now();
  let tries = 0;
  let heldMs = 0;
  const taken = (): TimeTaken => ({ elapsedMs: since(startMs), heldMs });
  try {
    const { headers, heldMs: held } = await context.account.send({
      service: 'blob',
      operation: write.operation,
      method: 'PUT',
      path: blobPath(task.container, task.name),
      resource: task.container,
      query: write.operation === 'PutBlockList' ? { comp: 'blocklist' } : undefined,
      headers: withCondition(write.headers, task.condition),
      body: write.body,
      onAttempt: (attempt) => {
        tries = attempt;
        context.onAttempt(attempt);
      },
      replay: 'safe',
      signal: context.signal,
    });
    heldMs = held;
    return { outcome: 'stored', etag: headers.etag ?? '', ...taken() };
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const refused = error.code === 'conflict.exists' || error.code === 'conflict.etag-changed';
    const late = refused || error.code === 'conflict.blocks-lost';
    const unsure = isLostReply(error) || (late && (tries > 1 || task.earlierSinceMs !== null));
    const sinceMs = tries > 1 ? null : task.earlierSinceMs;
    const etag = unsure ? await heldEtag(task, write, sinceMs, context) : null;
    if (etag !== null) return { outcome: 'stored', etag, ...taken() };
    if (refused && task.condition.kind === 'absent') return { outcome: 'exists', ...taken() };
    throw error;
  }
}

/** Stages one block, which the service refuses when a bit changed on the way. Tells what that waited for. */
export async function stageBlock(
  to: BlobAddress & { readonly blockId: string },
  { body, md5 }: { readonly body: Buffer; readonly md5: string },
  context: TaskContext,
): Promise<Pick<Waits, 'lineMs' | 'serviceMs'>> {
  const { totalMs, heldMs } = await context.account.send({
    service: 'blob',
    operation: 'PutBlock',
    method: 'PUT',
    path: blobPath(to.container, to.name),
    resource: to.container,
    query: { comp: 'block', blockid: to.blockId },
    headers: { 'content-md5': md5 },
    body,
    onAttempt: context.onAttempt,
    replay: 'safe',
    signal: context.signal,
  });
  return { lineMs: totalMs, serviceMs: heldMs };
}

/** ETag of the blob that is there when it is what the write makes; null when it is not, or need not be. */
async function heldEtag(
  { container, name }: WriteTask,
  write: Write,
  sinceMs: number | null,
  context: TaskContext,
): Promise<string | null> {
  const blob = await readWholeFacts({ container, name }, 'target', context);
  if (blob?.bytes !== write.bytes) return null;
  if (sinceMs !== null && Date.parse(blob.lastModified) < sinceMs) return null;
  if (write.md5 !== '') return blob.contentMd5 === write.md5 ? blob.etag : null;
  // What was there before may have this length as well. The blocks are named after their job.
  if (write.blockIds !== undefined) {
    const blocks = await readBlocks({ container, name, which: 'committed' }, context);
    const isSame = blocks.length === write.blockIds.length && blocks.every(({ id }, at) => id === write.blockIds?.[at]);
    return isSame ? blob.etag : null;
  }
  return write.copyOf !== undefined && isCopyOf(blob, write.copyOf) ? blob.etag : null;
}

function isLostReply(error: StowageError): boolean {
  return error.kind === 'network' || error.kind === 'throttled';
}

function withCondition(headers: Write['headers'], condition: WriteCondition): Write['headers'] {
  switch (condition.kind) {
    case 'none':
      return headers;
    case 'absent':
      return { 'if-none-match': '*', ...headers };
    case 'same':
      return { 'if-match': condition.etag, ...headers };
  }
}
