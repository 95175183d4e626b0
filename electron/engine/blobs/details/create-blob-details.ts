// The calls on one blob's details, as the engine composes them.
import type { CallHandlers } from '@shared/ipc/contract';
import type { AccountSource } from '../../azure/account';
import { readBlobDetails } from './read-details';
import { setHttpHeaders, setMetadata } from './write-properties';

type Calls = Pick<
  CallHandlers<'engine'>,
  'blob-details.read' | 'blob-details.set-headers' | 'blob-details.set-metadata'
>;

export interface BlobDetailsRoom {
  readonly calls: Calls;
}

export function createBlobDetails({ accounts }: { readonly accounts: AccountSource }): BlobDetailsRoom {
  return {
    calls: {
      'blob-details.read': async ({ connectionId, ...blob }, { signal }) =>
        readBlobDetails(await accounts.open(connectionId), blob, signal),
      'blob-details.set-headers': async ({ connectionId, http, ...blob }, { signal }) =>
        setHttpHeaders(await accounts.openForWriting(connectionId), blob, http, signal),
      'blob-details.set-metadata': async ({ connectionId, metadata, ...blob }, { signal }) =>
        setMetadata(await accounts.openForWriting(connectionId), blob, metadata, signal),
    },
  };
}
