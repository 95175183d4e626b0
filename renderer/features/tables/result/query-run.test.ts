// A running query against a table of known pages: order, correct remaining counts, stop, failure, restart.
import { StowageError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { expectedKeys, noWait, query, rowKeys, started, status, threePages, until } from '../fixtures/running-session';
import { createTestPort, testEntities, testEntity } from '../fixtures/test-port';
import { QueryRun } from './query-run';

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

  it('continues through empty pages automatically, counts them and does not treat them as the end', async () => {
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
  const names = (session: QueryRun): string[] => session.store.getState().columns.map(({ name }) => name);

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
  it('retains the loaded rows, ignores the grid, and continues without losing or repeating a row', async () => {
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

  it('a stopped query stops reading to the end and knows its continuation token', async () => {
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
  it('shows the error with the loaded rows and continues from the same token', async () => {
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
    const session = new QueryRun({ calls: losing, wait: noWait });
    session.run('local', query);
    expect((await until(session, status('failed'))).error?.code).toBe('not-found.session');
  });

  it('requests only the rest of a row limit when it is reopened', async () => {
    const port = createTestPort(threePages);
    const session = new QueryRun({ calls: port, wait: noWait });
    session.run('local', { ...query, limit: 5 });
    await until(session, status('waiting'));
    port.loseSessions();
    session.want(4);
    await until(session, (state) => state.pages.length === 2);
    expect(port.opened[1]?.query.limit).toBe(2);
  });
});
