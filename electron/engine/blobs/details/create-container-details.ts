// Answers the calls about the details of one container.
import type { CallHandlers } from '@shared/ipc/contract';
import type { AccountSource } from '../../azure/account';
import { readAccess, setAccess } from './container-access';
import { readContainerDetails, setContainerMetadata } from './container-properties';

type Calls = Pick<
  CallHandlers<'engine'>,
  | 'container-details.read'
  | 'container-details.set-metadata'
  | 'container-details.access'
  | 'container-details.set-access'
>;

export interface ContainerDetailsRoom {
  readonly calls: Calls;
}

export function createContainerDetails({ accounts }: { readonly accounts: AccountSource }): ContainerDetailsRoom {
  return {
    calls: {
      'container-details.read': async ({ connectionId, container }, { signal }) =>
        readContainerDetails(await accounts.open(connectionId), container, signal),
      'container-details.set-metadata': async ({ connectionId, metadata, ...read }, { signal }) => {
        await setContainerMetadata(await accounts.openForWriting(connectionId), read, metadata, signal);
        return {};
      },
      'container-details.access': async ({ connectionId, container }, { signal }) =>
        readAccess(await accounts.open(connectionId), container, signal),
      'container-details.set-access': async ({ connectionId, level, policies, ...read }, { signal }) => {
        await setAccess(await accounts.openForWriting(connectionId), read, { level, policies }, signal);
        return {};
      },
    },
  };
}
