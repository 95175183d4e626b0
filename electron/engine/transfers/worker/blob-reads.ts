// Small reads about one blob: its properties and its staged blocks.
import { StowageError } from '@shared/errors';
import { blobPath } from '../../blobs/blob-path';
import { propertiesOf } from '../../blobs/properties';
import { childText, child, parseXml } from '../../blobs/xml';
import type { TaskContext } from './context';
import type { BlobAddress, BlobFacts, ResultOf } from './messages';

/** Null when there is no such blob, or only uncommitted blocks of one. */
export async function readBlobFacts(task: BlobAddress, context: TaskContext): Promise<BlobFacts | null> {
  try {
    const response = await context.account.send({
      service: 'blob',
      operation: 'GetBlobProperties',
      method: 'HEAD',
      path: blobPath(task.container, task.name),
      resource: task.container,
      replay: 'safe',
      signal: context.signal,
    });
    const { bytes, etag, contentMd5, lastModified } = propertiesOf(task.name, response.headers);
    return { bytes, etag, contentMd5, lastModified };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** The blocks staged so far, in no order; empty when the service holds none. */
export async function readUncommitted(task: BlobAddress, context: TaskContext): Promise<ResultOf<'get-block-list'>> {
  try {
    const response = await context.account.send({
      service: 'blob',
      operation: 'GetBlockList',
      method: 'GET',
      path: blobPath(task.container, task.name),
      resource: task.container,
      query: { comp: 'blocklist', blocklisttype: 'uncommitted' },
      replay: 'safe',
      signal: context.signal,
    });
    const blocks = child(parseXml(response.body.toString('utf8')), 'UncommittedBlocks')?.children ?? [];
    return {
      uncommitted: blocks.map((block) => ({ id: childText(block, 'Name'), bytes: Number(childText(block, 'Size')) })),
    };
  } catch (error) {
    if (isAbsent(error)) return { uncommitted: [] };
    throw error;
  }
}

// A HEAD has no body to say whether the blob or its container is missing; writes find the container out.
function isAbsent(error: unknown): boolean {
  return error instanceof StowageError && (error.code === 'not-found.blob' || error.code === 'not-found.resource');
}
