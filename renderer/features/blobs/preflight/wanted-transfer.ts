// A requested transfer that has not started: what is moved where, and the title of its summary. Pure.
import type { CopyOrder, DownloadOrder } from '@shared/ipc/contract/transfers';
import type { TransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { leafName, spokenPath } from '../names/path';
import type { TransferLocation } from '../transfer/start-transfer';
import { spokenName } from '../names/visible-name';

/** A rename is a move within its folder. */
export type CopyKind = 'copy' | 'move' | 'rename';
export type TransferKind = 'upload' | 'download' | CopyKind;

/** The blobs and folders of a copy with their full names at the target. */
export type CopyWish = Pick<CopyOrder, 'kind' | 'from' | 'blobs' | 'prefixes'>;

export interface WantedTransfer {
  readonly id: number;
  readonly what:
    | {
        readonly kind: 'upload';
        readonly to: TransferLocation;
        /** Tokens of files and folders. */
        readonly sources: readonly string[];
      }
    | {
        readonly kind: 'download';
        /** Name of the folder that it goes into. */
        readonly folder: string;
        readonly order: Omit<DownloadOrder, 'options'>;
      }
    | { readonly kind: CopyKind; readonly to: TransferLocation; readonly wish: CopyWish };
  readonly options: TransferOptions;
  readonly summary: 'when-it-matters' | 'always';
}

export function titleOf(what: WantedTransfer['what']): string {
  if (what.kind === 'download') return t`Download to ${spokenName(what.folder)}`;
  const { container, prefix } = what.to;
  const where = spokenPath(container, prefix);
  switch (what.kind) {
    case 'upload':
      return t`Upload to ${where}`;
    case 'copy':
      return t`Copy to ${where}`;
    case 'move':
      return t`Change to ${where}`;
    case 'rename':
      return renameTitle(what.wish, prefix);
  }
}

function renameTitle({ blobs, prefixes }: CopyWish, prefix: string): string {
  const [blob] = blobs;
  const { name, as } = blob ?? { name: prefixes[0]?.prefix ?? '', as: prefixes[0]?.as ?? '' };
  return t`Rename ${spokenName(leafName(name, prefix))} to ${spokenName(leafName(as, prefix))}`;
}

export interface SummaryEndpoints {
  /** The connection that lists the names at the target, and is written to unless this is a download. */
  readonly connectionId: string;
  /** The connection that a copy or a download reads from. */
  readonly fromConnectionId: string;
  /** What names are shown below: empty, or ending in `/`. */
  readonly prefix: string;
}

export function endpointsOf(what: WantedTransfer['what']): SummaryEndpoints {
  if (what.kind === 'download') {
    const { connectionId } = what.order;
    return { connectionId, fromConnectionId: connectionId, prefix: '' };
  }
  const { connectionId, prefix } = what.to;
  const fromConnectionId = what.kind === 'upload' ? connectionId : what.wish.from.connectionId;
  return { connectionId, fromConnectionId, prefix };
}
