// Exchanges files between this machine and the current folder: dropped or picked, downloaded, dragged out.
import type { DragEvent } from 'react';
import type { OverwritePolicy } from '@shared/model/transfer';
import { takeDrop, useDropTarget } from '@renderer/bridge';
import { pickAndDownload } from './survey/pick-download';
import { useDragOut } from './drag-out/use-drag-out';
import { folderAt } from './upload/drop-overlay';
import type { ListingEntry } from './listing/listing';
import { runAndSay } from './run-and-say';
import type { TransferPlace } from './transfer/start-transfer';
import type { TransferAsks } from './survey/use-transfer-asks';
import { type Uploading, useUploading } from './upload/use-uploading';

export interface LocalFilesPorts {
  /** The folder that is shown. */
  readonly place: TransferPlace;
  /** Why nothing can be uploaded here; null where it can. */
  readonly refusal: string | null;
  readonly overwrite: OverwritePolicy;
  readonly asks: TransferAsks;
  readonly selectedNow: () => readonly ListingEntry[];
}

export interface LocalFiles {
  readonly drop: ReturnType<typeof useDropTarget>;
  /** The folder among the rows that files held over it would go into; empty where there is none. */
  readonly folderMeant: string;
  /** Asks for files or a folder and uploads them. */
  readonly pick: Uploading['pick'];
  /** Of what is selected. */
  readonly download: (options?: 'shown') => void;
  readonly dragOut: (event: DragEvent) => void;
}

export function useLocalFiles({ place, refusal, overwrite, asks, selectedNow }: LocalFilesPorts): LocalFiles {
  const uploading = useUploading({ place, refusal, overwrite, asks, run: runAndSay });
  const dragOut = useDragOut(place, runAndSay);
  const take = (files: DataTransfer, folder: string): void => {
    const into = folder || place.prefix;
    uploading.take(dragOut.withoutBack(takeDrop(files), into), into);
  };
  const drop = useDropTarget(refusal === null ? 'files' : 'nothing', take, folderAt);
  return {
    drop,
    folderMeant: drop.isOver && refusal === null ? drop.part : '',
    pick: uploading.pick,
    download: (options) => runAndSay(pickAndDownload({ place, entries: selectedNow(), overwrite, asks, options })),
    dragOut: (event) => dragOut.begin(event, selectedNow()),
  };
}
