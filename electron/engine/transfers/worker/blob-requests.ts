// Requests about one blob that several tasks share: a write that happens exactly once even if its reply is lost, and the
// small reads that decide whether it did. Over 300 lines, because each needs the other.
import { performance } from 'node:perf_hooks';
import { StowageError } from '@shared/errors';
import type { Waits } from '@shared/monitor/bottleneck';
import { type RestAccount, type ServiceResponse, metadataPrefix } from '../../azure/account';
import { wholeAnswer } from '../../azure/whole-answer';
import { blobPath } from '../../blobs/blob-path';
import { headBlob, propertiesOf } from '../../blobs/properties';
import { childText, child, parseXml } from '../../blobs/xml';
import type { WriteCondition } from '../plan/overwrite';
import type { BlobAddress, CopyFrom, EarlierWithinMs, Written, ResultOf, TaskOf, WholeFacts } from './messages';
import { type TaskContext, since } from './task-context';

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
  /** From the first attempt to the end of the last. */
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

/** Stages one block, which the service rejects if it was damaged in transit. Returns the time spent waiting. */
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
  // A sync compares by these: an earlier blob of equal bytes has others.
  const recorded = ['x-ms-meta-mtime', 'x-ms-meta-stowage_source_etag'];
  if (recorded.some((one) => one in write.headers && write.headers[one] !== blob.settings[one])) return null;
  if (write.md5 !== '') return blob.contentMd5 === write.md5 ? blob.etag : null;
  // An earlier blob may have the same length, but blocks are named after their job.
  if (write.blockIds !== undefined) {
    const blocks = await readBlocks({ container, name, which: 'committed' }, context);
    const isSame = blocks.length === write.blockIds.length && blocks.every(({ id }, at) => id === write.blockIds?.[at]);
    return isSame ? blob.etag : null;
  }
  return write.copyOf !== undefined && isCopyOf(blob, write.copyOf) ? blob.etag : null;
}

// A SAS may allow writing but not reading: the failure to report is that of the write.
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

// Small reads about one blob: its properties, its tags and its block lists.

/** Everything that a copy preserves. Null when there is no such blob, or only uncommitted blocks. */
export async function readWholeFacts(
  address: BlobAddress,
  side: 'source' | 'target',
  context: TaskContext,
): Promise<WholeFacts | null> {
  const account = side === 'source' ? context.source : context.account;
  let response: ServiceResponse;
  try {
    response = await headBlob(account, address, context.signal);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
  const { headers } = response;
  const { bytes, etag, contentMd5, lastModified, fileModified, blobType } = propertiesOf(address.name, response);
  const serverTimeMs = Date.parse(headers.date ?? '');
  const nowMs = Number.isNaN(serverTimeMs) ? Date.now() : serverTimeMs;
  return {
    bytes,
    etag,
    contentMd5,
    lastModified,
    fileModified,
    blobType,
    ageMs: nowMs - Date.parse(lastModified),
    settings: settingsOf(response),
    tags: Number(headers['x-ms-tag-count'] ?? 0),
    tier: headers['x-ms-access-tier-inferred'] === 'true' ? '' : (headers['x-ms-access-tier'] ?? ''),
    leased: headers['x-ms-lease-status'] === 'locked',
    copiedFrom: addressIn(context.source, headers['x-ms-copy-source'] ?? ''),
  };
}

/** Index tags of a blob, encoded like a query string. */
export async function readTags(task: TaskOf<'read-tags'>, context: TaskContext): Promise<string> {
  const account = task.side === 'source' ? context.source : context.account;
  const send = (): Promise<ServiceResponse> =>
    account.send({
      service: 'blob',
      operation: 'GetBlobTags',
      method: 'GET',
      path: blobPath(task.container, task.name),
      resource: task.container,
      query: { comp: 'tags' },
      replay: 'safe',
      signal: context.signal,
    });
  const about = { container: task.container, blob: task.name, operation: 'GetBlobTags' };
  const tags = child(await wholeAnswer(send, parseXml, about), 'TagSet')?.children ?? [];
  return tags
    .map((tag) => `${encodeURIComponent(childText(tag, 'Key'))}=${encodeURIComponent(childText(tag, 'Value'))}`)
    .join('&');
}

// A snapshot or an older version has the same URL but different content.
function addressIn({ descriptor }: RestAccount, givenUrl: string): BlobAddress | null {
  try {
    const url = new URL(givenUrl);
    const base = new URL(`${descriptor.endpoints.blob ?? ''}/`);
    const isCurrent = !url.searchParams.has('snapshot') && !url.searchParams.has('versionid');
    if (!isCurrent || url.host !== base.host || !url.pathname.startsWith(base.pathname)) return null;
    const [container = '', ...name] = decodeURIComponent(url.pathname.slice(base.pathname.length)).split('/');
    return { container, name: name.join('/') };
  } catch {
    return null;
  }
}

const settingNames: Readonly<Record<string, string>> = {
  'content-type': 'x-ms-blob-content-type',
  'content-encoding': 'x-ms-blob-content-encoding',
  'content-language': 'x-ms-blob-content-language',
  'content-disposition': 'x-ms-blob-content-disposition',
  'cache-control': 'x-ms-blob-cache-control',
};

function settingsOf({ headers, metadataNames }: ServiceResponse): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const settingName = settingNames[name];
    if (settingName !== undefined) settings[settingName] = value;
    const metadataName = metadataNames[name];
    if (metadataName !== undefined) settings[`${metadataPrefix}${metadataName}`] = value;
  }
  return settings;
}

/** The staged blocks, in no order, or the committed ones; empty when the service holds none. */
export async function readBlocks(
  { which, upload, ...task }: TaskOf<'get-block-list'>,
  context: TaskContext,
): Promise<ResultOf<'get-block-list'>['blocks']> {
  try {
    const send = (): Promise<ServiceResponse> =>
      context.account.send({
        service: 'blob',
        operation: 'GetBlockList',
        method: 'GET',
        path: blobPath(task.container, task.name),
        resource: task.container,
        query: { comp: 'blocklist', blocklisttype: which, ...(upload === undefined ? {} : { upload }) },
        replay: 'safe',
        signal: context.signal,
      });
    const list = which === 'committed' ? 'CommittedBlocks' : 'UncommittedBlocks';
    const about = { container: task.container, blob: task.name, operation: 'GetBlockList' };
    const blocks = child(await wholeAnswer(send, parseXml, about), list)?.children ?? [];
    return blocks.map((block) => ({ id: childText(block, 'Name'), bytes: Number(childText(block, 'Size')) }));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

// A HEAD response does not reveal whether the blob or the container is missing; a write will report a missing
// container.
function isAbsent(error: unknown): boolean {
  return error instanceof StowageError && (error.code === 'not-found.blob' || error.code === 'not-found.resource');
}

// Whether the source of a copy is still the version that is being copied.

/** @throws StowageError `conflict.blob-changed`, `not-found.blob` */
export async function assertSource(from: CopyFrom, context: TaskContext): Promise<void> {
  const now = await readWholeFacts(from, 'source', context);
  const facts = { context: { container: from.container, blob: from.name } };
  if (now === null) throw new StowageError('not-found.blob', 'The blob was deleted while it was copied.', facts);
  if (now.etag === from.etag) return;
  throw new StowageError('conflict.blob-changed', 'The blob was overwritten while it was copied.', {
    context: { ...facts.context, during: 'copy' },
  });
}

// Whether the service made one blob by copying another in its current state. Pure.

/**
 * A copy of an older version has the same source URL, so the copy must be younger than the last change of the source.
 * Times have whole seconds, so within the same second it is not certain.
 */
export function isCopyOf(
  { copiedFrom, lastModified }: Pick<WholeFacts, 'copiedFrom' | 'lastModified'>,
  source: BlobAddress & { readonly lastModified: string },
): boolean {
  const isSame = copiedFrom?.container === source.container && copiedFrom.name === source.name;
  return isSame && Date.parse(lastModified) > Date.parse(source.lastModified);
}
