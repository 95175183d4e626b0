// Creates a shared access signature: with the account key, or with a user delegation key when the connection signs in.
// Neither token nor key is stored or logged.
import {
  BlobSASPermissions,
  ContainerSASPermissions,
  SASProtocol,
  StorageSharedKeyCredential,
  generateBlobSASQueryParameters,
} from '@azure/storage-blob';
import { invalidInput } from '@shared/errors';
import { type SasRequest, type SasResource, sasProblems } from '@shared/sas/sas-request';
import { sasToken, stringToSign } from '@shared/sas/string-to-sign';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { missingService } from '../../azure/missing-service';
import { blobPath } from '../blob-path';
import { containerPath } from '../../azure/container-path';
import { checkTableName } from '@shared/query/key-rules';

interface SignedSas {
  readonly token: string;
  readonly url: string;
}

/** Throws `invalid.input` for values that the service would reject, and when the connection has no account key. */
export function createSas(account: Account, request: SasRequest, nowMs: number): SignedSas {
  rejectProblems(request, nowMs);
  const { credential } = account.descriptor;
  if (credential.kind !== 'key') {
    throw invalidInput(
      'SAS',
      t`requires the account key, which this connection does not have.`,
      t`Connect with the account key.`,
    );
  }
  const hmac = new StorageSharedKeyCredential(credential.accountName, credential.accountKey);
  const token = sasToken(request, hmac.computeHMACSHA256(stringToSign(request, credential.accountName)));
  return { token, url: `${addressOf(account, request.resource)}?${token}` };
}

/** The address of one object of S3, readable until it expires. Throws `invalid.input` for what S3 cannot grant. */
export async function createPresigned(account: Account, request: SasRequest, nowMs: number): Promise<SignedSas> {
  const { resource, rights, startsOn, expiresOn, ipRange, policy } = request;
  if (resource.kind !== 'blob') {
    throw invalidInput('SAS', t`S3 presigns URLs of single objects only.`, t`Name an object.`);
  }
  if (rights !== 'r') throw invalidInput('rights', t`are more than reading.`, t`Choose reading alone.`);
  for (const [field, value] of Object.entries({ startsOn, ipRange, policy })) {
    if (value !== '') throw invalidInput(field, t`does not exist in S3.`, t`Leave it empty.`);
  }
  const { maxPresignedSeconds, presignedUrl } = await import('../../s3/presigned-url');
  const forSeconds = Math.floor((Date.parse(expiresOn) - nowMs) / 1000);
  if (forSeconds > maxPresignedSeconds) {
    throw invalidInput('expiresOn', t`is more than 7 days away, the limit of S3.`, t`Enter an earlier time.`);
  }
  const url = await presignedUrl(account.descriptor, resource, { forSeconds, nowMs });
  return { token: url.slice(url.indexOf('?') + 1), url };
}

/** The service issues delegation keys for at most this long. Source: Get User Delegation Key. */
const maxDelegationMs = 7 * 24 * 3600_000;
/** It determines what is signed; services and emulators of the last years support this version. */
const delegationVersion = '2022-11-02';
/** Clocks differ; a key that begins a little earlier is valid at once. */
const toleranceMs = 5 * 60_000;

/**
 * Signed with a user delegation key, which the service issues to signed-in users. Throws as `createSas`, and as the
 * service does.
 */
export async function createDelegatedSas(account: Account, request: SasRequest, nowMs: number): Promise<SignedSas> {
  rejectProblems(request, nowMs);
  const { resource, rights, startsOn, expiresOn, ipRange, protocol, policy } = request;
  if (resource.kind === 'table') {
    throw invalidInput('SAS', t`of a table requires the account key.`, t`Connect with the account key.`);
  }
  if (policy !== '') {
    throw invalidInput(
      'policy',
      t`requires the account key.`,
      t`Choose permissions and an expiry instead of a stored access policy.`,
    );
  }
  const ends = new Date(expiresOn);
  const starts = startsOn === '' ? new Date(nowMs - toleranceMs) : new Date(startsOn);
  if (ends.getTime() - nowMs > maxDelegationMs) {
    throw invalidInput(
      'expiresOn',
      t`is more than 7 days away, the limit for connections with sign-in.`,
      t`Enter an earlier time.`,
    );
  }
  const service = await account.blobService();
  const key = await service.getUserDelegationKey(new Date(nowMs - toleranceMs), ends);
  const [first, last] = ipRange.split('-');
  const permissions =
    resource.kind === 'blob' ? BlobSASPermissions.parse(rights) : ContainerSASPermissions.parse(rights);
  const token = generateBlobSASQueryParameters(
    {
      containerName: resource.container,
      ...(resource.kind === 'blob' ? { blobName: resource.name } : {}),
      version: delegationVersion,
      permissions,
      startsOn: starts,
      expiresOn: ends,
      protocol: protocol === 'https' ? SASProtocol.Https : SASProtocol.HttpsAndHttp,
      ...(first === undefined || first === ''
        ? {}
        : { ipRange: { start: first, ...(last === undefined ? {} : { end: last }) } }),
    },
    key,
    account.descriptor.accountName,
  ).toString();
  return { token, url: `${addressOf(account, resource)}?${token}` };
}

function rejectProblems(request: SasRequest, nowMs: number): void {
  const [wrong] = Object.entries(sasProblems(request, nowMs));
  if (wrong !== undefined) throw invalidInput(wrong[0], t`cannot be signed.`, wrong[1]);
}

function addressOf({ descriptor }: Account, resource: SasResource): string {
  const service = resource.kind === 'table' ? 'table' : 'blob';
  const endpoint = descriptor.endpoints[service];
  if (endpoint === undefined) throw missingService(descriptor, service);
  switch (resource.kind) {
    case 'blob':
      return `${endpoint}${blobPath(resource.container, resource.name)}`;
    case 'container':
      return `${endpoint}${containerPath(resource.container)}`;
    case 'table':
      checkTableName(resource.table);
      return `${endpoint}/${resource.table}`;
  }
}
