// The URL under which the target's service may read a blob of another container or account: signed with the SAS of the
// source, or with a short-lived SAS for this blob when the account key is known.
import { createHmac } from 'node:crypto';
import type { SasRequest } from '@shared/sas/sas-request';
import { sasToken, stringToSign } from '@shared/sas/string-to-sign';
import type { RestAccount } from '../../azure/account';
import { blobPath } from '../../blobs/blob-path';
import type { BlobAddress } from './messages';

/** Long enough for one request and its retries, with a tolerance for clocks that differ. */
const validMs = 3600_000;

/** Absolute URL with a signature: never log it, and send it only to a storage service. `nowMs` is wall time. */
export function copySourceUrl(source: RestAccount, { container, name }: BlobAddress, nowMs: number): string {
  const { credential, endpoints } = source.descriptor;
  const address = `${endpoints.blob ?? ''}${blobPath(container, name)}`;
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
