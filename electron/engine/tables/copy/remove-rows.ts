// Deletes rows of a table if they are unchanged since they were read; the first changed row ends the work.
import { partTargetOf } from '../../azure/account';
import type { PlannedRequest } from '@shared/model/edit-review';
import type { Entity } from '@shared/model/entity';
import type { PlannedOperation } from '../batch';
import { planRow } from '../bulk/row-action';
import { RowBatches, requestBytes } from '../bulk/row-batches';
import type { EditTarget } from '../edit/write-request';
import { writeTransaction } from '../edit/write-transaction';

interface Removal extends PlannedOperation {
  readonly request: PlannedRequest;
}

/** @throws StowageError `conflict.etag-changed` if a row has changed since then; earlier batches are gone */
export async function removeRows(target: EditTarget, rows: readonly Entity[]): Promise<void> {
  const { table, account, signal } = target;
  const partTarget = partTargetOf(account.descriptor);
  const batches = new RowBatches<Removal>(partTarget.service);
  const send = async (ready: readonly (readonly Removal[])[]): Promise<void> => {
    for (const batch of ready) {
      signal?.throwIfAborted();
      await writeTransaction(
        target,
        batch.map(({ request }) => request),
      );
    }
  };
  for (const row of rows) {
    const plan = planRow({ table, action: { kind: 'delete' }, condition: 'as-read', readColumns: 'all' }, row);
    if (plan.kind !== 'send') continue;
    const { partitionKey, rowKey } = row;
    const bytes = requestBytes(partTarget, plan.request);
    await send(batches.add({ partitionKey, rowKey, bytes, request: plan.request }));
  }
  await send(batches.flush());
}
