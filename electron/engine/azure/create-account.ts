// Makes an Account from its plain description: the lean `send` and both SDKs' clients over the same exchange.
import { AzureNamedKeyCredential, AzureSASCredential, TableClient, TableServiceClient } from '@azure/data-tables';
import { AnonymousCredential, BlobServiceClient, StorageSharedKeyCredential, newPipeline } from '@azure/storage-blob';
import { StowageError } from '@shared/errors';
import { sasScope } from '@shared/model/connection-string';
import type { Account, AccountDescriptor, Credential } from './account';
import type { AccountDeps } from './account-deps';
import { type Exchange, createExchange } from './exchange';
import { createLeanAccount, sendLean } from './lean-account';
import { blobSdkClient, tableSdkClient } from './sdk-adapter';

/** Usable in the engine and in worker threads alike; sends nothing by itself. */
export function createAccount(descriptor: AccountDescriptor, deps: AccountDeps): Account {
  const { credential, endpoints } = descriptor;
  const sas = credential.kind === 'sas' ? sasScope(credential.token) : undefined;
  const exchange = createExchange(descriptor, sas, deps);
  const tableOptions = {
    httpClient: tableSdkClient(exchange, endpoints.table ?? ''),
    retryOptions: { maxRetries: 0 },
    allowInsecureConnection: true,
  };
  let blobService: BlobServiceClient | undefined;
  let tableService: TableServiceClient | undefined;

  return {
    descriptor,
    send: (request) => sendLean(exchange, request),
    slowdownMs: () => exchange.slowdownMs(),
    direct: () => createLeanAccount(descriptor, { ...deps, http: deps.directHttp() }),
    blobService: () => (blobService ??= createBlobService(descriptor, exchange)),
    tableService: () =>
      (tableService ??=
        credential.kind === 'key'
          ? new TableServiceClient(endpointFor(descriptor, 'table'), namedKey(credential), tableOptions)
          : new TableServiceClient(
              endpointFor(descriptor, 'table'),
              new AzureSASCredential(credential.token),
              tableOptions,
            )),
    table: (name) =>
      credential.kind === 'key'
        ? new TableClient(endpointFor(descriptor, 'table'), name, namedKey(credential), tableOptions)
        : new TableClient(
            endpointFor(descriptor, 'table'),
            name,
            new AzureSASCredential(credential.token),
            tableOptions,
          ),
    dispose: () => {
      blobService = undefined;
      tableService = undefined;
    },
  };
}

function namedKey(credential: Credential & { kind: 'key' }): AzureNamedKeyCredential {
  return new AzureNamedKeyCredential(credential.accountName, credential.accountKey);
}

function createBlobService(descriptor: AccountDescriptor, exchange: Exchange): BlobServiceClient {
  const endpoint = endpointFor(descriptor, 'blob');
  const { credential } = descriptor;
  const pipeline = newPipeline(
    credential.kind === 'key'
      ? new StorageSharedKeyCredential(credential.accountName, credential.accountKey)
      : new AnonymousCredential(),
    { httpClient: blobSdkClient(exchange, endpoint), retryOptions: { maxTries: 1 } },
  );
  return new BlobServiceClient(credential.kind === 'sas' ? `${endpoint}?${credential.token}` : endpoint, pipeline);
}

function endpointFor(descriptor: AccountDescriptor, service: 'blob' | 'table'): string {
  const endpoint = descriptor.endpoints[service];
  if (endpoint !== undefined) return endpoint;
  throw new StowageError('invalid.refused', `This connection has no ${service} endpoint.`, {
    context: { account: descriptor.accountName, service },
  });
}
