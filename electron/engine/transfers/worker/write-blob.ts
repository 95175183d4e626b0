// The requests that write a blob, whatever their bytes come from: retried when damaged in transit, and done exactly
// once even if a reply is lost.
import { performance } from 'node:perf_hooks';
import { StowageError } from '@shared/errors';
import type { Waits } from '@shared/monitor/bottleneck';
import { blobPath } from '../../blobs/blob-path';
import type { WriteCondition } from '../plan/overwrite';
import { assertSource } from './assert-source';
import { isCopyOf } from './is-copy-of';
import { readBlocks, readWholeFacts } from './blob-reads';
import { type TaskContext, since } from './context';
import type { BlobAddress, CopyFrom, EarlierWithinMs, Written } from './messages';

/** A request that creates a blob. */
export interface Write {
  readonly operation: 'PutBlob' | 'PutBlockList' | 'CopyBlob';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Properties of the blob that this write creates; an empty MD5 means that none is stored. */
  readonly bytes: number;
  readonly md5: string;
  /** The committed blocks in order; absent for other writes. */
  readonly blockIds?: readonly string[];
  /** The source of a copy by the service; absent for other writes. */
  readonly copyOf?: CopyFrom & { readonly lastModified: string };
}

interface WriteTask extends BlobAddress {
  readonly condition: WriteCondition;
  readonly earlierWithinMs: EarlierWithinMs;
}

interface TimeTaken {
  /** From the first try to the end of the last. */
  readonly elapsedMs: number;
  /** The part of it during which the service throttled the account. */
  readonly heldMs: number;
}

/**
 * A write whose reply is lost may have succeeded: its retry, or the write itself, then fails although everything is
 * fine. So after any failure that leaves this open, what the service holds decides.
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
      ...(write.operation === 'PutBlob' ? { timeouts: 'caller' as const } : {}),
      signal: context.signal,
    });
    heldMs = held;
    return { outcome: 'stored', etag: headers.etag ?? '', ...taken() };
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const isConflict = error.code === 'conflict.exists' || error.code === 'conflict.etag-changed';
    const late = isConflict || error.code === 'conflict.blocks-lost' || error.code === 'conflict.blob-changed';
    const unsure = isLostReply(error) || (late && (tries > 1 || task.earlierWithinMs !== null));
    const withinMs = tries > 1 || task.earlierWithinMs === null ? Infinity : task.earlierWithinMs + since(startMs);
    const etag = unsure ? await heldEtag(task, write, withinMs, context).catch(nullIfRejected) : null;
    if (etag !== null) return { outcome: 'stored', etag, ...taken() };
    // Emulators answer a condition on the source that is not met like one on the target.
    if (error.code === 'conflict.etag-changed' && write.copyOf !== undefined) await assertSource(write.copyOf, context);
    if (isConflict && task.condition.kind === 'absent') {
      const exists = write.operation === 'PutBlockList' || (await isNameTaken(task, context));
      return { outcome: exists ? 'exists' : 'uncommitted', ...taken() };
    }
    throw error;
  }
}

/** Without the right to read, the service's answer has to do. */
async function isNameTaken({ container, name }: WriteTask, context: TaskContext): Promise<boolean> {
  const read = readWholeFacts({ container, name }, 'target', context);
  return (await read.catch((thrown: unknown) => nullIfRejected(thrown) ?? 'unreadable')) !== null;
}

/** Stages one block, which the service refuses if it was damaged in transit. Returns what was waited for. */
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
    timeouts: 'caller',
    signal: context.signal,
  });
  return { lineMs: totalMs, serviceMs: heldMs };
}

/** The ETag of the existing blob if it is what the write creates; otherwise, or when that cannot be, null. */
async function heldEtag(
  { container, name }: WriteTask,
  write: Write,
  withinMs: number,
  context: TaskContext,
): Promise<string | null> {
  const blob = await readWholeFacts({ container, name }, 'target', context);
  if (blob?.bytes !== write.bytes || blob.ageMs > withinMs) return null;
  if (write.md5 !== '') return blob.contentMd5 === write.md5 ? blob.etag : null;
  // An earlier blob may have the same length, but blocks are named after their job.
  if (write.blockIds !== undefined) {
    const blocks = await readBlocks({ container, name, which: 'committed' }, context);
    const isSame = blocks.length === write.blockIds.length && blocks.every(({ id }, at) => id === write.blockIds?.[at]);
    return isSame ? blob.etag : null;
  }
  return write.copyOf !== undefined && isCopyOf(blob, write.copyOf) ? blob.etag : null;
}

// A SAS may allow to write and not to read: what happened to the write is the failure to tell.
function nullIfRejected(thrown: unknown): null {
  if (StowageError.from(thrown).kind === 'auth') return null;
  throw thrown;
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
