// Makes an Account from its plain description: the lean `send` and both SDKs' clients over the same exchange.
import { AzureNamedKeyCredential, AzureSASCredential, TableClient, TableServiceClient } from '@azure/data-tables';
import { AnonymousCredential, BlobServiceClient, StorageSharedKeyCredential, newPipeline } from '@azure/storage-blob';
import { StowageError } from '@shared/errors';
import { sasScope } from '@shared/model/connection-string';
import {
  type Account,
  type AccountDescriptor,
  type Credential,
  type ServiceRequest,
  type ServiceResponse,
  metadataPrefix,
} from './account';
import type { AccountDeps } from './account-deps';
import { answerError } from './error-mapping';
import { type Exchange, type ExchangeRequest, createExchange } from './exchange';
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
    send: (request) => send(exchange, request),
    slowdownMs: () => exchange.slowdownMs(),
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

async function send(exchange: Exchange, request: ServiceRequest): Promise<ServiceResponse> {
  const exchanged: ExchangeRequest = {
    ...request,
    headers: lowerCase(request.headers),
    spelling: metadataSpelling(request.headers),
    query: encodedQuery(request.query),
  };
  const answer = await exchange.run(exchanged);
  const accepted = request.accept ?? [];
  if ((answer.status < 200 || answer.status > 299) && !accepted.includes(answer.status)) {
    throw answerError({ ...answer, bodyText: answer.body.toString('utf8') }, exchange.factsOf(exchanged));
  }
  const { status, headers, metadataNames, body, attempts, firstByteMs, totalMs } = answer;
  return { status, headers, metadataNames, body, attempts, firstByteMs, totalMs };
}

function namedKey(credential: Credential & { kind: 'key' }): AzureNamedKeyCredential {
  return new AzureNamedKeyCredential(credential.accountName, credential.accountKey);
}

/** Signing looks headers up by their lower-case names; callers may write them as the documentation does. */
function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function metadataSpelling(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const names = Object.keys(headers).filter((name) => name.toLowerCase().startsWith(metadataPrefix));
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), name]));
}

function encodedQuery(query: Readonly<Record<string, string>> | undefined): string {
  if (query === undefined) return '';
  return Object.keys(query)
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`)
    .join('&');
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
