// Replaces the HTTP headers or the metadata of a blob if it is unchanged since it was read. Set Blob Properties removes
// every header that is not sent, so all of them are sent, including the stored MD5.
import { StowageError, invalidInput } from '@shared/errors';
import { headerProblems, httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/metadata-rules';
import type { BlobDetails, BlobHttpHeader, BlobHttpHeaders, NamedValue } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { assertMetadata, metadataHeaders } from '../metadata';
import { type WritableBlob, leaseHeader, sendToBlob, settled } from './blob-request';
import { readBlobDetails } from './read-details';

export interface ReadBlob extends WritableBlob {
  /** The ETag that was read. */
  readonly ifMatch: string;
}

interface Changed {
  readonly etag: string;
}

/** Throws `invalid.input`, `conflict.etag-changed`, `conflict.leased`. */
export async function setHttpHeaders(
  account: Account,
  blob: ReadBlob,
  http: BlobHttpHeaders,
  signal?: AbortSignal,
): Promise<Changed> {
  const [wrong] = Object.entries(headerProblems(http)) as [BlobHttpHeader, string][];
  if (wrong !== undefined) throw invalidInput(httpHeaderNames[wrong[0]], t`cannot be stored.`, wrong[1]);
  const { contentMd5 } = await stillTheSame(account, blob, signal);
  return replace(account, blob, {
    operation: 'SetBlobProperties',
    comp: 'properties',
    headers: {
      ...Object.fromEntries(httpHeaderOrder.map((header) => [storedNames[header], http[header]])),
      'x-ms-blob-content-md5': contentMd5,
    },
    isDone: (found) => httpHeaderOrder.every((header) => found.http[header] === http[header]),
    signal,
  });
}

const storedNames: Readonly<Record<BlobHttpHeader, string>> = {
  contentType: 'x-ms-blob-content-type',
  contentEncoding: 'x-ms-blob-content-encoding',
  contentLanguage: 'x-ms-blob-content-language',
  contentDisposition: 'x-ms-blob-content-disposition',
  cacheControl: 'x-ms-blob-cache-control',
};

/** Throws `invalid.input`, `conflict.etag-changed`, `conflict.leased`. */
export async function setMetadata(
  account: Account,
  blob: ReadBlob,
  metadata: readonly NamedValue[],
  signal?: AbortSignal,
): Promise<Changed> {
  assertMetadata(metadata);
  return replace(account, blob, {
    operation: 'SetBlobMetadata',
    comp: 'metadata',
    headers: metadataHeaders(metadata),
    isDone: (found) => samePairs(found.metadata, metadata),
    signal,
  });
}

async function stillTheSame(account: Account, blob: ReadBlob, signal: AbortSignal | undefined): Promise<BlobDetails> {
  const now = await readBlobDetails(account, blob, signal);
  if (now.etag === blob.ifMatch) return now;
  throw new StowageError('conflict.etag-changed', 'The blob has another ETag than the one that was read.', {
    context: { container: blob.container, blob: blob.name },
  });
}

interface Replacement {
  readonly operation: string;
  readonly comp: string;
  /** Empty values are left out, because a header that is not sent is removed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isDone: (found: BlobDetails) => boolean;
  readonly signal: AbortSignal | undefined;
}

function replace(account: Account, blob: ReadBlob, replacement: Replacement): Promise<Changed> {
  const { operation, comp, headers, isDone, signal } = replacement;
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  return settled(
    async () => {
      const answer = await sendToBlob(account, blob, {
        operation,
        method: 'PUT',
        query: { comp },
        headers: { ...given, ...leaseHeader(blob), 'if-match': blob.ifMatch },
        signal,
      });
      return { etag: answer.headers.etag ?? '' };
    },
    async () => {
      const found = await readBlobDetails(account, blob, signal);
      return found.etag !== blob.ifMatch && isDone(found) ? { etag: found.etag } : null;
    },
  );
}

function samePairs(found: readonly NamedValue[], wanted: readonly NamedValue[]): boolean {
  const values = new Map(found.map(({ name, value }) => [name.toLowerCase(), value]));
  return found.length === wanted.length && wanted.every(({ name, value }) => values.get(name.toLowerCase()) === value);
}
