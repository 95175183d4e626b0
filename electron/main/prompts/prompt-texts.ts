// What each prompt shows and lets the user type. Pure; in the language of the moment.
import type { NetworkSettings } from '@shared/model/network';
import type { ConnectionFacts, PromptRequest } from '@shared/model/prompt';
import { shortestPassphrase } from '@shared/model/portable';
import { sasRights } from '@shared/sas/sas-request';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { PromptModel } from './prompt-page';

type Fact = PromptModel['facts'][number];

export function promptFor(request: PromptRequest): PromptModel {
  switch (request.kind) {
    case 'new-hosts':
      return {
        title: t`Connect to a new host?`,
        message: t`Stowage has not connected to this host before. Data of your accounts can be sent to it.`,
        facts: [
          { label: t`Connection`, value: request.connection },
          ...request.hosts.map((host) => ({ label: t`Host`, value: host })),
        ],
        confirm: t`Connect`,
        cancel: t`Cancel`,
        tone: 'standard',
      };
    case 'unlock':
      return {
        title: t`Unlock production for writing?`,
        message: t`Everything in the account can be changed and deleted until you lock it again, or until 15 minutes after the last write.`,
        facts: accountFacts(request),
        field: { kind: 'name', label: t`Type the name of the connection to confirm`, expected: request.connection },
        confirm: t`Unlock`,
        cancel: t`Cancel`,
        tone: 'danger',
      };
    case 'unmark-production':
      return {
        title: t`Remove the production mark?`,
        message: t`Without the mark, the connection is not locked: everything in the account can be changed and deleted at once.`,
        facts: accountFacts(request),
        confirm: t`Remove mark`,
        cancel: t`Cancel`,
        tone: 'danger',
      };
    case 'create-sas':
      return {
        title: request.production === 'yes' ? t`Create a SAS for a production account?` : t`Create a SAS?`,
        message: t`Anyone who has the SAS has these permissions until it expires. A single SAS cannot be revoked.`,
        // The name last: it can be long.
        facts: [...accountFacts(request), ...sasFacts(request), { label: t`For`, value: request.resource }],
        confirm: t`Create`,
        cancel: t`Cancel`,
        tone: request.production === 'yes' ? 'danger' : 'standard',
      };
    case 'published-key':
      return {
        title: t`Open the local store to everyone on this computer?`,
        message: t`The key published by Azurite lets tools that know no other key use the store. Every user and program on this computer can then read, change and delete everything in it.`,
        facts: [],
        confirm: t`Accept published key`,
        cancel: t`Cancel`,
        tone: 'danger',
      };
    case 'delete-local':
      return {
        title: request.when === 'now' ? t`Delete files in this folder?` : t`Let this sync delete files automatically?`,
        message:
          request.when === 'now'
            ? t`The sync deletes ${counted(request.files, 'file')} that the other side does not have. They are deleted permanently, not moved to a recycle bin.`
            : t`Each run deletes files that the other side does not have, up to ${counted(request.files, 'file')}. They are deleted permanently, not moved to a recycle bin.`,
        facts: [{ label: t`Folder`, value: request.folder }],
        confirm: t`Delete`,
        cancel: t`Cancel`,
        tone: 'danger',
      };
    case 'export-secrets':
      return {
        title: t`Export secrets?`,
        message: t`${counted(request.connections, 'secret')} will be in the file, encrypted with a passphrase. Anyone who has both has access to the accounts.`,
        facts: [],
        field: {
          kind: 'new-secret',
          label: t`Passphrase`,
          again: t`Repeat passphrase`,
          hint: t`At least ${shortestPassphrase} characters. Without it, the secrets in the file cannot be read.`,
          minLength: shortestPassphrase,
        },
        confirm: t`Export`,
        cancel: t`Cancel`,
        tone: 'danger',
      };
    case 'import-connections':
      return {
        title: t`Add the connections of this file?`,
        message: t`Check their addresses: their secrets and the data of your accounts can be sent there.`,
        facts: request.connections.map(({ name, hosts }) => ({ label: name, value: hosts.join(', ') })),
        ...(request.secrets === 'none'
          ? {}
          : {
              field: {
                kind: 'secret' as const,
                label: t`Passphrase`,
                hint: t`Decrypts the secrets in the file. Leave it empty to enter the secret of each connection later.`,
                minLength: 0,
              },
            }),
        confirm: t`Add`,
        cancel: t`Cancel`,
        tone: 'standard',
      };
  }
}

/** What was wrong with the previous answer. */
export function problemOf(request: PromptRequest): string {
  return request.kind === 'import-connections' && request.passphrase === 'wrong'
    ? t`The passphrase does not decrypt the secrets of this file, or the file was changed.`
    : '';
}

function accountFacts({ connection, account, hosts }: ConnectionFacts): Fact[] {
  return [
    { label: t`Connection`, value: connection },
    { label: t`Account`, value: account },
    ...hosts.map((host) => ({ label: t`Host`, value: host })),
  ];
}

function sasFacts({
  rights,
  resourceKind,
  expiresOn,
  policy,
}: Extract<PromptRequest, { kind: 'create-sas' }>): readonly Fact[] {
  const labels = sasRights[resourceKind]
    .filter(({ letter }) => rights.includes(letter))
    .map(({ word: label }) => label);
  const byPolicy = t`set by the stored access policy`;
  return [
    { label: t`Permissions`, value: labels.length === 0 ? byPolicy : labels.join(', ') },
    { label: t`Expires`, value: expiresOn === '' ? byPolicy : expiresOn.replace('T', ' ').replace(/Z$/, ' UTC') },
    ...(policy === '' ? [] : [{ label: t`Policy`, value: policy }]),
  ];
}

/** Null when nothing changes that needs the user's consent. `password`: whether one is to be typed. */
export function networkPrompt(
  before: NetworkSettings,
  after: NetworkSettings,
  password: 'asked for' | 'not asked for',
): PromptModel | null {
  const trusted = new Set(before.authorities.map(({ fingerprint }) => fingerprint));
  const wanted = new Set(after.authorities.map(({ fingerprint }) => fingerprint));
  const isOtherProxy = JSON.stringify(before.proxy) !== JSON.stringify(after.proxy);
  const facts: Fact[] = [
    ...(isOtherProxy || password === 'asked for' ? proxyFacts(after) : []),
    ...after.authorities
      .filter(({ fingerprint }) => !trusted.has(fingerprint))
      .map(({ name, fingerprint }) => ({ label: t`Trust`, value: `${name} (SHA-256 ${fingerprint})` })),
    ...before.authorities
      .filter(({ fingerprint }) => !wanted.has(fingerprint))
      .map(({ name }) => ({ label: t`Stop trusting`, value: name })),
  ];
  if (facts.length === 0) return null;
  return {
    title: t`Change the network settings?`,
    message: t`A proxy sees which hosts you connect to. A trusted certificate authority can vouch for any host, so a proxy with its certificate can read all traffic.`,
    facts,
    ...(password === 'not asked for'
      ? {}
      : {
          field: {
            kind: 'secret' as const,
            label: t`Proxy password`,
            hint: t`It is stored for this proxy and this user only.`,
            minLength: 0,
          },
        }),
    confirm: t`Apply`,
    cancel: t`Cancel`,
    tone: 'danger',
  };
}

function proxyFacts({ proxy }: NetworkSettings): Fact[] {
  switch (proxy.mode) {
    case 'system':
      return [{ label: t`Proxy`, value: t`from the system` }];
    case 'none':
      return [{ label: t`Proxy`, value: t`none` }];
    case 'manual':
      return [
        { label: t`Proxy`, value: `${proxy.scheme}://${proxy.host}:${proxy.port}` },
        ...(proxy.user === '' ? [] : [{ label: t`User`, value: proxy.user }]),
        ...(proxy.bypass.length === 0 ? [] : [{ label: t`Reached directly`, value: proxy.bypass.join(', ') }]),
      ];
  }
}
