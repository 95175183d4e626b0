// Signs shared access signatures with the account key and reads the stored policies they may refer to. Neither token nor
// key is kept or logged.
import { StorageSharedKeyCredential } from '@azure/storage-blob';
import type { CallHandlers } from '@shared/ipc/contract';
import { StowageError, invalidInput } from '@shared/errors';
import { type SasRequest, type SasResource, grantsWriting, sasProblems } from '@shared/sas/sas-request';
import { sasToken, stringToSign } from '@shared/sas/string-to-sign';
import type { Account, AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { blobPath } from '../blob-path';
import { child, childText, parseXml } from '../xml';

type Calls = Pick<CallHandlers<'engine'>, 'sas.create' | 'sas.policies'>;

export interface SasPorts {
  readonly accounts: AccountSource;
  readonly clock: Pick<Clock, 'now'>;
}

export function createSasRoom({ accounts, clock }: SasPorts): { readonly calls: Calls } {
  return {
    calls: {
      'sas.create': async ({ connectionId, request }) => {
        // Handing out the right to write is a write: a locked connection refuses it. What a policy gives is not known here.
        const mayWrite = request.policy !== '' || grantsWriting(request.rights);
        const account = await (mayWrite ? accounts.openForWriting(connectionId) : accounts.open(connectionId));
        return createSas(account, request, clock.now());
      },
      'sas.policies': async ({ connectionId, resource }, { signal }) =>
        policyNames(await accounts.open(connectionId), resource, signal),
    },
  };
}

/** Throws `invalid.input` for what the service would refuse, and where the connection has no account key. */
export function createSas(
  account: Account,
  request: SasRequest,
  nowMs: number,
): { readonly token: string; readonly url: string } {
  const [wrong] = Object.entries(sasProblems(request, nowMs));
  if (wrong !== undefined) throw invalidInput(wrong[0], 'cannot be signed.', wrong[1]);
  const { credential } = account.descriptor;
  if (credential.kind !== 'key') {
    throw invalidInput('SAS', 'needs the account key, which this connection has not.', 'Connect with the account key.');
  }
  const hmac = new StorageSharedKeyCredential(credential.accountName, credential.accountKey);
  const token = sasToken(request, hmac.computeHMACSHA256(stringToSign(request, credential.accountName)));
  return { token, url: `${addressOf(account, request.resource)}?${token}` };
}

function addressOf({ descriptor }: Account, resource: SasResource): string {
  const endpoint = descriptor.endpoints[resource.kind === 'table' ? 'table' : 'blob'];
  if (endpoint === undefined) {
    throw new StowageError('invalid.refused', 'The connection does not reach that service.', {
      context: { account: descriptor.accountName },
    });
  }
  switch (resource.kind) {
    case 'blob':
      return `${endpoint}${blobPath(resource.container, resource.name)}`;
    case 'container':
      return `${endpoint}/${encodeURIComponent(resource.container)}`;
    case 'table':
      return `${endpoint}/${encodeURIComponent(resource.table)}`;
  }
}

async function policyNames(account: Account, resource: SasResource, signal: AbortSignal): Promise<string[]> {
  const isTable = resource.kind === 'table';
  const name = isTable ? resource.table : resource.container;
  const { body } = await account.send({
    service: isTable ? 'table' : 'blob',
    operation: isTable ? 'GetTableACL' : 'GetContainerACL',
    method: 'GET',
    path: `/${encodeURIComponent(name)}`,
    resource: name,
    query: isTable ? { comp: 'acl' } : { restype: 'container', comp: 'acl' },
    headers: isTable ? { accept: 'application/xml' } : {},
    replay: 'safe',
    signal,
  });
  const root = parseXml(body.toString('utf8'));
  const found = root.name === 'SignedIdentifiers' ? root : child(root, 'SignedIdentifiers');
  return (found?.children ?? []).map((one) => childText(one, 'Id'));
}
