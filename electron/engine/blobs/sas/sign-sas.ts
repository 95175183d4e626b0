// Creates a shared access signature with the account key. Neither token nor key is kept or logged.
import { StorageSharedKeyCredential } from '@azure/storage-blob';
import { invalidInput } from '@shared/errors';
import { type SasRequest, type SasResource, sasProblems } from '@shared/sas/sas-request';
import { sasToken, stringToSign } from '@shared/sas/string-to-sign';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { missingService } from '../../azure/missing-service';
import { blobPath } from '../blob-path';

/** Throws `invalid.input` for what the service would refuse, and where the connection has no account key. */
export function createSas(
  account: Account,
  request: SasRequest,
  nowMs: number,
): { readonly token: string; readonly url: string } {
  const [wrong] = Object.entries(sasProblems(request, nowMs));
  if (wrong !== undefined) throw invalidInput(wrong[0], t`cannot be signed.`, wrong[1]);
  const { credential } = account.descriptor;
  if (credential.kind !== 'key') {
    throw invalidInput(
      'SAS',
      t`needs the account key, which this connection has not.`,
      t`Connect with the account key.`,
    );
  }
  const hmac = new StorageSharedKeyCredential(credential.accountName, credential.accountKey);
  const token = sasToken(request, hmac.computeHMACSHA256(stringToSign(request, credential.accountName)));
  return { token, url: `${addressOf(account, request.resource)}?${token}` };
}

function addressOf({ descriptor }: Account, resource: SasResource): string {
  const service = resource.kind === 'table' ? 'table' : 'blob';
  const endpoint = descriptor.endpoints[service];
  if (endpoint === undefined) throw missingService(descriptor, service);
  switch (resource.kind) {
    case 'blob':
      return `${endpoint}${blobPath(resource.container, resource.name)}`;
    case 'container':
      return `${endpoint}/${encodeURIComponent(resource.container)}`;
    case 'table':
      return `${endpoint}/${encodeURIComponent(resource.table)}`;
  }
}
