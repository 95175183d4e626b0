// Small reads about one blob: its properties, its tags and its block lists.
import { StowageError } from '@shared/errors';
import { type RestAccount, type ServiceResponse, metadataPrefix } from '../../azure/account';
import { blobPath } from '../../blobs/blob-path';
import { headBlob, propertiesOf } from '../../blobs/properties';
import { wholeAnswer } from '../../azure/whole-answer';
import { childText, child, parseXml } from '../../blobs/xml';
import type { TaskContext } from './context';
import type { BlobAddress, HeldFacts, ResultOf, TaskOf, WholeFacts } from './messages';

/** Null when there is no such blob, or only uncommitted blocks. */
export async function readBlobFacts(task: BlobAddress, context: TaskContext): Promise<HeldFacts | null> {
  const response = await headOf(task, context.account, context.signal);
  return response === null ? null : factsOf(task, response);
}

/** Everything that a copy keeps. Null when there is no such blob. */
export async function readWholeFacts(
  task: BlobAddress,
  side: 'source' | 'target',
  context: TaskContext,
): Promise<WholeFacts | null> {
  const account = side === 'source' ? context.source : context.account;
  const response = await headOf(task, account, context.signal);
  if (response === null) return null;
  const { headers } = response;
  return {
    ...factsOf(task, response),
    settings: settingsOf(response),
    tags: Number(headers['x-ms-tag-count'] ?? 0),
    tier: headers['x-ms-access-tier-inferred'] === 'true' ? '' : (headers['x-ms-access-tier'] ?? ''),
    leased: headers['x-ms-lease-status'] === 'locked',
    copiedFrom: addressIn(context.source, headers['x-ms-copy-source'] ?? ''),
  };
}

async function headOf(
  address: BlobAddress,
  account: RestAccount,
  signal: AbortSignal,
): Promise<ServiceResponse | null> {
  try {
    return await headBlob(account, address, signal);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function factsOf({ name }: BlobAddress, response: ServiceResponse): HeldFacts {
  const { bytes, etag, contentMd5, lastModified, fileModified, blobType } = propertiesOf(name, response);
  const serverTimeMs = Date.parse(response.headers.date ?? '');
  const nowMs = Number.isNaN(serverTimeMs) ? Date.now() : serverTimeMs;
  return { bytes, etag, contentMd5, lastModified, fileModified, blobType, ageMs: nowMs - Date.parse(lastModified) };
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
  const tags = child(await wholeAnswer(send, parseXml), 'TagSet')?.children ?? [];
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
  { which, ...task }: TaskOf<'get-block-list'>,
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
        query: { comp: 'blocklist', blocklisttype: which },
        replay: 'safe',
        signal: context.signal,
      });
    const list = which === 'committed' ? 'CommittedBlocks' : 'UncommittedBlocks';
    const blocks = child(await wholeAnswer(send, parseXml), list)?.children ?? [];
    return blocks.map((block) => ({ id: childText(block, 'Name'), bytes: Number(childText(block, 'Size')) }));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

// A HEAD response cannot say whether the blob or the container is missing; a write will report a missing container.
function isAbsent(error: unknown): boolean {
  return error instanceof StowageError && (error.code === 'not-found.blob' || error.code === 'not-found.resource');
}
