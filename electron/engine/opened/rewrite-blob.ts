// Replaces the content of a blob under the ETag that was read. Its headers, metadata, tags and tier stay.
import { createHash } from 'node:crypto';
import { StowageError } from '@shared/errors';
import type { BlobDetails } from '@shared/model/blob-details';
import type { Account } from '../azure/account';
import { type BlobAddress, blobPath } from '../blobs/blob-path';
import { sendToBlob, settled } from '../blobs/details/blob-request';
import { readBlobDetails } from '../blobs/details/read-details';
import { readTags } from '../blobs/details/tags';
import { metadataHeaders } from '../blobs/metadata';

export interface Rewrite {
  readonly bytes: Uint8Array;
  /** Null overwrites whatever there is. */
  readonly etag: string | null;
  /** Writes a new blob of this name instead. */
  readonly as?: string | undefined;
}

/** Throws `conflict.etag-changed`, `conflict.target-exists`, `conflict.blob-type`, and what `Account.send` throws. */
export async function rewriteBlob(
  account: Account,
  blob: BlobAddress,
  { bytes, etag, as }: Rewrite,
  signal?: AbortSignal,
): Promise<{ readonly etag: string }> {
  const details = await readBlobDetails(account, blob, signal).catch((thrown: unknown) => {
    // Someone has deleted it, which is a change like any other unless it is to be written in any case.
    if (StowageError.from(thrown).code !== 'not-found.blob') throw thrown;
    if (as === undefined && etag !== null) throw changed(blob);
    return null;
  });
  // Behind a proxy that removes ETags, nothing shows whether it is still the version that was read.
  if (as === undefined && etag !== null && (etag === '' || details?.etag !== etag)) throw changed(blob);
  if (as === undefined && details !== null && details.blobType !== 'BlockBlob') throw otherType(blob, details);
  const target = as === undefined ? blob : { ...blob, name: as };
  const contentMd5 = createHash('md5').update(bytes).digest('base64');
  const headers = {
    'x-ms-blob-type': 'BlockBlob',
    'Content-MD5': contentMd5,
    'x-ms-blob-content-md5': contentMd5,
    ...(details === null ? {} : await propertiesOf(account, blob, details, signal)),
    ...conditionOf(details, etag, as),
  };
  const write = async (): Promise<{ readonly etag: string }> => {
    const answer = await sendToBlob(account, target, {
      operation: 'PutBlob',
      method: 'PUT',
      headers,
      body: Buffer.from(bytes),
      signal,
    });
    return { etag: answer.headers.etag ?? '' };
  };
  try {
    return await settled(write, async () => {
      const found = await readBlobDetails(account, target, signal).catch(() => null);
      return found !== null && found.etag !== etag && found.contentMd5 === contentMd5 ? { etag: found.etag } : null;
    });
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (as === undefined || (error.code !== 'conflict.etag-changed' && error.code !== 'conflict.exists')) throw error;
    throw new StowageError('conflict.target-exists', 'There is a blob of that name.', { context: { path: as } });
  }
}

/** The properties that were read belong to the version that is replaced. */
function conditionOf(details: BlobDetails | null, etag: string | null, as: string | undefined): Record<string, string> {
  if (as !== undefined) return { 'if-none-match': '*' };
  if (etag !== null) return { 'if-match': etag };
  if (details === null) return { 'if-none-match': '*' };
  // A proxy has removed the ETag, and the user wants it replaced whatever it is.
  return details.etag === '' ? {} : { 'if-match': details.etag };
}

async function propertiesOf(
  account: Account,
  blob: BlobAddress,
  { http, metadata, tierFacts, tagCount }: BlobDetails,
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {
    'x-ms-blob-content-type': http.contentType,
    'x-ms-blob-content-encoding': http.contentEncoding,
    'x-ms-blob-content-language': http.contentLanguage,
    'x-ms-blob-content-disposition': http.contentDisposition,
    'x-ms-blob-cache-control': http.cacheControl,
    'x-ms-access-tier': tierFacts.isInferred ? '' : tierFacts.name,
    ...metadataHeaders(metadata),
  };
  if (tagCount > 0) {
    const tags = new URLSearchParams();
    for (const { name, value } of await readTags(account, blob, signal)) tags.set(name, value);
    // The service reads `+` as itself.
    headers['x-ms-tags'] = tags.toString().replaceAll('+', '%20');
  }
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

function changed({ container, name }: BlobAddress): StowageError {
  return new StowageError('conflict.etag-changed', 'The blob is another version than the one that was read.', {
    context: { container, blob: name },
  });
}

function otherType(blob: BlobAddress, { blobType }: BlobDetails): StowageError {
  return new StowageError('conflict.blob-type', `${blobPath(blob.container, blob.name)} is a ${blobType}.`, {
    context: { container: blob.container, blob: blob.name },
  });
}
