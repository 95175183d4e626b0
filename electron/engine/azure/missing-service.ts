// The error for a connection that has no endpoint for the requested service.
import { type StowageError, invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { AccountDescriptor } from './account';

export function missingService({ accountName }: AccountDescriptor, service: 'blob' | 'table'): StowageError {
  return service === 'blob'
    ? invalidInput(
        'BlobEndpoint',
        t`is missing in this connection, so the blobs of ${accountName} cannot be accessed.`,
        t`Add it to the connection string with a SAS that covers blobs, or use another connection.`,
      )
    : invalidInput(
        'TableEndpoint',
        t`is missing in this connection, so the tables of ${accountName} cannot be accessed.`,
        t`Add it to the connection string with a SAS that covers tables, or use another connection.`,
      );
}
