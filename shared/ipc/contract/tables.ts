// Tables and queries that read them page by page.
import { z } from 'zod';
import { listedTable } from '../../model/entity';
import { packedPage } from '../../rows/packed-page';
import { pageWait } from '../../model/query-page';
import { costClass, maxParallelRanges, tableQuery } from '../../model/table-query';
import { type CallDeclaration, call, nothing, onConnection, onTable } from './declare';

export const tableCalls = {
  'tables.list': call('engine', onConnection, z.array(listedTable)),
  'tables.create': call('engine', onTable, nothing),
  'tables.delete': call('engine', onTable, nothing),
  /** Requests the first page at once. `fromToken` continues where an earlier page ended, also after a restart. */
  'tables.open': call(
    'engine',
    onConnection.extend({
      query: tableQuery,
      fromToken: z
        .string()
        .max(64 * 1024)
        .optional(),
    }),
    z.object({ sessionId: z.string(), filter: z.string(), costClass }),
  ),
  /** The next page, its rows packed by column: they cross processes in a twentieth of the time. */
  'tables.next-packed-page': call('engine', z.object({ sessionId: z.string() }), packedPage),
  /** What the pending page waits for; null if none of its requests was denied. */
  'tables.page-wait': call('engine', z.object({ sessionId: z.string() }), pageWait.nullable()),
  /** Changes how many requests a query with parallel ranges sends at once, while it runs. */
  'tables.set-concurrency': call(
    'engine',
    z.object({ sessionId: z.string(), concurrency: z.int().min(1).max(maxParallelRanges) }),
    nothing,
  ),
  'tables.close': call('engine', z.object({ sessionId: z.string() }), nothing),
} as const satisfies Record<string, CallDeclaration>;
