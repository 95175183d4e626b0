// The tables room: answers the table calls of the contract and offers bulk writing to the other rooms.
import { costAsSent } from '@shared/query/cost-class';
import { cancelled } from '@shared/errors';
import type { CallHandlers } from '@shared/ipc/contract';
import type { Entity } from '@shared/model/entity';
import type { Account, AccountSource } from '../azure/account';
import type { Clock } from '../ports';
import { type WriteOptions, type WriteResult, writeEntities } from './batch-write';
import { openQuerySession } from './query-session';
import { Sessions } from './sessions';
import { createTable, deleteTable, listTables } from './table-admin';

type TableCalls = Pick<
  CallHandlers<'engine'>,
  | 'tables.list'
  | 'tables.create'
  | 'tables.delete'
  | 'tables.open'
  | 'tables.next-page'
  | 'tables.next-packed-page'
  | 'tables.page-wait'
  | 'tables.set-concurrency'
  | 'tables.close'
>;

export interface Tables {
  readonly calls: TableCalls;
  /**
   * Waits while a deleted table of that name is still being removed. Throws StowageError `conflict.exists`,
   * `invalid.name`.
   */
  createTable(account: Account, table: string, signal?: AbortSignal): Promise<void>;
  /** See batch-write.ts. */
  writeEntities(
    account: Account,
    table: string,
    entities: Iterable<Entity> | AsyncIterable<Entity>,
    options: WriteOptions,
  ): Promise<WriteResult>;
  /** Ends all running queries. */
  dispose(): Promise<void>;
}

export function createTables({ accounts, clock }: { readonly accounts: AccountSource; readonly clock: Clock }): Tables {
  const sessions = new Sessions();
  return {
    calls: {
      'tables.list': async ({ connectionId }, { signal }) => listTables(await accounts.open(connectionId), signal),
      'tables.create': async ({ connectionId, table }, { signal }) => {
        await createTable(await accounts.openForWriting(connectionId), table, signal, clock);
        return {};
      },
      'tables.delete': async ({ connectionId, table }, { signal }) => {
        await deleteTable(await accounts.openForWriting(connectionId), table, signal, clock);
        return {};
      },
      'tables.open': async ({ connectionId, query, fromToken, form }, { signal }) => {
        const session = openQuerySession({ account: await accounts.open(connectionId), clock, query, fromToken, form });
        if (signal.aborted) throw cancelled();
        // Whoever opens a query will read it, so the first request is sent before this answer arrives.
        session.begin();
        const costClass = costAsSent(session.verdict, query.splitOr);
        return { sessionId: sessions.add(session), filter: session.filter, costClass };
      },
      'tables.next-page': async ({ sessionId }, { signal }) => sessions.get(sessionId).nextPage(signal),
      'tables.next-packed-page': async ({ sessionId }, { signal }) => sessions.get(sessionId).nextPackedPage(signal),
      'tables.page-wait': ({ sessionId }) => sessions.get(sessionId).pageWait,
      'tables.set-concurrency': ({ sessionId, concurrency }) => {
        sessions.get(sessionId).setConcurrency(concurrency);
        return {};
      },
      'tables.close': ({ sessionId }) => {
        sessions.close(sessionId);
        return {};
      },
    },
    createTable: (account, table, signal) => createTable(account, table, signal, clock),
    writeEntities: (account, table, entities, options) =>
      writeEntities(account, table, entities, { clock, ...options }),
    dispose: async () => sessions.closeAll(),
  };
}
