// Everything the service returns about one blob: properties, metadata and all response headers, as the inspector shows
// them.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { NamedValue } from '@shared/model/blob-details';
import { type Account, type RestAccount, type ServiceResponse, metadataPrefix } from '../azure/account';
import { blobPath } from './blob-path';
import { fileModifiedIn } from './file-times';
import { metadataOf } from './metadata';
import { blobTypeOf, inTierSince, isoTime } from './service-values';

export interface BlobProperties extends BlobItem {
  readonly metadata: NamedValue[];
  readonly headers: NamedValue[];
}

/** Throws `not-found.blob` and what `Account.send` throws. */
export async function readBlobProperties(
  account: Account,
  container: string,
  name: string,
  signal?: AbortSignal,
): Promise<BlobProperties> {
  return propertiesOf(name, await headBlob(account, { container, name }, signal));
}

/** The response as it came. Throws as `readBlobProperties`, and `network.truncated` when it has no length. */
export async function headBlob(
  account: RestAccount,
  { container, name }: { readonly container: string; readonly name: string },
  signal?: AbortSignal,
): Promise<ServiceResponse> {
  const response = await account.send({
    service: 'blob',
    operation: 'GetBlobProperties',
    method: 'HEAD',
    path: blobPath(container, name),
    resource: container,
    replay: 'safe',
    signal,
  });
  // HTTP allows a relay to omit it from the response to a HEAD: the blob would appear to be empty.
  if (response.headers['content-length'] === undefined) {
    throw new StowageError('network.truncated', 'GetBlobProperties was answered without a length.', {
      context: { container, blob: name },
    });
  }
  return response;
}

/** About the exchange, not about the blob. */
const exchangeHeaders = new Set([
  'connection',
  'keep-alive',
  'date',
  'server',
  'transfer-encoding',
  'x-ms-request-id',
  'x-ms-client-request-id',
]);

// The service may keep the SAS under which it read the source of a copy.
function shown(header: string, value: string): string {
  return header === 'x-ms-copy-source' ? (value.split('?', 1)[0] ?? '') : value;
}

/** What the headers of a HEAD or GET say about the blob. `bytes` is the length of the whole blob. */
export function propertiesOf(
  name: string,
  { headers, metadataNames }: Pick<ServiceResponse, 'headers' | 'metadataNames'>,
): BlobProperties {
  const named = Object.entries(headers).map(([header, value]) => ({ name: header, value: shown(header, value) }));
  const of = (header: string): string => headers[header] ?? '';
  return {
    name,
    bytes: Number(/\/(\d+)$/u.exec(of('content-range'))?.[1] ?? (of('content-length') || 0)),
    lastModified: isoTime(of('last-modified')),
    ...fileModifiedIn((one) => headers[metadataPrefix + one]),
    etag: of('etag'),
    contentType: of('content-type'),
    contentMd5: of('x-ms-blob-content-md5') || (headers['content-range'] === undefined ? of('content-md5') : ''),
    tier: of('x-ms-access-tier'),
    ...inTierSince(of('x-ms-access-tier'), of('x-ms-access-tier-change-time') || of('x-ms-creation-time')),
    blobType: blobTypeOf(of('x-ms-blob-type')),
    leased: of('x-ms-lease-status') === 'locked',
    metadata: metadataOf({ headers, metadataNames }),
    headers: named.filter((header) => !exchangeHeaders.has(header.name) && !header.name.startsWith(metadataPrefix)),
  };
}
