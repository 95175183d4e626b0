// Uploads into one container, from the drop or the picker to the questions before they start.
import { useEffect, useEffectEvent } from 'react';
import type { PickedSource } from '@shared/ipc/contract';
import type { OverwritePolicy } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { startOnHub } from '@renderer/jobs/run-on';
import { showToast } from '@renderer/ui';
import type { TransferLocation } from '../transfer/start-transfer';
import type { TransferPrompts } from '../preflight/use-transfer-prompts';
import { type ContainerDrop, takeDroppedOn } from './dropped-on-container';

export interface UploadingPorts {
  readonly location: TransferLocation;
  /** Why nothing can be uploaded here; null where it can. */
  readonly disabledReason: string | null;
  readonly overwrite: OverwritePolicy;
  readonly prompts: TransferPrompts;
  /** Shows a failure where the user is looking. */
  readonly run: (work: Promise<unknown>) => void;
}

export interface Uploading {
  /** Into a folder of the container, `prefix` in full. */
  readonly take: (sources: Promise<readonly PickedSource[]>, prefix: string) => void;
  /** Prompts for files or a folder first, and shows the options before the upload on request. */
  readonly pick: (kind: 'files' | 'folder', options?: 'shown') => void;
}

export function useUploading({ location: shown, disabledReason, overwrite, prompts, run }: UploadingPorts): Uploading {
  const { connectionId, container } = shown;

  const want = async (picked: readonly PickedSource[], prefix: string, summary?: 'shown'): Promise<void> => {
    if (picked.length === 0) return;
    const to = { connectionId, container, prefix };
    const sources = picked.map(({ token }) => token);
    await prompts.want({
      what: { kind: 'upload', to, sources },
      overwrite,
      ...(summary === undefined ? {} : { summaryRule: 'always' as const }),
      start: async (options, hub) => {
        const upload = { ...to, sources, options };
        if (hub === null) await call('transfers.upload', upload);
        else await startOnHub(hub, { kind: 'upload', upload });
      },
    });
  };

  const takeDropped = useEffectEvent((sources: readonly PickedSource[], into: ContainerDrop['into']) => {
    // The row of the tree, or the tab, on which they were dropped cannot show it.
    if (disabledReason !== null)
      showToast({ tone: 'information', title: t`Nothing was uploaded`, text: disabledReason });
    else run(want(sources, into === 'top' ? '' : shown.prefix));
  });
  useEffect(
    () => takeDroppedOn(connectionId, container, (sources, into) => takeDropped(sources, into)),
    [connectionId, container],
  );

  return {
    take: (sources, prefix) => run(sources.then((picked) => want(picked, prefix))),
    pick: (kind, options) =>
      run(call('dialogs.pick-upload-sources', { kind }).then((picked) => want(picked, shown.prefix, options))),
  };
}
