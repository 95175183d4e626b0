// Shared access signatures: creates them, and reads and writes the stored access policies they may refer to.
import { cancelled } from '@shared/errors';
import type { CallHandlers } from '@shared/ipc/contract';
import { emulatorAccount } from '@shared/model/connection-string';
import { shownHosts } from '@shared/model/endpoint-address';
import { type SasRequest, type SasResource, grantsWriting } from '@shared/sas/sas-request';
import type { Account, AccountSource } from '../../azure/account';
import type { Connections } from '../../connections/create-connections';
import type { Clock, UserPrompts } from '../../ports';
import { readAccess } from '../details/container-access';
import { readTablePolicies, setTablePolicies } from './table-policies';

type Calls = Pick<CallHandlers<'engine'>, Extract<keyof CallHandlers<'engine'>, `sas.${string}`>>;

export interface SasPorts {
  readonly accounts: AccountSource;
  readonly clock: Pick<Clock, 'now'>;
  /** Absent when the caller is the user. */
  readonly prompts?: UserPrompts | undefined;
  readonly connections?: Pick<Connections, 'shownAs'>;
}

export function createSasRoom(ports: SasPorts): { readonly calls: Calls } {
  const { accounts, clock, prompts, connections } = ports;
  /** A signature gives its bearer access to the account, so it is created only with the user's consent. */
  const confirm = async ({ descriptor }: Account, request: SasRequest): Promise<void> => {
    if (prompts === undefined) return;
    const shown = await connections?.shownAs(descriptor.connectionId);
    const production = shown?.production === true;
    // The key of the emulator is published: any program can sign without us.
    const { credential } = descriptor;
    if (!production && credential.kind === 'key' && credential.accountKey === emulatorAccount.key) return;
    const { rights, expiresOn, policy, resource } = request;
    const { blob, table } = descriptor.endpoints;
    const { answer } = await prompts.request({
      kind: 'create-sas',
      connection: shown?.name ?? descriptor.accountName,
      account: descriptor.accountName,
      hosts: shownHosts(request.resource.kind === 'table' ? { table } : { blob }),
      production: production ? 'yes' : 'no',
      resource: nameOf(resource),
      resourceKind: resource.kind,
      rights,
      expiresOn,
      policy,
    });
    if (answer === 'declined') throw cancelled();
  };
  return {
    calls: {
      'sas.create': async ({ connectionId, request }) => {
        // Granting the right to write is a write: a locked connection rejects it. The rights of a policy are not known
        // here.
        const mayWrite = request.policy !== '' || grantsWriting(request.rights);
        const account = await (mayWrite ? accounts.openForWriting(connectionId) : accounts.open(connectionId));
        const { createDelegatedSas, createPresigned, createSas } = await import('./sign-sas');
        const { kind } = account.descriptor.credential;
        const sign = kind === 's3' ? createPresigned : kind === 'token' ? createDelegatedSas : createSas;
        const signed = await sign(account, request, clock.now());
        await confirm(account, request);
        return signed;
      },
      'sas.policies': async ({ connectionId, resource }, { signal }) =>
        policyNames(await accounts.open(connectionId), resource, signal),
      'sas.table-policies': async ({ connectionId, table }, { signal }) =>
        readTablePolicies(await accounts.open(connectionId), table, signal),
      'sas.set-table-policies': async ({ connectionId, table, ...change }, { signal }) => {
        await setTablePolicies(await accounts.openForWriting(connectionId), table, change, signal);
        return {};
      },
    },
  };
}

function nameOf(resource: SasResource): string {
  switch (resource.kind) {
    case 'table':
      return resource.table;
    case 'container':
      return resource.container;
    case 'blob':
      return `${resource.container}/${resource.name}`;
  }
}

async function policyNames(account: Account, resource: SasResource, signal: AbortSignal): Promise<string[]> {
  const policies =
    resource.kind === 'table'
      ? await readTablePolicies(account, resource.table, signal)
      : (await readAccess(account, resource.container, signal)).policies;
  return policies.map(({ id }) => id);
}
