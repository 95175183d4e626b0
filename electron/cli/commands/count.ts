// `stowage count`: how many entities match. Reads nothing but their keys, several key ranges at once.
import { StowageError } from '@shared/errors';
import { type TableQuery, defaultParallelRanges } from '@shared/model/table-query';
import { isIndexRow } from '@shared/indexes/index-rows';
import { unpackRows } from '@shared/rows/packed-rows';
import { formatBytes, formatDuration } from '@shared/units';
import { exitCodes } from '../exit-codes';
import { counted } from '../numbers';
import type { CommandAction } from '../session';
import { againstTable } from './against-table';
import { type QueryOptions, openEnds } from './query';

/** The service counts nothing itself, so every matching entity is read; its PartitionKey is the least to ask for. */
const smallestRow = ['PartitionKey'];

export function countEntities(wanted: TableQuery, options: QueryOptions): CommandAction {
  return async (session) => {
    const { engine, output, signal } = session;
    const matching = await againstTable(wanted, openEnds(wanted.table, options), session);
    const parallel = matching.limit === undefined ? { parallel: defaultParallelRanges } : {};
    const connectionId = await session.connectionId();
    const indexes = await engine.calls['indexes.list']({ connectionId, table: wanted.table }, { signal });
    const isIndexed = indexes.length > 0;
    const query = { ...matching, ...parallel, select: isIndexed ? [...smallestRow, 'RowKey'] : smallestRow };
    const startedMs = performance.now();
    const { sessionId } = await engine.calls['tables.open']({ connectionId, query }, { signal });
    const cost = { rows: 0, requests: 0, bytes: 0 };
    let indexRows = 0;
    let isInterrupted = false;
    try {
      for (let more = true; more;) {
        const page = await engine.calls['tables.next-packed-page']({ sessionId }, { signal });
        const ofIndexes = isIndexed ? page.blocks.flatMap(unpackRows).filter(isIndexRow).length : 0;
        indexRows += ofIndexes;
        cost.rows += page.stats.rows - ofIndexes;
        cost.requests += (page.stats.requests ?? 1) + page.stats.retries;
        cost.bytes += page.stats.bytes;
        more = page.more;
        output.progress(counted(cost.rows, 'row'));
      }
    } catch (thrown) {
      const error = StowageError.from(thrown);
      if (error.kind !== 'cancelled') throw error;
      isInterrupted = true;
    } finally {
      await engine.calls['tables.close']({ sessionId }, { signal: new AbortController().signal });
    }
    const elapsedMs = Math.round(performance.now() - startedMs);
    const { rows: count, requests, bytes } = cost;
    if (isInterrupted) {
      output.info(`Interrupted after ${counted(count, 'row')}; there may be more.`);
      return exitCodes.interrupted;
    }
    const beside = isIndexed ? { indexRows } : {};
    output.record({ table: query.table, count, ...beside, requests, bytes, elapsedMs }, String(count));
    if (isIndexed) output.info(`Not counted: ${counted(indexRows, 'row')} of the indexes of ${query.table}.`);
    output.info(`${counted(requests, 'request')}, ${formatBytes(bytes)}, ${formatDuration(elapsedMs)}`);
    return exitCodes.done;
  };
}
