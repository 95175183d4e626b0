// The SDKs' clients of one account, over our own requests: signed, retried, timed and accounted alike. What
// they throw is a StowageError.
import { AzureNamedKeyCredential, AzureSASCredential, TableServiceClient } from '@azure/data-tables';
import { AnonymousCredential, BlobServiceClient, StorageSharedKeyCredential, newPipeline } from '@azure/storage-blob';
import type { AccountDescriptor, RestAccount } from '../account';
import { missingService } from '../missing-service';
import { blobSdkClient, tableSdkClient } from './sdk-adapter';

/** Throws `invalid.input` when the connection has no address for the service; so does `createTableService`. */
export function createBlobService(account: RestAccount): BlobServiceClient {
  const { descriptor } = account;
  const endpoint = endpointFor(descriptor, 'blob');
  const { credential } = descriptor;
  const pipeline = newPipeline(
    credential.kind === 'key'
      ? new StorageSharedKeyCredential(credential.accountName, credential.accountKey)
      : new AnonymousCredential(),
    { httpClient: blobSdkClient(account, endpoint), retryOptions: { maxTries: 1 } },
  );
  return new BlobServiceClient(credential.kind === 'sas' ? `${endpoint}?${credential.token}` : endpoint, pipeline);
}

export function createTableService(account: RestAccount): TableServiceClient {
  const { descriptor } = account;
  const endpoint = endpointFor(descriptor, 'table');
  const { credential } = descriptor;
  const options = {
    httpClient: tableSdkClient(account, endpoint),
    retryOptions: { maxRetries: 0 },
    allowInsecureConnection: true,
  };
  // The SDK's overloads distinguish the credentials.
  switch (credential.kind) {
    case 'key':
      return new TableServiceClient(
        endpoint,
        new AzureNamedKeyCredential(credential.accountName, credential.accountKey),
        options,
      );
    case 'sas':
      return new TableServiceClient(endpoint, new AzureSASCredential(credential.token), options);
    case 's3':
    case 'token':
      // The request sender adds the token.
      return new TableServiceClient(endpoint, options);
  }
}

function endpointFor(descriptor: AccountDescriptor, service: 'blob' | 'table'): string {
  const endpoint = descriptor.endpoints[service];
  if (endpoint !== undefined) return endpoint;
  throw missingService(descriptor, service);
}
