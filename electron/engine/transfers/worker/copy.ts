// Copy requests of a worker: the service fetches the source itself, or a block passes through this machine, checked in
// both directions. Every request is bound to the source's ETag.
import { createHmac } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { StowageError } from '@shared/errors';
import type { SasRequest } from '@shared/sas/sas-request';
import { sasToken, stringToSign } from '@shared/sas/string-to-sign';
import type { RestAccount } from '../../azure/account';
import { blobPath } from '../../blobs/blob-path';
import { md5Of } from '../md5/md5';
import { assertSource, readWholeFacts, type Write, stageBlock, writeOnce } from './blob-requests';
import { checkedBytes, receiveIntact } from './checked-ranges';
import type { CopyRejection, CopyFrom, ResultOf, TaskOf, BlobAddress } from './messages';
import { type TaskContext, since } from './task-context';

/** Copies the whole blob in one request by the service, with headers, metadata and tags. */
export async function copyBlob(task: TaskOf<'copy-blob'>, context: TaskContext): Promise<ResultOf<'copy-blob'>> {
  const { from } = task;
  const headers = {
    ...(await copySource(context.source, from)),
    'x-ms-requires-sync': 'true',
    ...sourceCondition(context, from),
    ...(from.contentMd5 === '' ? {} : { 'x-ms-source-content-md5': from.contentMd5 }),
    ...(task.tier === '' ? {} : { 'x-ms-access-tier': task.tier }),
    ...(task.tags === 'copied' ? { 'x-ms-copy-source-tag-option': 'COPY' } : {}),
    ...task.metadata,
  };
  const write: Write = { operation: 'CopyBlob', headers, bytes: from.bytes, md5: from.contentMd5, copyOf: from };
  try {
    const { elapsedMs, heldMs: _held, ...written } = await writeOnce(task, write, context);
    return { ...written, waits: { serviceMs: elapsedMs } };
  } catch (thrown) {
    return { ...(await rejectionOf(StowageError.from(thrown), from, context)), waits: {} };
  }
}

/** Azure passes conditions on to its own kind only: what S3 has is looked at before and after the copy. */
function sourceCondition({ account, source }: TaskContext, { etag }: CopyFrom): Readonly<Record<string, string>> {
  const isForeign = isS3(source) && !isS3(account);
  return isForeign ? {} : { 'x-ms-source-if-match': etag };
}

function isS3({ descriptor }: RestAccount): boolean {
  return descriptor.credential.kind === 's3';
}

/** Copies one block by the service. */
export async function copyBlock(task: TaskOf<'copy-block'>, context: TaskContext): Promise<ResultOf<'copy-block'>> {
  const { from, offset, length } = task;
  try {
    const response = await context.account.send({
      service: 'blob',
      operation: 'PutBlockFromURL',
      method: 'PUT',
      path: blobPath(task.container, task.name),
      resource: task.container,
      query: { comp: 'block', blockid: task.blockId },
      headers: {
        ...(await copySource(context.source, from)),
        'x-ms-source-range': `bytes=${offset}-${offset + length - 1}`,
        ...sourceCondition(context, from),
      },
      onAttempt: context.onAttempt,
      replay: 'safe',
      signal: context.signal,
    });
    return { outcome: 'stored', waits: { serviceMs: response.totalMs + response.heldMs } };
  } catch (thrown) {
    return { ...(await blockRejectionOf(StowageError.from(thrown), from, context)), waits: {} };
  }
}

/** Copies one block through this machine. */
export async function carryBlock(task: TaskOf<'carry-block'>, context: TaskContext): Promise<ResultOf<'carry-block'>> {
  const buffer = context.buffers.acquire(task.length);
  try {
    const body = buffer.subarray(0, task.length);
    const startMs = performance.now();
    for (let at = 0; at < body.length; at += checkedBytes) {
      await receiveChecked(task.from, body.subarray(at, at + checkedBytes), task.offset + at, context);
    }
    const fetchedMs = since(startMs);
    const { lineMs, serviceMs } = await stageBlock(task, { body, md5: md5Of(body) }, context);
    return { waits: { serviceMs: fetchedMs + serviceMs, lineMs } };
  } finally {
    context.buffers.release(buffer);
  }
}

/** An emulator that ended and lost what it had last taken needs longer than this to come back. The local store loses nothing. */
const seenForMs = 400;

/**
 * Deletes the source of a move, only while it is the version that was copied. `missing`: it no longer existed. If the
 * first attempt failed or was delayed, the service may have restarted without its last writes, so the copy is verified
 * again first.
 */
export async function deleteSource(
  task: TaskOf<'delete-source'>,
  context: TaskContext,
): Promise<ResultOf<'delete-source'>> {
  const { container, name, etag, copy } = task;
  let isProven = true;
  const beforeRetry = async (): Promise<void> => {
    isProven = (await readWholeFacts(copy, 'target', context))?.etag === copy.etag;
    if (!isProven) throw new StowageError('not-found.blob', 'The copy is gone.');
  };
  try {
    if (Math.abs(Date.now() - copy.seenAtMs) > seenForMs) await beforeRetry();
    await context.source.send({
      service: 'blob',
      operation: 'DeleteBlob',
      method: 'DELETE',
      path: blobPath(container, name),
      resource: container,
      // Snapshots are not moved: without a special header the service rejects deleting a blob that has any.
      headers: { 'if-match': etag },
      onAttempt: context.onAttempt,
      beforeRetry,
      replay: 'safe',
      signal: context.signal,
    });
    return { outcome: 'deleted' };
  } catch (thrown) {
    if (!isProven) return { outcome: 'unproven' };
    const error = StowageError.from(thrown);
    if (error.code === 'not-found.blob') return { outcome: 'missing' };
    if (error.code !== 'conflict.etag-changed') throw error;
    // The service may answer the same for a condition on a missing blob.
    if ((await readWholeFacts(task, 'source', context)) === null) return { outcome: 'missing' };
    throw new StowageError('conflict.blob-changed', 'The source was changed after it was copied and was not deleted.', {
      context: { container, blob: name },
      requestId: error.requestId,
    });
  }
}

async function receiveChecked(from: CopyFrom, target: Buffer, offset: number, context: TaskContext): Promise<void> {
  try {
    await receiveIntact(from, { offset, target }, context.source, context);
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.code === 'conflict.etag-changed') await assertSource(from, context);
    throw error;
  }
}

const ownAnswers: ReadonlySet<string> = new Set(['conflict.exists', 'conflict.archived', 'conflict.leased']);

// A source that the service cannot read may still be readable from here, unless it is missing or changed, which is
// checked first.
async function rejectionOf(error: StowageError, from: CopyFrom, context: TaskContext): Promise<CopyRejection> {
  const status = Number(error.context.status ?? 0);
  const isRejection = (status >= 400 && status < 500) || status === 501;
  if (!isRejection || ownAnswers.has(error.code) || error.kind === 'network' || error.kind === 'throttled') throw error;
  return createRejection(from, context, status === 501 || status === 401 || status === 403 ? 'all' : 'one');
}

function blockRejectionOf(error: StowageError, from: CopyFrom, context: TaskContext): Promise<CopyRejection> {
  return isNamelessFailure(error) ? createRejection(from, context, 'all') : rejectionOf(error, from, context);
}

async function createRejection(
  from: CopyFrom,
  context: TaskContext,
  concerns: CopyRejection['concerns'],
): Promise<CopyRejection> {
  await assertSource(from, context);
  return { outcome: 'refused', concerns };
}

/**
 * After all attempts. The service names the cause of its failures; the emulator responds with this to a block that is
 * to be fetched under an account SAS, which it cannot do. A staged block does no harm if it was stored nevertheless.
 */
function isNamelessFailure({ context: { status, serviceCode } }: StowageError): boolean {
  return status === 500 && serviceCode === undefined;
}

// The URL under which the target's service may read a blob of another container or account: signed with the SAS of the
// source, or with a short-lived SAS for this blob when the account key is known.

/** The headers that name the source and, where it is reached by a token, let the target's service read it. */
async function copySource(source: RestAccount, from: BlobAddress): Promise<Readonly<Record<string, string>>> {
  const authorization = await source.sourceAuthorization?.();
  return {
    'x-ms-copy-source': await copySourceUrl(source, from, Date.now()),
    ...(authorization === undefined ? {} : { 'x-ms-copy-source-authorization': authorization }),
  };
}

/** Long enough for one request and its retries, with a tolerance for clocks that differ. */
const validMs = 3600_000;

/** Absolute URL with a signature: never log it, and send it only to a storage service. `nowMs` is wall time. */
async function copySourceUrl(source: RestAccount, { container, name }: BlobAddress, nowMs: number): Promise<string> {
  const { credential, endpoints } = source.descriptor;
  if (credential.kind === 's3') {
    const { presignedUrl } = await import('../../s3/presigned-url');
    return presignedUrl(source.descriptor, { container, name }, { forSeconds: validMs / 1000, nowMs });
  }
  const address = `${endpoints.blob ?? ''}${blobPath(container, name)}`;
  if (credential.kind === 'token') return address;
  if (credential.kind === 'sas') return `${address}?${credential.token}`;
  const request: SasRequest = {
    resource: { kind: 'blob', container, name },
    rights: 'rt',
    startsOn: '',
    expiresOn: `${new Date(nowMs + validMs).toISOString().slice(0, 19)}Z`,
    policy: '',
    ipRange: '',
    protocol: address.startsWith('https:') ? 'https' : 'https,http',
  };
  const key = Buffer.from(credential.accountKey, 'base64');
  const signature = createHmac('sha256', key).update(stringToSign(request, credential.accountName)).digest('base64');
  return `${address}?${sasToken(request, signature)}`;
}

/** Deletes a blob of the target while it is that version; one that is gone is not an error. */
export async function deleteBlob(task: TaskOf<'delete-blob'>, context: TaskContext): Promise<ResultOf<'delete-blob'>> {
  const { container, name, etag } = task;
  try {
    await context.account.send({
      service: 'blob',
      operation: 'DeleteBlob',
      method: 'DELETE',
      path: blobPath(container, name),
      resource: container,
      headers: { 'if-match': etag, 'x-ms-delete-snapshots': 'include' },
      onAttempt: context.onAttempt,
      replay: 'safe',
      signal: context.signal,
    });
    return { outcome: 'deleted' };
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.code === 'not-found.blob') return { outcome: 'missing' };
    if (error.code !== 'conflict.etag-changed') throw error;
    // The service may answer the same for a condition on a missing blob.
    if ((await readWholeFacts(task, 'target', context)) === null) return { outcome: 'missing' };
    throw new StowageError('conflict.blob-changed', 'The blob was changed after the plan, and was not deleted.', {
      context: { container, blob: name },
      requestId: error.requestId,
    });
  }
}
