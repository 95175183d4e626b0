// Everything that the window shows of a blob, from a single response.
import type { BlobDetails, LeaseFacts } from '@shared/model/blob-details';
import type { Account } from '../../azure/account';
import { type BlobAddress, blobPath } from '../blob-path';
import { propertiesOf } from '../properties';
import { isoTime } from '../service-values';
import { sendToBlob } from './blob-request';

/** `past`: query parameters of a version or snapshot. Throws `not-found.blob` and what `Account.send` throws. */
export async function readBlobDetails(
  account: Account,
  { container, name }: BlobAddress,
  signal?: AbortSignal,
  past: Readonly<Record<string, string>> = {},
): Promise<BlobDetails> {
  const answer = await sendToBlob(
    account,
    { container, name },
    { operation: 'GetBlobProperties', method: 'HEAD', query: past, replay: 'safe', signal },
  );
  const properties = propertiesOf(name, answer);
  const header = (wanted: string): string => properties.headers.find((one) => one.name === wanted)?.value ?? '';
  return {
    ...properties,
    url: `${account.descriptor.endpoints.blob ?? ''}${blobPath(container, name)}`,
    createdOn: isoTime(header('x-ms-creation-time')),
    http: {
      contentType: header('content-type'),
      contentEncoding: header('content-encoding'),
      contentLanguage: header('content-language'),
      contentDisposition: header('content-disposition'),
      cacheControl: header('cache-control'),
    },
    tierFacts: {
      name: header('x-ms-access-tier'),
      isInferred: header('x-ms-access-tier-inferred').toLowerCase() === 'true',
      changedOn: isoTime(header('x-ms-access-tier-change-time')),
      archiveStatus: header('x-ms-archive-status'),
      rehydratePriority: header('x-ms-rehydrate-priority'),
    },
    lease: leaseFacts(header('x-ms-lease-state'), header('x-ms-lease-duration')),
    tagCount: Number(header('x-ms-tag-count') || 0),
  };
}

const leaseStates: readonly LeaseFacts['state'][] = ['leased', 'expired', 'breaking', 'broken'];

/** From the service's headers; without them there is no lease. */
export function leaseFacts(state: string, duration: string): LeaseFacts {
  return {
    state: leaseStates.find((known) => known === state) ?? 'available',
    duration: duration === 'infinite' || duration === 'fixed' ? duration : '',
  };
}
