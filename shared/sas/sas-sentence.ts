// Describes a shared access signature in a sentence that the user can check before passing it on.
import { t } from '../strings/t';
import { type SasRequest, type SasResource, sasRights } from './sas-request';

/** `signedBy`: a SAS of a user delegation key outlives changes of the account key. */
export function sasSentence(
  request: SasRequest,
  signedBy: 'account-key' | 'user-delegation-key' = 'account-key',
): string {
  const { resource, startsOn, expiresOn, ipRange, protocol, policy } = request;
  const granted = rightLabels(request);
  const limits = [
    startsOn === '' ? '' : t`from ${moment(startsOn)}`,
    expiresOn === '' ? '' : t`until ${moment(expiresOn)}`,
    ipRange === '' ? '' : ipRange.includes('-') ? t`from the addresses ${ipRange}` : t`from the address ${ipRange}`,
    protocol === 'https' ? t`over HTTPS only` : t`over HTTPS or plain HTTP`,
  ].filter((part) => part !== '');
  const withPolicy =
    policy === ''
      ? signedBy === 'account-key'
        ? t`To revoke it, rotate the account key.`
        : t`To revoke it, revoke the user delegation keys of the account.`
      : t`The stored access policy ${policy} adds its own terms. To revoke the SAS, delete the policy.`;
  return granted.length === 0
    ? t`Anyone with this SAS can do what the policy ${policy} allows with ${object(resource)}, ${limits.join(', ')}. ${withPolicy}`
    : t`Anyone with this SAS can ${joined(granted)} ${describeResource(resource)}, ${limits.join(', ')}. ${withPolicy}`;
}

function rightLabels({ resource, rights }: SasRequest): readonly string[] {
  const all: readonly { readonly letter: string; readonly word: string }[] = sasRights[resource.kind];
  return all
    .filter(({ letter }) => rights.includes(letter))
    .map(({ letter, word: label }) => sentenceLabels[letter] ?? label);
}

const sentenceLabels: Readonly<Record<string, string>> = { t: t`edit tags of`, x: t`delete versions of` };

/** What the permissions apply to: a blob itself, or the contents of a container or a table. */
function describeResource(resource: SasResource): string {
  switch (resource.kind) {
    case 'blob':
      return object(resource);
    case 'container':
      return t`blobs in the container ${resource.container}`;
    case 'table':
      return t`entities in the table ${resource.table}`;
  }
}

function object(resource: SasResource): string {
  switch (resource.kind) {
    case 'blob':
      return t`the blob ${resource.name}`;
    case 'container':
      return t`the container ${resource.container}`;
    case 'table':
      return t`the table ${resource.table}`;
  }
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : t`${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

function moment(iso: string): string {
  return iso.replace('T', ' ').replace('Z', ' UTC');
}
