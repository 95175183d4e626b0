// Who may use a container without the account key: its public access level and its stored policies, which the service
// reads and replaces together.
import { invalidInput } from '@shared/errors';
import type { ContainerAccess, StoredPolicy } from '@shared/model/container-details';
import { hasPolicyProblems, policyProblems } from '@shared/sas/stored-policies';
import type { Account } from '../../azure/account';
import { type XmlElement, child, childText, escapeXml, parseXml } from '../xml';
import { type ReadContainer, accessLevelOf, assertSame, sendToContainer } from './container-properties';

/** Throws `not-found.container`, and `auth.denied` where the connection has no account key. */
export async function readAccess(account: Account, container: string, signal?: AbortSignal): Promise<ContainerAccess> {
  const { headers, body } = await sendToContainer(account, container, {
    ...{ operation: 'GetContainerACL', method: 'GET', query: { comp: 'acl' }, replay: 'safe', signal },
  });
  const root = parseXml(body.toString('utf8'));
  const list = root.name === 'SignedIdentifiers' ? root : child(root, 'SignedIdentifiers');
  return {
    etag: headers.etag ?? '',
    level: accessLevelOf(headers['x-ms-blob-public-access']),
    policies: (list?.children ?? []).map(readPolicy),
  };
}

/** Throws `invalid.input`, `conflict.etag-changed`, `conflict.public-access-off`. */
export async function setAccess(
  account: Account,
  read: ReadContainer,
  { level, policies }: Pick<ContainerAccess, 'level' | 'policies'>,
  signal?: AbortSignal,
): Promise<void> {
  const problems = policyProblems(policies);
  if (hasPolicyProblems(problems)) {
    const row = problems.rows.find((one) => Object.keys(one).length > 0) ?? {};
    throw invalidInput('Stored policies', 'cannot be stored.', Object.values(row)[0] ?? problems.list ?? '');
  }
  assertSame(read, await readAccess(account, read.container, signal));
  await sendToContainer(account, read.container, {
    ...{ operation: 'SetContainerACL', method: 'PUT', query: { comp: 'acl' }, replay: 'safe', signal },
    headers: {
      'content-type': 'application/xml; charset=UTF-8',
      ...(level === 'none' ? {} : { 'x-ms-blob-public-access': level }),
    },
    body: Buffer.from(policiesXml(policies), 'utf8'),
  });
}

function readPolicy(identifier: XmlElement): StoredPolicy {
  const policy = child(identifier, 'AccessPolicy');
  return {
    id: childText(identifier, 'Id'),
    rights: childText(policy, 'Permission'),
    startsOn: wholeSeconds(childText(policy, 'Start')),
    expiresOn: wholeSeconds(childText(policy, 'Expiry')),
  };
}

/** The service adds seven zeros to every time. */
function wholeSeconds(time: string): string {
  return time.replace(/\.0+Z$/u, 'Z');
}

function policiesXml(policies: readonly StoredPolicy[]): string {
  const entries = policies.map(({ id, startsOn, expiresOn, rights }) => {
    const parts = [optional('Start', startsOn), optional('Expiry', expiresOn), optional('Permission', rights)].join('');
    return `<SignedIdentifier><Id>${escapeXml(id)}</Id><AccessPolicy>${parts}</AccessPolicy></SignedIdentifier>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?><SignedIdentifiers>${entries.join('')}</SignedIdentifiers>`;
}

function optional(element: string, text: string): string {
  return text === '' ? '' : `<${element}>${escapeXml(text)}</${element}>`;
}
