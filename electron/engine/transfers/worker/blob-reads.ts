// Small reads about one blob: its properties and its staged blocks.
import { StowageError } from '@shared/errors';
import { type LeanAccount, type ServiceResponse, metadataPrefix } from '../../azure/account';
import { blobPath } from '../../blobs/blob-path';
import { headBlob, propertiesOf } from '../../blobs/properties';
import { childText, child, parseXml } from '../../blobs/xml';
import type { TaskContext } from './context';
import type { BlobFacts } from '../plan/overwrite';
import type { BlobAddress, ResultOf, WholeFacts } from './messages';

/** Null when there is no such blob, or only uncommitted blocks of one. */
export async function readBlobFacts(task: BlobAddress, context: TaskContext): Promise<BlobFacts | null> {
  const response = await headOf(task, context.account, context.signal);
  return response === null ? null : factsOf(task, response);
}

/** Everything that a copy keeps. Null when there is no such blob. */
export async function readWholeFacts(
  task: BlobAddress,
  account: LeanAccount,
  signal: AbortSignal,
): Promise<WholeFacts | null> {
  const response = await headOf(task, account, signal);
  if (response === null) return null;
  const { headers } = response;
  return {
    ...factsOf(task, response),
    settings: settingsOf(response),
    tags: Number(headers['x-ms-tag-count'] ?? 0),
    copiedFrom: (headers['x-ms-copy-source'] ?? '').split('?', 1)[0] ?? '',
  };
}

async function headOf(
  address: BlobAddress,
  account: LeanAccount,
  signal: AbortSignal,
): Promise<ServiceResponse | null> {
  try {
    return await headBlob(account, address, signal);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function factsOf({ name }: BlobAddress, response: ServiceResponse): BlobFacts {
  const { bytes, etag, contentMd5, lastModified } = propertiesOf(name, response);
  return { bytes, etag, contentMd5, lastModified };
}

/** Index tags of a blob of the account that is copied from, percent-encoded like a query. */
export async function readTags(task: BlobAddress, context: TaskContext): Promise<string> {
  const response = await context.source.send({
    service: 'blob',
    operation: 'GetBlobTags',
    method: 'GET',
    path: blobPath(task.container, task.name),
    resource: task.container,
    query: { comp: 'tags' },
    replay: 'safe',
    signal: context.signal,
  });
  const tags = child(parseXml(response.body.toString('utf8')), 'TagSet')?.children ?? [];
  return tags
    .map((tag) => `${encodeURIComponent(childText(tag, 'Key'))}=${encodeURIComponent(childText(tag, 'Value'))}`)
    .join('&');
}

const keptHeaders: Readonly<Record<string, string>> = {
  'content-type': 'x-ms-blob-content-type',
  'content-encoding': 'x-ms-blob-content-encoding',
  'content-language': 'x-ms-blob-content-language',
  'content-disposition': 'x-ms-blob-content-disposition',
  'cache-control': 'x-ms-blob-cache-control',
};

function settingsOf({ headers, metadataNames }: ServiceResponse): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const kept = keptHeaders[name];
    if (kept !== undefined) settings[kept] = value;
    const metadataName = metadataNames[name];
    if (metadataName !== undefined) settings[`${metadataPrefix}${metadataName}`] = value;
  }
  return settings;
}

/** The blocks staged so far, in no order; empty when the service holds none. */
export async function readUncommitted(task: BlobAddress, context: TaskContext): Promise<ResultOf<'get-block-list'>> {
  return { uncommitted: await readBlocks(task, 'uncommitted', context) };
}

/** The ids of the blocks that the blob is made of, in their order. */
export async function readCommitted(task: BlobAddress, context: TaskContext): Promise<readonly string[]> {
  return (await readBlocks(task, 'committed', context)).map(({ id }) => id);
}

async function readBlocks(
  task: BlobAddress,
  which: 'committed' | 'uncommitted',
  context: TaskContext,
): Promise<ResultOf<'get-block-list'>['uncommitted']> {
  try {
    const response = await context.account.send({
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
    const blocks = child(parseXml(response.body.toString('utf8')), list)?.children ?? [];
    return blocks.map((block) => ({ id: childText(block, 'Name'), bytes: Number(childText(block, 'Size')) }));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

// A HEAD has no body to say whether the blob or its container is missing; writes find the container out.
function isAbsent(error: unknown): boolean {
  return error instanceof StowageError && (error.code === 'not-found.blob' || error.code === 'not-found.resource');
}
