// The address under which the target's service may read a blob of another container or account: with the SAS that the
// source is opened by, or with a short-lived one for that blob alone where the account key is known.
import {
  BlobSASPermissions,
  SASProtocol,
  StorageSharedKeyCredential,
  generateBlobSASQueryParameters,
} from '@azure/storage-blob';
import type { Account } from '../../azure/account';
import { blobPath } from '../../blobs/blob-path';
import type { BlobAddress } from './messages';

/** Long enough for one request and its repetitions, whatever the clocks differ. */
const validMs = 3600_000;
/** Known to every service and emulator that copies. */
const sasVersion = '2020-12-06';

/** Absolute URL with a signature: never log it, never send it but to a storage service. `nowMs` is wall time. */
export function copySourceUrl(source: Account, { container, name }: BlobAddress, nowMs: number): string {
  const { credential, endpoints } = source.descriptor;
  const address = `${endpoints.blob ?? ''}${blobPath(container, name)}`;
  if (credential.kind === 'sas') return `${address}?${credential.token}`;
  const sas = generateBlobSASQueryParameters(
    {
      containerName: container,
      blobName: name,
      permissions: BlobSASPermissions.parse('rt'),
      expiresOn: new Date(nowMs + validMs),
      version: sasVersion,
      protocol: address.startsWith('https:') ? SASProtocol.Https : SASProtocol.HttpsAndHttp,
    },
    new StorageSharedKeyCredential(credential.accountName, credential.accountKey),
  );
  return `${address}?${sas.toString()}`;
}
