// Creates an Account from its plain description: the lean `send` and both SDKs' clients over the same exchange.
import type { Account, AccountDescriptor } from './account';
import type { AccountDeps } from './account-deps';
import { createExchange } from './exchange';
import { createLeanAccount, sasScopeOf, sendLean } from './lean-account';

/** The SDKs are most of the engine's code, and nothing that a start does needs them. */
const sdkClients = () => import('./sdk/sdk-clients');

/** Usable in the engine and in worker threads alike; sends nothing by itself. */
export function createAccount(descriptor: AccountDescriptor, deps: AccountDeps): Account {
  const exchange = createExchange(descriptor, sasScopeOf(descriptor), deps);
  return {
    descriptor,
    send: (request) => sendLean(exchange, request),
    slowdownMs: () => exchange.slowdownMs(),
    direct: () => createLeanAccount(descriptor, { ...deps, http: deps.directHttp() }),
    blobService: async () => (await sdkClients()).createBlobService(descriptor, exchange),
    tableService: async () => (await sdkClients()).createTableService(descriptor, exchange),
    dispose: () => undefined,
  };
}
