// The requests for transfers into and out of one container, with the user's settings.
import type { CopyOrder, DownloadOrder } from '@shared/ipc/contract/transfers';
import { type OverwritePolicy, type TransferOptions, defaultTransferOptions } from '@shared/model/transfer';
import type { Settings } from '@shared/model/settings';
import { call } from '@renderer/bridge';
import type { ListingEntry } from '../listing/listing';

export interface TransferLocation {
  readonly connectionId: string;
  readonly container: string;
  /** Empty, or ending in `/`. */
  readonly prefix: string;
}

/** The user's settings for a transfer that starts now. */
export async function optionsWith(overwrite: OverwritePolicy): Promise<TransferOptions> {
  const { blockBytes, concurrency, verify, ...settings } = await call('settings.read', {});
  return { ...defaultTransferOptions, overwrite, blockBytes, concurrency, verify, ...preservedBy(settings) };
}

/** What a transfer carries besides names and bytes. */
export type Preserved = Pick<Settings, 'preserveTimes' | 'emptyFolders' | 'followLinks' | 'preserveProperties'>;

export function preservedBy(preserved: Preserved): Partial<TransferOptions> {
  const { preserveTimes, emptyFolders, followLinks, preserveProperties } = preserved;
  return {
    ...(preserveTimes ? { preserveTimes } : {}),
    ...(emptyFolders ? { emptyFolders } : {}),
    ...(followLinks ? { followLinks: 'inside' as const } : {}),
    ...(preserveProperties ? { preserveProperties } : {}),
  };
}

export function preservedIn(options: TransferOptions): Preserved {
  const { preserveTimes, emptyFolders, followLinks, preserveProperties } = options;
  return {
    preserveTimes: preserveTimes === true,
    emptyFolders: emptyFolders === true,
    followLinks: followLinks !== undefined,
    preserveProperties: preserveProperties === true,
  };
}

/** The names at the target are full ones. */
export function copyOrderOf(
  { connectionId, container }: Pick<TransferLocation, 'connectionId' | 'container'>,
  wish: Pick<CopyOrder, 'kind' | 'from' | 'blobs' | 'prefixes'>,
  options: TransferOptions,
): CopyOrder {
  return { ...wish, connectionId, container, prefix: '', options };
}

/** Blobs and whole folders, into the folder behind the token. */
export function downloadOrderOf(
  { connectionId, container }: TransferLocation,
  entries: readonly ListingEntry[],
  targetToken: string,
): Omit<DownloadOrder, 'options'> {
  return {
    connectionId,
    container,
    targetToken,
    names: entries.filter((entry) => entry.kind === 'blob').map((entry) => entry.name),
    prefixes: entries.filter((entry) => entry.kind === 'folder').map((entry) => entry.name),
  };
}
