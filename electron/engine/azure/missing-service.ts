// The error for a connection that has no endpoint for the requested service.
import { type StowageError, invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { AccountDescriptor } from './account';

export function missingService(
  { accountName, endpoints }: AccountDescriptor,
  service: 'blob' | 'table' | 'dfs',
): StowageError {
  switch (service) {
    case 'blob':
      return invalidInput(
        'BlobEndpoint',
        t`is missing in this connection, so the blobs of ${accountName} cannot be accessed.`,
        t`Add it to the connection string with a SAS that covers blobs, or use another connection.`,
      );
    case 'table':
      return invalidInput(
        'TableEndpoint',
        t`is missing in this connection, so the tables of ${accountName} cannot be accessed.`,
        t`Add it to the connection string with a SAS that covers tables, or use another connection.`,
      );
    case 'dfs':
      return invalidInput(
        'DfsEndpoint',
        t`does not follow from ${endpoints.blob ?? accountName}, so folders and access lists cannot be reached.`,
        t`Add DfsEndpoint to the connection string, or --dfs-endpoint on the command line.`,
      );
  }
}
