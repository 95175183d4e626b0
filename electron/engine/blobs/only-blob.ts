// Replaces a listing when a SAS is for one blob: the blob may be read, but its container not be listed.
import type { BlobListing } from '@shared/model/blob';
import { StowageError } from '@shared/errors';
import type { Account } from '../azure/account';
import { readBlobProperties } from './properties';

export interface OnlyBlobRequest {
  readonly prefix: string;
  readonly depth: 'folders' | 'flat';
  readonly signal?: AbortSignal | undefined;
}

/** Whether the account may access only one blob of the container. */
export function isOnlyBlobOf({ descriptor }: Pick<Account, 'descriptor'>, container: string): boolean {
  return descriptor.onlyBlob?.container === container;
}

/** The entry that a listing would have for the only blob, as its only page. Throws what `Account.send` throws. */
export async function listOnlyBlob(account: Account, request: OnlyBlobRequest): Promise<BlobListing> {
  const { prefix, depth, signal } = request;
  const { onlyBlob } = account.descriptor;
  if (onlyBlob === undefined || !onlyBlob.name.startsWith(prefix)) return nothing;
  const slash = depth === 'folders' ? onlyBlob.name.indexOf('/', prefix.length) : -1;
  if (slash !== -1) return { ...nothing, folders: [onlyBlob.name.slice(0, slash + 1)] };
  try {
    const read = await readBlobProperties(account, onlyBlob.container, onlyBlob.name, signal);
    const { headers: _headers, metadata: _metadata, ...item } = read;
    return { ...nothing, blobs: [item] };
  } catch (error) {
    // It may be written first.
    if (error instanceof StowageError && error.code === 'not-found.blob') return nothing;
    throw error;
  }
}

const nothing: BlobListing = { folders: [], blobs: [], marker: null };
