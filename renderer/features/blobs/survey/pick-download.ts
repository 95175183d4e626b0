// Downloads from one container: choosing a folder, then the questions before they start.
import type { OverwritePolicy } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import type { ListingEntry } from '../listing/listing';
import { type TransferPlace, downloadOrderOf } from '../transfer/start-transfer';
import type { TransferAsks } from './use-transfer-asks';

export interface DownloadWish {
  readonly place: TransferPlace;
  readonly entries: readonly ListingEntry[];
  readonly overwrite: OverwritePolicy;
  readonly asks: TransferAsks;
  /** `shown`: before the download, whatever the settings say. */
  readonly options?: 'shown' | undefined;
}

/** Asks for a folder and wants the blobs and folders in it. Rejects with a StowageError. */
export async function pickAndDownload({ place, entries, overwrite, asks, options }: DownloadWish): Promise<void> {
  if (entries.length === 0) return;
  const target = await call('dialogs.pick-download-folder', {});
  if (target === null) return;
  const order = downloadOrderOf(place, entries, target.token);
  await asks.want({
    what: { kind: 'download', folder: target.name, order },
    overwrite,
    ...(options === undefined ? {} : { summaryRule: 'always' as const }),
    start: async (chosen) => void (await call('transfers.download', { ...order, options: chosen })),
  });
}
