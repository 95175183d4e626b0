// Starts copies and moves of listed blobs and folders, after the questions about them. The engine does the work and
// shows it like every transfer.
import type { OverwritePolicy } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import { type TransferLocation, copyOrderOf } from '../transfer/start-transfer';
import type { TransferWish } from '../preflight/use-transfer-prompts';
import type { CopyKind } from '../preflight/wanted-transfer';
import type { Pasted } from './paste';

export interface CopyStart {
  readonly kind: CopyKind;
  readonly from: Pick<TransferLocation, 'connectionId' | 'container'>;
  readonly to: TransferLocation;
  readonly pasted: readonly Pasted[];
  readonly overwrite: OverwritePolicy;
}

/** Its `start` rejects with a StowageError when the job could not be begun. */
export function copyWish({ kind, from, to, pasted, overwrite }: CopyStart): TransferWish {
  const wish = {
    kind: kind === 'copy' ? ('copy' as const) : ('move' as const),
    from: { connectionId: from.connectionId, container: from.container },
    blobs: pasted.flatMap(({ entry, target }) => (entry.kind === 'blob' ? [{ name: entry.name, as: target }] : [])),
    prefixes: pasted.flatMap(({ entry, target }) =>
      entry.kind === 'folder' ? [{ prefix: entry.name, as: target }] : [],
    ),
  };
  return {
    what: { kind, to, wish },
    overwrite,
    start: async (options) => void (await call('transfers.copy', copyOrderOf(to, wish, options))),
  };
}
