// Downloads from one container: choosing a folder, then the questions before they start.
import type { OverwritePolicy } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import { startOnHub } from '@renderer/jobs/run-on';
import type { ListingEntry } from '../listing/listing';
import { type TransferLocation, downloadOrderOf } from '../transfer/start-transfer';
import type { TransferPrompts } from './use-transfer-prompts';

export interface DownloadWish {
  readonly location: TransferLocation;
  readonly entries: readonly ListingEntry[];
  readonly overwrite: OverwritePolicy;
  readonly prompts: TransferPrompts;
  /** `shown`: before the download, regardless of the settings. */
  readonly options?: 'shown' | undefined;
}

/** Prompts for a folder and requests the blobs and folders into it. Rejects with a StowageError. */
export async function pickAndDownload({ location, entries, overwrite, prompts, options }: DownloadWish): Promise<void> {
  if (entries.length === 0) return;
  const target = await call('dialogs.pick-download-folder', {});
  if (target === null) return;
  const order = downloadOrderOf(location, entries, target.token);
  await prompts.want({
    what: { kind: 'download', folder: target.name, order },
    overwrite,
    ...(options === undefined ? {} : { summaryRule: 'always' as const }),
    start: async (chosen, hub) => {
      const download = { ...order, options: chosen };
      if (hub === null) await call('transfers.download', download);
      else await startOnHub(hub, { kind: 'download', download });
    },
  });
}
