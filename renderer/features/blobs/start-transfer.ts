// Starts uploads into and downloads from one container, with the settings a person has made. The engine does the work.
import type { PickedSource } from '@shared/ipc/contract';
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

/** The new job's id; null when there was nothing to upload. Rejects with a StowageError. */
export async function startUpload(
  place: TransferPlace,
  sources: readonly PickedSource[],
  overwrite: OverwritePolicy,
): Promise<string | null> {
  if (sources.length === 0) return null;
  const { connectionId, container, prefix } = place;
  const { jobId } = await call('transfers.upload', {
    connectionId,
    container,
    prefix,
    sources: sources.map((source) => source.token),
    options: await optionsWith(overwrite),
  });
  return jobId;
}

/** Asks for files or a folder, then uploads them. Null when the person changed their mind. */
export async function pickAndUpload(
  place: TransferPlace,
  kind: 'files' | 'folder',
  overwrite: OverwritePolicy,
): Promise<string | null> {
  return startUpload(place, await call('dialogs.pick-upload-sources', { kind }), overwrite);
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
