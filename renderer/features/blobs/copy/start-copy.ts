// Starts a copy or move of listed blobs and folders. The engine does the work, and shows it like every transfer.
import type { OverwritePolicy } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import { type TransferPlace, optionsWith } from '../start-transfer';
import type { Pasted } from './paste';

export interface CopyStart {
  readonly kind: 'copy' | 'move';
  readonly from: Pick<TransferPlace, 'connectionId' | 'container'>;
  readonly to: Pick<TransferPlace, 'connectionId' | 'container'>;
  readonly pasted: readonly Pasted[];
  readonly overwrite: OverwritePolicy;
}

/** Rejects with a StowageError when the job could not be begun. */
export async function startCopy({ kind, from, to, pasted, overwrite }: CopyStart): Promise<void> {
  if (pasted.length === 0) return;
  await call('transfers.copy', {
    kind,
    connectionId: to.connectionId,
    container: to.container,
    prefix: '',
    from: { connectionId: from.connectionId, container: from.container },
    names: pasted.flatMap(({ entry, target }) => (entry.kind === 'blob' ? [{ name: entry.name, as: target }] : [])),
    prefixes: pasted.flatMap(({ entry, target }) =>
      entry.kind === 'folder' ? [{ prefix: entry.name, as: target }] : [],
    ),
    options: await optionsWith(overwrite),
  });
}
