// Creates an Account from its plain description: requests as in worker threads, and the clients of both SDKs over them.
import type { Account, AccountDescriptor } from './account';
import type { AccountDeps } from './account-deps';
import { createRestAccount } from './request';

/** The SDKs are most of the engine's code, and nothing that a start does needs them. */
const sdkClients = () => import('./sdk/sdk-clients');

/** Usable in the engine and in worker threads alike; sends nothing until it is used. */
export function createAccount(descriptor: AccountDescriptor, deps: AccountDeps): Account {
  const account = createRestAccount(descriptor, deps);
  return {
    ...account,
    direct: () => createRestAccount(descriptor, { ...deps, http: deps.directHttp() }),
    blobService: async () => (await sdkClients()).createBlobService(account),
    tableService: async () => (await sdkClients()).createTableService(account),
  };
}
