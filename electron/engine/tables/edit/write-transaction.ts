// Sends planned requests of one partition as an entity group transaction: all of them, or none.
import { partText } from '@shared/edit/review';
import type { PlannedRequest } from '@shared/model/edit-review';
import type { Entity } from '@shared/model/entity';
import { partTargetOf } from '../../azure/account';
import { writeBatch } from '../batch-write';
import { readEntity } from '../ambiguous-writes';
import { type EditTarget, type Written, isWritten } from './write-request';

/**
 * Results in the order of the requests.
 * @throws StowageError; when the service names the failed operation, the context holds its `index`
 */
export async function writeTransaction(
  target: EditTarget,
  requests: readonly PlannedRequest[],
): Promise<readonly Written[]> {
  const partTarget = partTargetOf(target.account.descriptor);
  const parts = requests.map((request) => {
    const { partitionKey, rowKey } = request;
    return { partitionKey, rowKey, text: partText(partTarget, request) };
  });
  let stored: readonly (Entity | null)[] = [];
  const { etags } = await writeBatch(
    {
      ...target,
      afterLostReply: async () => {
        stored = await Promise.all(requests.map((request) => readEntity(target, request)));
        const isDone = requests.every((request, index) => isWritten(request, stored[index] ?? null));
        return isDone ? 'written' : 'not-written';
      },
    },
    parts,
  );
  const readBack = etags.length === 0;
  return requests.map(({ operation }, index) => ({
    etag: operation === 'delete' ? null : readBack ? (stored[index]?.etag ?? '') : (etags[index] ?? ''),
    readBack,
  }));
}
