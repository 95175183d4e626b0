// The blobs room as the engine composes it: the calls on containers and blobs that are not transfers.
import type { CallHandlers } from '@shared/ipc/contract';
import type { AccountSource } from '../azure/account';
import { createContainer, deleteContainer } from './container-admin';
import { listBlobPage, listContainers } from './listing';
import { readBlobProperties } from './properties';

type BlobCalls = Pick<
  CallHandlers<'engine'>,
  'containers.list' | 'containers.create' | 'containers.delete' | 'blobs.list' | 'blobs.properties'
>;

export interface Blobs {
  readonly calls: BlobCalls;
}

export function createBlobs(ports: { readonly accounts: AccountSource }): Blobs {
  const { accounts } = ports;
  return {
    calls: {
      'containers.list': async ({ connectionId }, { signal }) => [
        ...(await listContainers(await accounts.open(connectionId), signal)),
      ],
      'containers.create': async ({ connectionId, container }, { signal }) => {
        await createContainer(await accounts.openForWriting(connectionId), container, signal);
        return {};
      },
      'containers.delete': async ({ connectionId, container }, { signal }) => {
        await deleteContainer(await accounts.openForWriting(connectionId), container, signal);
        return {};
      },
      'blobs.list': async ({ connectionId, ...request }, { signal }) =>
        listBlobPage(await accounts.open(connectionId), { ...request, depth: 'folders', signal }),
      'blobs.properties': async ({ connectionId, container, name }, { signal }) =>
        readBlobProperties(await accounts.open(connectionId), container, name, signal),
    },
  };
}
