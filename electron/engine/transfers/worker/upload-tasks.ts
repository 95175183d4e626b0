// Upload requests as a worker makes them: read, check that the source is the planned one, hash, send signed.
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { StowageError } from '@shared/errors';
import type { ServiceRequest, ServiceResponse } from '../../azure/account';
import { blobPath } from '../../blobs/blob-path';
import { blockId } from '../block-plan';
import { localError } from '../../disk/local-error';
import { type SourceIdentity, assertUnchanged, sourceChanged } from '../source-watch';
import { readBlobFacts } from './blob-reads';
import { type TaskContext, since } from './context';
import type { BlobAddress, EarlierSinceMs, ResultOf, TaskOf, WriteCondition } from './messages';

/** Reads the whole file at once, so what is sent is one state of it, and commits it in the same request. */
export async function putBlob(task: TaskOf<'put-blob'>, context: TaskContext): Promise<ResultOf<'put-blob'>> {
  const { path, identity } = task.source;
  const buffer = context.buffers.take(identity.bytes);
  try {
    const startMs = performance.now();
    const body = readWhole(path, identity, buffer);
    const diskMs = since(startMs);
    const md5 = md5Of(body);
    const cpuMs = since(startMs) - diskMs;
    if (md5 === task.unlessMd5) return { outcome: 'same', waits: { diskMs, cpuMs } };
    const headers = {
      'x-ms-blob-type': 'BlockBlob',
      'content-type': task.contentType,
      'x-ms-blob-content-type': task.contentType,
      'content-md5': md5,
      'x-ms-blob-content-md5': md5,
    };
    const written = await writeOnce(task, { operation: 'PutBlob', headers, body, bytes: body.length, md5 }, context);
    return { outcome: written.outcome, waits: { diskMs, cpuMs, lineMs: written.elapsedMs } };
  } finally {
    context.buffers.giveBack(buffer);
  }
}

/** Stages one block. The service refuses it when a bit changed on the way. */
export async function putBlock(task: TaskOf<'put-block'>, context: TaskContext): Promise<ResultOf<'put-block'>> {
  const { path, identity } = task.source;
  const buffer = context.buffers.take(task.length);
  try {
    const startMs = performance.now();
    const handle = await context.files.get(context.jobId, task.file, path, 'r');
    const body = buffer.subarray(0, task.length);
    await readExactly(handle, { path, identity }, body, task.offset);
    const diskMs = since(startMs);
    const md5 = md5Of(body);
    const cpuMs = since(startMs) - diskMs;
    const response = await sendIntact(context, {
      service: 'blob',
      operation: 'PutBlock',
      method: 'PUT',
      path: blobPath(task.container, task.name),
      resource: task.container,
      query: { comp: 'block', blockid: task.blockId },
      headers: { 'content-md5': md5 },
      body,
      onAttempt: context.onAttempt,
      replay: 'safe',
      signal: context.signal,
    });
    return { waits: { diskMs, cpuMs, lineMs: response.totalMs } };
  } finally {
    context.buffers.giveBack(buffer);
  }
}

/** Makes the staged blocks the blob. */
export async function putBlockList(
  task: TaskOf<'put-block-list'>,
  context: TaskContext,
): Promise<ResultOf<'put-block-list'>> {
  const ids = task.blocks.map((number) => `<Latest>${blockId(task.blockIdPrefix, number)}</Latest>`);
  const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.join('')}</BlockList>`);
  const headers = {
    'content-type': 'application/xml',
    'content-md5': md5Of(body),
    'x-ms-blob-content-type': task.contentType,
    ...(task.contentMd5 === '' ? {} : { 'x-ms-blob-content-md5': task.contentMd5 }),
    ...task.settings,
  };
  const write: Write = { operation: 'PutBlockList', headers, body, bytes: task.bytes, md5: task.contentMd5 };
  const { outcome } = await writeOnce(task, write, context);
  return { outcome };
}

/** A request that makes a blob. */
interface Write {
  readonly operation: 'PutBlob' | 'PutBlockList' | 'CopyBlob';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Of the blob that this write makes; an empty MD5 means that the length alone is compared. */
  readonly bytes: number;
  readonly md5: string;
}

interface WriteTask extends BlobAddress {
  readonly condition: WriteCondition;
  readonly earlierSinceMs: EarlierSinceMs;
}

// A write whose reply is lost may have been done: its repetition, or the write itself, then fails although everything
// is well. So after any failure that leaves this open, what the service holds decides.
export async function writeOnce(
  task: WriteTask,
  write: Write,
  context: TaskContext,
): Promise<{ readonly outcome: 'stored' | 'exists'; readonly elapsedMs: number }> {
  const startMs = performance.now();
  let tries = 0;
  try {
    await sendIntact(context, {
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
    return { outcome: 'stored', elapsedMs: since(startMs) };
  } catch (thrown) {
    const error = StowageError.from(thrown);
    const refused = error.code === 'conflict.exists' || error.code === 'conflict.etag-changed';
    const late = refused || error.code === 'conflict.blocks-lost';
    const unsure = isLostReply(error) || (late && (tries > 1 || task.earlierSinceMs !== null));
    const sinceMs = tries > 1 ? null : task.earlierSinceMs;
    if (unsure && (await holds(task, write, sinceMs, context))) return { outcome: 'stored', elapsedMs: since(startMs) };
    if (refused && task.condition.kind === 'absent') return { outcome: 'exists', elapsedMs: since(startMs) };
    throw error;
  }
}

const checksumTries = 3;

// The account repeats what the service names a checksum mismatch; emulators name the same refusal differently.
export async function sendIntact(context: TaskContext, request: ServiceRequest): Promise<ServiceResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.account.send(request);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (!isChecksumRefusal(error)) throw error;
      if (attempt >= checksumTries) throw damagedOnTheWay(error);
      context.retried(error.code);
      context.onAttempt(attempt + 1);
    }
  }
}

function isChecksumRefusal({ code, context }: StowageError): boolean {
  return code === 'invalid.refused' && context.status === 400 && /content-?md5/iu.test(String(context.serviceMessage));
}

function damagedOnTheWay(error: StowageError): StowageError {
  return new StowageError('network.checksum', error.message, { context: error.context, requestId: error.requestId });
}

async function holds(
  address: BlobAddress,
  write: Write,
  sinceMs: number | null,
  context: TaskContext,
): Promise<boolean> {
  const blob = await readBlobFacts(address, context);
  if (blob?.bytes !== write.bytes) return false;
  if (sinceMs !== null && Date.parse(blob.lastModified) < sinceMs) return false;
  return write.md5 === '' || blob.contentMd5 === write.md5;
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
    assertUnchanged(path, identity, fstatSync(descriptor, { bigint: true }));
    return body;
  } catch (error) {
    throw localError(error, path);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
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

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64');
}
