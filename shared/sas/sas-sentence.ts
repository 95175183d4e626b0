// What a shared access signature means, in a sentence that a person can check before handing it out.
import { type SasRequest, type SasResource, sasRights } from './sas-request';

export function sasSentence(request: SasRequest): string {
  const { resource, startsOn, expiresOn, ipRange, protocol, policy } = request;
  const granted = rightWords(request);
  const rights =
    granted.length === 0 ? `do what the policy ${policy} allows with` : `${joined(granted)}${prepositionFor(resource)}`;
  const limits = [
    startsOn === '' ? '' : `from ${moment(startsOn)}`,
    expiresOn === '' ? '' : `until ${moment(expiresOn)}`,
    ipRange === '' ? '' : ipRange.includes('-') ? `from the addresses ${ipRange}` : `from the address ${ipRange}`,
    protocol === 'https' ? 'over HTTPS only' : 'over HTTPS or plain HTTP',
  ].filter((part) => part !== '');
  const withPolicy =
    policy === ''
      ? 'It cannot be taken back except by changing the account key.'
      : `The stored policy ${policy} adds its own terms; deleting the policy takes the signature back.`;
  return `Whoever has it can ${rights} ${object(resource)}, ${limits.join(', ')}. ${withPolicy}`;
}

function rightWords({ resource, rights }: SasRequest): readonly string[] {
  const all: readonly { readonly letter: string; readonly word: string }[] = sasRights[resource.kind];
  return all.filter(({ letter }) => rights.includes(letter)).map(({ letter, word }) => sentenceWords[letter] ?? word);
}

const sentenceWords: Readonly<Record<string, string>> = { t: 'read and set tags', x: 'delete versions' };

function prepositionFor({ kind }: SasResource): string {
  return kind === 'blob' ? '' : ' in';
}

function object(resource: SasResource): string {
  switch (resource.kind) {
    case 'blob':
      return `the blob ${resource.name}`;
    case 'container':
      return `the container ${resource.container}`;
    case 'table':
      return `the table ${resource.table}`;
  }
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

function moment(iso: string): string {
  return iso.replace('T', ' ').replace('Z', ' UTC');
}
