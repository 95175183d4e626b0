// Starts uploads into and downloads from one container, with the settings a person has made. The engine does the work.
import type { CopyOrder } from '@shared/ipc/contract/transfers';
import { type OverwritePolicy, type TransferOptions, defaultTransferOptions } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import type { ListingEntry } from './listing';

export interface TransferPlace {
  readonly connectionId: string;
  readonly container: string;
  /** Empty, or ending in `/`. */
  readonly prefix: string;
}

/** The person's settings for a transfer that starts now. */
export async function optionsWith(overwrite: OverwritePolicy): Promise<TransferOptions> {
  const { blockBytes, concurrency, verify } = await call('settings.read', {});
  return { ...defaultTransferOptions, overwrite, blockBytes, concurrency, verify };
}

/** `sources` are tokens of files and folders. Rejects with a StowageError. */
export async function startUpload(
  { connectionId, container, prefix }: TransferPlace,
  sources: readonly string[],
  options: TransferOptions,
): Promise<void> {
  await call('transfers.upload', { connectionId, container, prefix, sources: [...sources], options });
}

/** The names at the target are full ones. */
export function copyOrderOf(
  { connectionId, container }: Pick<TransferPlace, 'connectionId' | 'container'>,
  wish: Pick<CopyOrder, 'kind' | 'from' | 'blobs' | 'prefixes'>,
  options: TransferOptions,
): CopyOrder {
  return { ...wish, connectionId, container, prefix: '', options };
}

/** Asks for a target folder, then downloads blobs and whole folders into it. Null when nothing was started. */
export async function pickAndDownload(
  place: TransferPlace,
  entries: readonly ListingEntry[],
  overwrite: OverwritePolicy,
): Promise<string | null> {
  if (entries.length === 0) return null;
  const target = await call('dialogs.pick-download-folder', {});
  return target ? startDownload(place, entries, target.token, overwrite) : null;
}

/** Downloads blobs and whole folders into the folder behind the token; the new job's id. */
export async function startDownload(
  place: TransferPlace,
  entries: readonly ListingEntry[],
  targetToken: string,
  overwrite: OverwritePolicy,
): Promise<string> {
  const { jobId } = await call('transfers.download', {
    connectionId: place.connectionId,
    container: place.container,
    names: entries.filter((entry) => entry.kind === 'blob').map((entry) => entry.name),
    prefixes: entries.filter((entry) => entry.kind === 'folder').map((entry) => entry.name),
    targetToken,
    options: await optionsWith(overwrite),
  });
  return jobId;
}
