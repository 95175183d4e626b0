// Shared access signatures: creates them, and reads and writes the stored access policies they may refer to.
import type { CallHandlers } from '@shared/ipc/contract';
import { type SasResource, grantsWriting } from '@shared/sas/sas-request';
import type { Account, AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { readAccess } from '../details/container-access';
import { readTablePolicies, setTablePolicies } from './table-policies';

type Calls = Pick<CallHandlers<'engine'>, Extract<keyof CallHandlers<'engine'>, `sas.${string}`>>;

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
        const { createSas } = await import('./sign-sas');
        return createSas(account, request, clock.now());
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

async function policyNames(account: Account, resource: SasResource, signal: AbortSignal): Promise<string[]> {
  const policies =
    resource.kind === 'table'
      ? await readTablePolicies(account, resource.table, signal)
      : (await readAccess(account, resource.container, signal)).policies;
  return policies.map(({ id }) => id);
}
