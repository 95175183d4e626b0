// Upload requests of a worker: reads, checks that the source is the planned one, hashes, signs and sends.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { StowageError } from '@shared/errors';
import { crc32 } from '../../../disk/crc32';
import { localError } from '../../../disk/local-error';
import { blobPath } from '../../blobs/blob-path';
import { md5Of } from '../md5/md5';
import { blockId } from '../plan/blocks';
import { placeholderHeader } from '../plan/overwrite';
import { type SourceIdentity, assertUnchanged, sourceChanged } from '../plan/source-watch';
import { type Write, stageBlock, writeOnce } from './blob-requests';
import type { ResultOf, TaskOf } from './messages';
import { type TaskContext, since } from './task-context';

/** Reads the whole file at once, so that exactly one state of it is sent, and stores it in the same request. */
export async function putBlob(task: TaskOf<'put-blob'>, context: TaskContext): Promise<ResultOf<'put-blob'>> {
  const { source } = task;
  const buffer = context.buffers.acquire(source?.identity.bytes ?? 0);
  try {
    const startMs = performance.now();
    const body = source === null ? buffer.subarray(0, 0) : readWhole(source.path, source.identity, buffer);
    const diskMs = since(startMs);
    const { md5, cpuMs } = await context.md5s.ofRead(body);
    if (md5 === task.unlessMd5) return { outcome: 'same', waits: { diskMs, cpuMs } };
    const headers = {
      'x-ms-blob-type': 'BlockBlob',
      'content-type': task.contentType,
      'x-ms-blob-content-type': task.contentType,
      'content-md5': md5,
      'x-ms-blob-content-md5': md5,
      ...task.settings,
    };
    const written = await writeOnce(task, { operation: 'PutBlob', headers, body, bytes: body.length, md5 }, context);
    const { outcome, elapsedMs, heldMs } = written;
    return { outcome, waits: { diskMs, cpuMs, lineMs: elapsedMs - heldMs, serviceMs: heldMs } };
  } finally {
    context.buffers.release(buffer);
  }
}

/** Stages one block. The service rejects it if it was damaged in transit. */
export async function putBlock(task: TaskOf<'put-block'>, context: TaskContext): Promise<ResultOf<'put-block'>> {
  const { path, identity } = task.source;
  const buffer = context.buffers.acquire(task.length);
  try {
    const startMs = performance.now();
    const handle = await context.files.get(context.jobId, task.file, path, null);
    const body = buffer.subarray(0, task.length);
    await readExactly(handle, { path, identity }, body, task.offset);
    const diskMs = since(startMs);
    const md5 = md5Of(body);
    const sum = crc32(body);
    const cpuMs = since(startMs) - diskMs;
    return { sum, waits: { diskMs, cpuMs, ...(await stageBlock(task, { body, md5 }, context)) } };
  } finally {
    context.buffers.release(buffer);
  }
}

/** Content headers, metadata and the like belong to the beginning, where a store wants uploads to be begun. */
export async function beginParts(task: TaskOf<'begin-parts'>, context: TaskContext): Promise<ResultOf<'begin-parts'>> {
  const { headers } = await context.account.send({
    service: 'blob',
    operation: 'CreateMultipartUpload',
    method: 'POST',
    path: blobPath(task.container, task.name),
    resource: task.container,
    headers: { 'x-ms-blob-content-type': task.contentType, ...task.settings },
    onAttempt: context.onAttempt,
    // One too many is empty, and costs nothing.
    replay: 'safe',
    signal: context.signal,
  });
  return { upload: headers['x-ms-upload'] ?? '' };
}

/** Commits the staged blocks. */
export async function putBlockList(
  task: TaskOf<'put-block-list'>,
  context: TaskContext,
): Promise<ResultOf<'put-block-list'>> {
  const blockIds = task.blocks.map((number) => blockId(task.blockIdPrefix, number));
  const latest = blockIds.map((id) => `<Latest>${id}</Latest>`).join('');
  const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${latest}</BlockList>`);
  const headers = {
    'content-type': 'application/xml',
    'content-md5': md5Of(body),
    'x-ms-blob-content-type': task.contentType,
    ...(task.contentMd5 === '' ? {} : { 'x-ms-blob-content-md5': task.contentMd5 }),
    ...task.settings,
  };
  const write: Write = { operation: 'PutBlockList', headers, body, bytes: task.bytes, md5: task.contentMd5, blockIds };
  const written = await writeOnce(task, write, context);
  return written.outcome === 'stored' ? { outcome: 'stored', etag: written.etag } : { outcome: written.outcome };
}

/** See `discard-blocks`. The empty blob carries the job's id, so that a later run of the job replaces it. */
export async function discardBlocks(
  { container, name }: TaskOf<'discard-blocks'>,
  context: TaskContext,
): Promise<ResultOf<'discard-blocks'>> {
  const body = Buffer.from('<?xml version="1.0" encoding="utf-8"?><BlockList></BlockList>');
  const headers = { 'content-type': 'application/xml', [placeholderHeader]: context.jobId };
  const write: Write = { operation: 'PutBlockList', headers, body, bytes: 0, md5: '', blockIds: [] };
  const task = { container, name, condition: { kind: 'absent' }, earlierWithinMs: null } as const;
  const written = await writeOnce(task, write, context);
  if (written.outcome !== 'stored') return { outcome: 'exists' };
  try {
    await context.account.send({
      service: 'blob',
      operation: 'DeleteBlob',
      method: 'DELETE',
      path: blobPath(container, name),
      resource: container,
      headers: { 'if-match': written.etag },
      onAttempt: context.onAttempt,
      replay: 'safe',
      signal: context.signal,
    });
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.kind === 'auth') return { outcome: 'left empty' };
    if (error.code !== 'not-found.blob') throw error;
  }
  return { outcome: 'discarded' };
}

/** Throws `conflict.etag-changed` when it is another version by now. */
export async function emptyBlob(
  { container, name, etag }: TaskOf<'empty-blob'>,
  context: TaskContext,
): Promise<ResultOf<'empty-blob'>> {
  const body = Buffer.alloc(0);
  const md5 = md5Of(body);
  const headers = { 'x-ms-blob-type': 'BlockBlob', 'content-md5': md5, [placeholderHeader]: context.jobId };
  const write: Write = { operation: 'PutBlob', headers, body, bytes: 0, md5 };
  const task = { container, name, condition: { kind: 'same', etag }, earlierWithinMs: null } as const;
  const written = await writeOnce(task, write, context);
  return { etag: written.outcome === 'stored' ? written.etag : etag };
}

// Synchronous on purpose: for a small file five trips through the thread pool cost more than the reading.
function readWhole(path: string, identity: SourceIdentity, buffer: Buffer): Buffer {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const body = buffer.subarray(0, identity.bytes);
    let filled = 0;
    while (filled < body.length) {
      const bytesRead = readSync(descriptor, body, filled, body.length - filled, filled);
      if (bytesRead === 0) throw sourceChanged(path, identity.bytes, filled);
      filled += bytesRead;
    }
    if (body.length === 0) assertEmpty(path, descriptor);
    assertUnchanged(path, identity, fstatSync(descriptor, { bigint: true }));
    return body;
  } catch (error) {
    throw localError(error, path);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Files that the system makes up as they are read, as below /proc, are all listed with a size of 0. */
function assertEmpty(path: string, descriptor: number): void {
  if (readSync(descriptor, Buffer.alloc(1), 0, 1, 0) === 0) return;
  throw new StowageError('local.io', 'The file has more bytes than its size says.', {
    context: { path, what: 'unknown-size' },
  });
}

async function readExactly(
  handle: FileHandle,
  source: { readonly path: string; readonly identity: SourceIdentity },
  target: Buffer,
  offset: number,
): Promise<void> {
  try {
    assertUnchanged(source.path, source.identity, await handle.stat({ bigint: true }));
    let filled = 0;
    while (filled < target.length) {
      const { bytesRead } = await handle.read(target, filled, target.length - filled, offset + filled);
      if (bytesRead === 0) throw sourceChanged(source.path, source.identity.bytes, offset + filled);
      filled += bytesRead;
    }
  } catch (error) {
    throw localError(error, source.path);
  }
}
