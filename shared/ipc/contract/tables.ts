// Tables and queries that read them page by page.
import { z } from 'zod';
import { listedTable } from '../../model/entity';
import { packedPage, pageForm, pageWait, queryPage } from '../../model/query-page';
import { costClass, mostParallelRanges, tableQuery } from '../../query/filter';
import { type CallDeclaration, call, nothing, onConnection, onTable } from './declare';

export const tableCalls = {
  'tables.list': call('engine', onConnection, z.array(listedTable)),
  'tables.create': call('engine', onTable, nothing),
  'tables.delete': call('engine', onTable, nothing),
  /**
   * Asks the service for the first page at once. `fromToken` continues where an earlier page ended, also after a restart.
   * `form` is how its pages will be asked for: they are decoded into it when they come. Entities where it is absent.
   */
  'tables.open': call(
    'engine',
    onConnection.extend({ query: tableQuery, fromToken: z.string().optional(), form: pageForm.optional() }),
    z.object({ sessionId: z.string(), filter: z.string(), costClass }),
  ),
  'tables.next-page': call('engine', z.object({ sessionId: z.string() }), queryPage),
  /** The same page for another process: packed, its rows take a twentieth of the time to get there. Best of a query opened for it. */
  'tables.next-packed-page': call('engine', z.object({ sessionId: z.string() }), packedPage),
  /** What the page that is due waits for; null where nothing of it was refused. */
  'tables.page-wait': call('engine', z.object({ sessionId: z.string() }), pageWait.nullable()),
  /** Of a query that reads ranges in parallel, while it runs. */
  'tables.set-concurrency': call(
    'engine',
    z.object({ sessionId: z.string(), concurrency: z.int().min(1).max(mostParallelRanges) }),
    nothing,
  ),
  'tables.close': call('engine', z.object({ sessionId: z.string() }), nothing),
} as const satisfies Record<string, CallDeclaration>;
