// Access to a container without the account key: its public access level and its stored access policies, which the
// service reads and replaces together.
import type { ContainerAccess } from '@shared/model/container-details';
import type { Account } from '../../azure/account';
import { assertPolicies, policiesBody, policiesIn } from '../policies-body';
import { type ReadContainer, accessLevelOf, assertSame, sendToContainer } from './container-properties';

/** Throws `not-found.container`, and `auth.denied` if the connection has no account key. */
export async function readAccess(account: Account, container: string, signal?: AbortSignal): Promise<ContainerAccess> {
  const { headers, body } = await sendToContainer(account, container, {
    operation: 'GetContainerACL',
    method: 'GET',
    query: { comp: 'acl' },
    replay: 'safe',
    signal,
  });
  return {
    etag: headers.etag ?? '',
    level: accessLevelOf(headers['x-ms-blob-public-access']),
    policies: policiesIn(body),
  };
}

/** Throws `invalid.input`, `conflict.etag-changed`, `conflict.public-access-off`. */
export async function setAccess(
  account: Account,
  read: ReadContainer,
  { level, policies }: Pick<ContainerAccess, 'level' | 'policies'>,
  signal?: AbortSignal,
): Promise<void> {
  assertPolicies(policies);
  assertSame(read, await readAccess(account, read.container, signal));
  await sendToContainer(account, read.container, {
    operation: 'SetContainerACL',
    method: 'PUT',
    query: { comp: 'acl' },
    replay: 'safe',
    signal,
    headers: {
      'content-type': 'application/xml; charset=UTF-8',
      ...(level === 'none' ? {} : { 'x-ms-blob-public-access': level }),
    },
    body: policiesBody(policies),
  });
}
