// A running query against a table of known pages: order, honesty about what is left, stop, failure, restart.
import { StowageError } from '@shared/errors';
import type { TableQuery } from '@shared/query/filter';
import { describe, expect, it } from 'vitest';
import { type TestPort, createTestPort, testEntities, testEntity } from '../fixtures/test-port';
import { type QuerySession, createQuerySession } from './query-session';
import type { SessionState } from './session-state';

const query: TableQuery = {
  table: 'Movies',
  partitionKey: { kind: 'any' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 1000,
};

const noWait = (): Promise<void> => Promise.resolve();

function started(port: TestPort): QuerySession {
  const session = createQuerySession(port, noWait);
  session.run('local', query);
  return session;
}

function until(session: QuerySession, holds: (state: SessionState) => boolean): Promise<SessionState> {
  return new Promise((resolve) => {
    if (holds(session.store.getState())) return resolve(session.store.getState());
    const stop = session.store.subscribe((state) => {
      if (!holds(state)) return;
      stop();
      resolve(state);
    });
  });
}

const status = (wanted: SessionState['status']) => (state: SessionState) => state.status === wanted;

function rowKeys(session: QuerySession): string[] {
  return Array.from({ length: session.rows.length }, (_, index) => session.rows.at(index)?.rowKey ?? '');
}

const expectedKeys = (count: number): string[] => testEntities(0, count).map((row) => row.rowKey);
const threePages = [testEntities(0, 3), testEntities(3, 3), testEntities(6, 2)];

describe('a running query', () => {
  it('fetches the first page and waits for the grid to want more', async () => {
    const session = started(createTestPort(threePages));
    const state = await until(session, status('waiting'));
    expect(state.rowCount).toBe(3);
    expect(state.pages).toHaveLength(1);
  });

  it('pulls further pages as rows are wanted and completes only when the token is exhausted', async () => {
    const session = started(createTestPort(threePages));
    await until(session, status('waiting'));
    session.want(4);
    expect((await until(session, (state) => state.pages.length === 2 && state.status !== 'fetching')).status).toBe(
      'waiting',
    );
    session.want(7);
    const state = await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
    expect(state.bytes).toBe(800);
  });

  it('goes on through empty pages by itself, counts them and does not call them the end', async () => {
    const session = started(createTestPort([[], [], testEntities(0, 2), testEntities(2, 1)]));
    const state = await until(session, status('waiting'));
    expect(state).toMatchObject({ rowCount: 2, emptyPages: 2 });
    expect(state.pages).toHaveLength(3);
  });

  it('is complete and empty only after the last page', async () => {
    const port = createTestPort([[], []]);
    port.hold();
    const session = started(port);
    expect(session.store.getState()).toMatchObject({ status: 'fetching', rowCount: 0 });
    port.release();
    expect(await until(session, status('complete'))).toMatchObject({ rowCount: 0, emptyPages: 2 });
  });

  it('loads to the end', async () => {
    const session = started(createTestPort(threePages));
    session.loadToEnd();
    await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
  });
});

describe('columns', () => {
  const wide = testEntity(0, [
    { name: 'Rating', value: { type: 'Edm.Double', value: '8.0' } },
    { name: 'Votes', value: { type: 'Edm.Int64', value: '12' } },
  ]);
  const names = (session: QuerySession): string[] => session.store.getState().columns.map(({ name }) => name);

  it('that a projection left out stay known, those of another result do not', async () => {
    const pages = [[wide]];
    const session = started(createTestPort(pages));
    await until(session, status('complete'));
    pages[0] = [testEntity(0, wide.properties.slice(0, 1))];
    session.run('local', { ...query, select: ['PartitionKey', 'RowKey', 'Rating'] });
    await until(session, status('complete'));
    expect(names(session)).toEqual(['Rating', 'Votes']);
    expect(session.store.getState().columnsRead).toBe('some');
    pages[0] = [];
    session.run('local', query);
    await until(session, status('complete'));
    expect(session.store.getState().columnsRead, 'what nothing was found by teaches nothing').toBe('some');
    pages[0] = [testEntity(0, wide.properties.slice(0, 1))];
    session.run('local', query);
    await until(session, status('complete'));
    expect(names(session)).toEqual(['Rating']);
    expect(session.store.getState().columnsRead).toBe('all');
  });
});

describe('stopping', () => {
  it('keeps what is there, ignores the grid, and continues without losing or repeating a row', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.hold();
    session.loadToEnd();
    await until(session, status('fetching'));
    session.pause();
    session.want(100);
    expect(session.store.getState()).toMatchObject({ status: 'stopped', rowCount: 3 });
    port.release();
    session.resume();
    await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
  });

  it('a stopped query gives up reading to the end and knows where it goes on', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.hold();
    session.loadToEnd();
    session.pause();
    expect(session.store.getState()).toMatchObject({ status: 'stopped', goal: 'to-end' });
    session.stop();
    expect(session.store.getState()).toMatchObject({ status: 'stopped', goal: 'on-demand' });
    expect(session.nextToken()).toBe('1');
    port.release();
    session.resume();
    await until(session, status('waiting'));
    expect(session.store.getState().rowCount).toBeLessThan(8);
    session.loadToEnd();
    await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
    expect(session.nextToken()).toBeNull();
  });

  it('opens again from the last token after a page was cancelled on its way', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.hold();
    session.loadToEnd();
    session.pause();
    port.release();
    session.resume();
    await until(session, status('complete'));
    expect(port.opened.map(({ fromToken }) => fromToken)).toEqual([undefined, '1']);
    expect(port.closed).toContain('session-1');
  });

  it('a new run aborts the old one, whose late page is dropped', async () => {
    const port = createTestPort(threePages);
    port.hold();
    const session = started(port);
    session.run('local', { ...query, table: 'Orders' });
    port.release();
    await until(session, status('waiting'));
    expect(session.store.getState()).toMatchObject({ rowCount: 3, run: 2 });
    expect(port.opened.at(-1)?.query.table).toBe('Orders');
  });

  it('dispose ends fetching and closes the session', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    session.dispose();
    expect(port.closed).toEqual(['session-1']);
  });
});

describe('after a failure', () => {
  it('shows the error with the rows so far and goes on from the same token', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(new StowageError('network.reset', 'The connection was reset.'));
    session.loadToEnd();
    const failed = await until(session, status('failed'));
    expect(failed.error?.code).toBe('network.reset');
    expect(failed.rowCount).toBe(3);
    session.resume();
    const state = await until(session, status('complete'));
    expect(state.error).toBeUndefined();
    expect(rowKeys(session)).toEqual(expectedKeys(8));
  });

  it('an engine restart loses nothing: the query is reopened from the last token', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.loseSessions();
    session.loadToEnd();
    await until(session, status('complete'));
    expect(port.opened.map(({ fromToken }) => fromToken)).toEqual([undefined, '1']);
    expect(rowKeys(session)).toEqual(expectedKeys(8));
  });

  it('a page lost with the engine is fetched again', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(new StowageError('network.engine-restarted', 'Gone.', { retry: { afterMs: 1 } }));
    session.loadToEnd();
    await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
  });

  it('waits for a store that is still starting', async () => {
    const port = createTestPort(threePages);
    port.failNextPage(new StowageError('network.emulator-down', 'Starting.', { retry: { afterMs: 500 } }));
    const session = started(port);
    await until(session, status('waiting'));
    expect(rowKeys(session)).toEqual(expectedKeys(3));
  });

  it('an engine that failed for good is an error, not an endless wait', async () => {
    const port = createTestPort(threePages);
    port.failNextPage(new StowageError('network.engine-restarted', 'Gone for good.'));
    const session = started(port);
    expect((await until(session, status('failed'))).error?.code).toBe('network.engine-restarted');
  });

  it('gives up reconnecting when the session is lost every time', async () => {
    const port = createTestPort(threePages);
    const losing = {
      ...port,
      open: async (input: Parameters<typeof port.open>[0], signal: AbortSignal) => {
        const opened = await port.open(input, signal);
        port.loseSessions();
        return opened;
      },
    };
    const session = createQuerySession(losing, noWait);
    session.run('local', query);
    expect((await until(session, status('failed'))).error?.code).toBe('not-found.session');
  });

  it('asks only for the rest of a row limit when it is reopened', async () => {
    const port = createTestPort(threePages);
    const session = createQuerySession(port, noWait);
    session.run('local', { ...query, limit: 5 });
    await until(session, status('waiting'));
    port.loseSessions();
    session.want(4);
    await until(session, (state) => state.pages.length === 2);
    expect(port.opened[1]?.query.limit).toBe(2);
  });
});

describe('a run that fails before its first page', () => {
  const denied = new StowageError('auth.denied', 'No right to read.');
  const orders = { ...query, table: 'Orders' };

  it('leaves the rows that were there, where they stood, and says what failed', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    const before = session.store.getState();
    port.failNextPage(denied);
    session.run('local', orders);
    expect(session.store.getState()).toMatchObject({ status: 'fetching', rowCount: 0 });
    const state = await until(session, ({ refused }) => refused !== undefined);
    expect(state).toEqual({
      ...before,
      refused: { connectionId: 'local', query: orders, fromToken: undefined, firstTry: 2, error: denied },
    });
    expect(rowKeys(session)).toEqual(expectedKeys(3));
    session.loadToEnd();
    await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
    expect(port.opened.at(-1)).toMatchObject({ query, fromToken: '1' });
  });

  it('was still seen to fail, for whoever keeps a history of runs', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    session.run('local', orders);
    expect(await until(session, status('failed'))).toMatchObject({ query: orders, rowCount: 0, error: denied });
  });

  it('is run again as it was, and its rows then take the places of the others', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    const refusedRun = session.run('local', orders, '2');
    await until(session, ({ refused }) => refused !== undefined);
    session.runRefused();
    const state = await until(session, status('complete'));
    expect(state).toMatchObject({ query: orders, refused: undefined, rowCount: 2 });
    expect(state.run).toBeGreaterThan(refusedRun);
    expect(rowKeys(session)).toEqual(expectedKeys(8).slice(6));
  });

  it('a second one fails: the rows are still there', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.hold();
    session.run('local', orders);
    session.stop();
    port.release();
    port.failNextPage(denied);
    session.run('local', orders);
    await until(session, ({ refused }) => refused !== undefined);
    expect(rowKeys(session)).toEqual(expectedKeys(3));
  });

  it('what was on its way of the run before is stopped, not lost', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.hold();
    session.loadToEnd();
    session.run('local', orders);
    port.failNextPage(denied);
    port.release();
    const state = await until(session, ({ refused }) => refused !== undefined);
    expect(state).toMatchObject({ status: 'stopped', goal: 'to-end', rowCount: 3 });
    session.resume();
    await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
  });

  it('leaves the rows also where an entity was written meanwhile', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.hold();
    session.run('local', orders);
    await session.replaceRows(new Map([['["Action","row-00000"]', testEntity(0)]]));
    port.failNextPage(denied);
    port.release();
    const state = await until(session, ({ refused }) => refused !== undefined);
    expect(state.rowCount).toBe(3);
    expect(rowKeys(session)).toEqual(expectedKeys(3));
  });

  it.each(['stop', 'pause'] as const)('leaves the rows also where a person gave it up: %s', async (verb) => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    const { run } = session.store.getState();
    port.hold();
    session.run('local', orders, '2');
    session[verb]();
    expect(session.store.getState()).toMatchObject({
      ...{ status: 'waiting', run, query, rowCount: 3 },
      refused: { query: orders, fromToken: '2', error: { code: 'cancelled.by-user' } },
    });
    expect(rowKeys(session)).toEqual(expectedKeys(3));
    port.release();
    session.runRefused();
    expect((await until(session, status('complete'))).query).toEqual(orders);
  });

  it('stops where it stands once a page has come, though it was empty', async () => {
    const pages = [testEntities(0, 3)];
    const port = createTestPort(pages);
    const session = started(port);
    await until(session, status('complete'));
    pages.splice(0, 1, [], []);
    session.run('local', orders);
    const stop = session.store.subscribe(({ pages: read }) => {
      if (read.length === 1) queueMicrotask(() => session.stop());
    });
    expect(await until(session, status('stopped'))).toMatchObject({ query: orders, rowCount: 0, refused: undefined });
    stop();
  });

  it.each([
    ['a page of theirs is here', (session: QuerySession) => session.want(4)],
    ['a person has read it', (session: QuerySession) => session.forgetRefused()],
  ])('is said until %s', async (_, act) => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    session.run('local', orders);
    await until(session, ({ refused }) => refused !== undefined);
    act(session);
    expect((await until(session, ({ refused }) => refused === undefined)).rowCount).toBeGreaterThan(2);
  });

  it('is not said beside what the rows themselves run into', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    session.run('local', orders);
    await until(session, ({ refused }) => refused !== undefined);
    port.failNextPage(new StowageError('network.reset', 'The connection was reset.'));
    session.loadToEnd();
    expect(await until(session, status('failed'))).toMatchObject({ rowCount: 3, refused: undefined });
  });

  it('is the first try of those that repeat it', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    const firstTry = session.run('local', orders);
    await until(session, ({ refused }) => refused !== undefined);
    port.failNextPage(denied);
    session.runRefused();
    await until(session, ({ status: now }) => now === 'failed');
    await until(session, ({ refused }) => refused !== undefined);
    session.runRefused();
    const state = await until(session, ({ pages }) => pages.length === 1);
    expect(state.firstTry).toBe(firstTry);
    expect(state.run).toBeGreaterThan(firstTry + 1);
  });
});
