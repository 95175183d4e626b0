// Determines what a copy would read and write by reading the keys of its source once.
import type { CopyPreview, CopySource } from '@shared/model/table-copy';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { scanEntities } from '../scan-entities';
import { fullBatch } from '../jobs/pace';
import { isInKeyOrder } from '../read-check';

const concurrency = 4;

/** Yields intermediate counts; the last ones are complete. @throws StowageError from the query */
export async function* countSource(
  account: Account,
  { query }: CopySource,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): AsyncGenerator<CopyPreview, void, undefined> {
  let preview: CopyPreview = { state: 'counting', rows: 0, partitions: 0, batches: 0, reads: 0 };
  // Rows of a partition follow each other only where the service promises key order.
  const rowsOf = new Map<string, number>();
  const hasOrder = isInKeyOrder(account);
  const keysOnly = { ...query, select: ['PartitionKey', 'RowKey'], pageSize: 1000 };
  for await (const { entities, page } of scanEntities(account, keysOnly, {
    concurrency,
    order: 'key',
    signal,
    clock,
  })) {
    let { partitions, batches } = preview;
    for (const { partitionKey } of entities) {
      const before = rowsOf.get(partitionKey) ?? 0;
      if (before === 0) {
        if (hasOrder) rowsOf.clear();
        partitions += 1;
      }
      if (before % fullBatch === 0) batches += 1;
      rowsOf.set(partitionKey, before + 1);
    }
    const reads = preview.reads + (page.stats.requests ?? 1);
    preview = { ...preview, rows: preview.rows + entities.length, partitions, batches, reads };
    yield preview;
  }
  yield { ...preview, state: 'complete' };
}
