// The tables room: answers the table calls of the contract and offers bulk writing to the other rooms.
import { costAsSent } from '@shared/query/cost-class';
import { cancelled, StowageError } from '@shared/errors';
import type { CallHandlers } from '@shared/ipc/contract';
import type { Entity } from '@shared/model/entity';
import type { Account, AccountSource } from '../azure/account';
import type { Clock } from '../ports';
import { type WriteOptions, type WriteResult, writeEntities } from './batch-write';
import { t } from '@shared/strings/t';
import { KnownIndexes } from './indexes/index-definitions';
import { type RunningQuery, openQuery } from './query';
import { createTable, deleteTable, listTables } from './table-admin';
import { randomUUID } from 'node:crypto';

type TableCalls = Pick<
  CallHandlers<'engine'>,
  | 'tables.list'
  | 'tables.create'
  | 'tables.delete'
  | 'tables.open'
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
  const queries = new RunningQueries();
  const indexes = new KnownIndexes();
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
      'tables.open': async ({ connectionId, query, fromToken }, { signal }) => {
        const account = await accounts.open(connectionId);
        const running = openQuery({ account, clock, query, fromToken, form: 'packed' });
        if (signal.aborted) throw cancelled();
        // Whoever opens a query will read it, so the first request is sent before this answer arrives.
        running.begin();
        const costClass = costAsSent(running.verdict, query.splitOr);
        return { sessionId: queries.add(running), filter: running.filter, costClass };
      },
      'tables.next-packed-page': async ({ sessionId }, { signal }) => queries.get(sessionId).nextPackedPage(signal),
      'tables.page-wait': ({ sessionId }) => queries.get(sessionId).pageWait,
      'tables.set-concurrency': ({ sessionId, concurrency }) => {
        queries.get(sessionId).setConcurrency(concurrency);
        return {};
      },
      'tables.close': ({ sessionId }) => {
        queries.close(sessionId);
        return {};
      },
    },
    createTable: (account, table, signal) => createTable(account, table, signal, clock),
    writeEntities: async (account, table, entities, options) => {
      await indexes.rejectIndexed({ account, table, clock, signal: options.signal }, t`adding rows`);
      return writeEntities(account, table, entities, { clock, ...options });
    },
    dispose: async () => queries.closeAll(),
  };
}

/** Each session holds at most one page; beyond this number the least recently used one is closed. */
const maxQueries = 100;

class RunningQueries {
  readonly #byId = new Map<string, RunningQuery>();

  add(session: RunningQuery): string {
    const [longestUnused] = this.#byId.keys();
    if (longestUnused !== undefined && this.#byId.size >= maxQueries) this.close(longestUnused);
    const id = randomUUID();
    this.#byId.set(id, session);
    return id;
  }

  /** @throws StowageError `not-found.session` */
  get(id: string): RunningQuery {
    const session = this.#byId.get(id);
    if (session === undefined) {
      throw new StowageError('not-found.session', 'This query is no longer open; run it again or from its token.');
    }
    this.#byId.delete(id);
    this.#byId.set(id, session);
    return session;
  }

  close(id: string): void {
    this.#byId.get(id)?.close();
    this.#byId.delete(id);
  }

  closeAll(): void {
    for (const id of [...this.#byId.keys()]) this.close(id);
  }
}
