// Creates an Account from its plain description: the lean `send` and both SDKs' clients over the same exchange.
import type { Account, AccountDescriptor } from './account';
import type { AccountDeps } from './account-deps';
import { createRequestSender } from './request-sender';
import { createRestAccount, sasScopeOf, sendRest } from './rest-account';

/** The SDKs are most of the engine's code, and nothing that a start does needs them. */
const sdkClients = () => import('./sdk/sdk-clients');

/** Usable in the engine and in worker threads alike; sends nothing by itself. */
export function createAccount(descriptor: AccountDescriptor, deps: AccountDeps): Account {
  const sender = createRequestSender(descriptor, sasScopeOf(descriptor), deps);
  return {
    descriptor,
    send: (request) => sendRest(sender, request),
    slowdownMs: () => sender.slowdownMs(),
    direct: () => createRestAccount(descriptor, { ...deps, http: deps.directHttp() }),
    blobService: async () => (await sdkClients()).createBlobService(descriptor, sender),
    tableService: async () => (await sdkClients()).createTableService(descriptor, sender),
    dispose: () => undefined,
  };
}
