// Exchanges files between this machine and the current folder: dropped or picked, downloaded, dragged out.
import type { DragEvent } from 'react';
import type { OverwritePolicy } from '@shared/model/transfer';
import { takeDrop, useDropTarget } from '@renderer/bridge';
import { pickAndDownload } from './preflight/pick-download';
import { useDragOut } from './drag-out/use-drag-out';
import { folderAt } from './upload/drop-overlay';
import type { ListingEntry } from './listing/listing';
import { runAndReport } from './run-and-report';
import type { TransferLocation } from './transfer/start-transfer';
import type { TransferPrompts } from './preflight/use-transfer-prompts';
import { type Uploading, useUploading } from './upload/use-uploading';

export interface LocalFilesPorts {
  /** The folder that is shown. */
  readonly location: TransferLocation;
  /** Why nothing can be uploaded here; null where it can. */
  readonly disabledReason: string | null;
  readonly overwrite: OverwritePolicy;
  readonly prompts: TransferPrompts;
  readonly selectedNow: () => readonly ListingEntry[];
}

export interface LocalFiles {
  readonly drop: ReturnType<typeof useDropTarget>;
  /** The folder among the rows that is the drop target of dragged files; empty if there is none. */
  readonly folderMeant: string;
  /** Asks for files or a folder and uploads them. */
  readonly pick: Uploading['pick'];
  /** For the selection. */
  readonly download: (options?: 'shown') => void;
  readonly dragOut: (event: DragEvent) => void;
}

export function useLocalFiles({
  location,
  disabledReason,
  overwrite,
  prompts,
  selectedNow,
}: LocalFilesPorts): LocalFiles {
  const uploading = useUploading({ location, disabledReason, overwrite, prompts, run: runAndReport });
  const dragOut = useDragOut(location, runAndReport);
  const take = (files: DataTransfer, folder: string): void => {
    const into = folder || location.prefix;
    uploading.take(dragOut.withoutBack(takeDrop(files), into), into);
  };
  const drop = useDropTarget(disabledReason === null ? 'files' : 'nothing', take, folderAt);
  return {
    drop,
    folderMeant: drop.isOver && disabledReason === null ? drop.part : '',
    pick: uploading.pick,
    download: (options) =>
      runAndReport(pickAndDownload({ location, entries: selectedNow(), overwrite, prompts, options })),
    dragOut: (event) => dragOut.begin(event, selectedNow()),
  };
}
