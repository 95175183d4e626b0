// A run that cannot begin, or is cancelled before its first page: the rows of the previous run stay.
import { StowageError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { expectedKeys, query, rowKeys, started, status, threePages, until } from '../fixtures/running-session';
import { createTestPort, testEntities, testEntity } from '../fixtures/test-port';
import { type QueryRun } from './query-run';

describe('a run that fails before its first page', () => {
  const denied = new StowageError('auth.denied', 'No right to read.');
  const orders = { ...query, table: 'Orders' };

  it('leaves the previous rows in place and shows the failure', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    const before = session.store.getState();
    port.failNextPage(denied);
    session.run('local', orders);
    expect(session.store.getState()).toMatchObject({ status: 'fetching', rowCount: 0 });
    const state = await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    expect(state).toEqual({
      ...before,
      rejected: { connectionId: 'local', query: orders, fromToken: undefined, firstTry: 2, error: denied },
    });
    expect(rowKeys(session)).toEqual(expectedKeys(3));
    session.loadToEnd();
    await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
    expect(port.opened.at(-1)).toMatchObject({ query, fromToken: '1' });
  });

  it('is still reported as failed to the history of runs', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    session.run('local', orders);
    expect(await until(session, status('failed'))).toMatchObject({ query: orders, rowCount: 0, error: denied });
  });

  it('is rerun unchanged, and its rows then replace the others', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    const rejectedRun = session.run('local', orders, '2');
    await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    session.retryFailedRun();
    const state = await until(session, status('complete'));
    expect(state).toMatchObject({ query: orders, rejected: undefined, rowCount: 2 });
    expect(state.run).toBeGreaterThan(rejectedRun);
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
    await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    expect(rowKeys(session)).toEqual(expectedKeys(3));
  });

  it("stops the previous run's pending page without losing it", async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.hold();
    session.loadToEnd();
    session.run('local', orders);
    port.failNextPage(denied);
    port.release();
    const state = await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    expect(state).toMatchObject({ status: 'stopped', goal: 'to-end', rowCount: 3 });
    session.resume();
    await until(session, status('complete'));
    expect(rowKeys(session)).toEqual(expectedKeys(8));
  });

  it('leaves the rows in place even if an entity was written in the meantime', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.hold();
    session.run('local', orders);
    await session.replaceRows(new Map([['["Action","row-00000"]', testEntity(0)]]));
    port.failNextPage(denied);
    port.release();
    const state = await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    expect(state.rowCount).toBe(3);
    expect(rowKeys(session)).toEqual(expectedKeys(3));
  });

  it.each(['stop', 'pause'] as const)('leaves the rows in place when the user cancels it: %s', async (action) => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    const { run } = session.store.getState();
    port.hold();
    session.run('local', orders, '2');
    session[action]();
    expect(session.store.getState()).toMatchObject({
      status: 'waiting',
      run,
      query,
      rowCount: 3,
      rejected: { query: orders, fromToken: '2', error: { code: 'cancelled.by-user' } },
    });
    expect(rowKeys(session)).toEqual(expectedKeys(3));
    port.release();
    session.retryFailedRun();
    expect((await until(session, status('complete'))).query).toEqual(orders);
  });

  it('stops in place once a page has arrived, even an empty one', async () => {
    const pages = [testEntities(0, 3)];
    const port = createTestPort(pages);
    const session = started(port);
    await until(session, status('complete'));
    pages.splice(0, 1, [], []);
    session.run('local', orders);
    const stop = session.store.subscribe(({ pages: read }) => {
      if (read.length === 1) queueMicrotask(() => session.stop());
    });
    expect(await until(session, status('stopped'))).toMatchObject({ query: orders, rowCount: 0, rejected: undefined });
    stop();
  });

  it.each([
    ['a page of theirs is here', (session: QueryRun) => session.want(4)],
    ['a person has read it', (session: QueryRun) => session.dismissFailedRun()],
  ])('is shown until %s', async (_, act) => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    session.run('local', orders);
    await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    act(session);
    expect((await until(session, ({ rejected: failedRun }) => failedRun === undefined)).rowCount).toBeGreaterThan(2);
  });

  it('is not shown beside an error of the rows themselves', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    session.run('local', orders);
    await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    port.failNextPage(new StowageError('network.reset', 'The connection was reset.'));
    session.loadToEnd();
    expect(await until(session, status('failed'))).toMatchObject({ rowCount: 3, rejected: undefined });
  });

  it('is the first try of those that repeat it', async () => {
    const port = createTestPort(threePages);
    const session = started(port);
    await until(session, status('waiting'));
    port.failNextPage(denied);
    const firstTry = session.run('local', orders);
    await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    port.failNextPage(denied);
    session.retryFailedRun();
    await until(session, ({ status: now }) => now === 'failed');
    await until(session, ({ rejected: failedRun }) => failedRun !== undefined);
    session.retryFailedRun();
    const state = await until(session, ({ pages }) => pages.length === 1);
    expect(state.firstTry).toBe(firstTry);
    expect(state.run).toBeGreaterThan(firstTry + 1);
  });
});
