// How long the session of a tab lives, and how it continues when the engine is back.
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Bridge, replaceBridge } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import { wholeTable } from '@shared/model/table-query';
import { bridgeOver } from '../fixtures/port-bridge';
import { createTestPort, testEntities } from '../fixtures/test-port';
import { useQueryRun } from './query-run';

type EngineState = ReturnType<Bridge['engineState']>;

afterEach(() => {
  cleanup();
  replaceBridge(null);
});

/** A session over two pages, and the engine state that it receives. */
function tabOver(pages = [testEntities(0, 2), testEntities(2, 1)]) {
  const port = createTestPort(pages);
  const listeners = new Set<() => void>();
  let engine: EngineState = 'running';
  replaceBridge({
    ...bridgeOver(port),
    engineState: () => engine,
    onEngineState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const { result, unmount } = renderHook(() => useQueryRun());
  const status = (): string => result.current.state.status;
  return {
    port,
    result,
    unmount,
    status,
    run: () => act(() => result.current.session.run('local', wholeTable('Movies'))),
    becomes: (state: EngineState) =>
      act(() => {
        engine = state;
        for (const listener of listeners) listener();
      }),
  };
}

it.each([
  ['network.reset', 'complete'],
  ['auth.denied', 'failed'],
] as const)('a query that failed with %s while the engine was away is %s when it is back', async (code, then) => {
  const { port, run, status, becomes, result } = tabOver([testEntities(0, 2)]);
  port.failNextPage(new StowageError(code, 'It did not answer.'));
  void run();
  await waitFor(() => expect(status()).toBe('failed'));
  becomes('restarting');
  expect(status()).toBe('failed');
  becomes('running');
  await waitFor(() => expect(status()).toBe(then));
  expect(result.current.session.rows.length).toBe(then === 'complete' ? 2 : 0);
});

it('a denied run is retried if the engine was away then, and not if that had ended', async () => {
  const { port, run, status, becomes, result } = tabOver();
  void run();
  await waitFor(() => expect(status()).toBe('waiting'));
  const failedRun = () => result.current.state.rejected;
  const lost = new StowageError('network.reset', 'It did not answer.');
  port.failNextPage(lost);
  void run();
  await waitFor(() => expect(failedRun()).toBeDefined());
  becomes('restarting');
  becomes('running');
  expect(failedRun(), 'an old one').toBeDefined();
  expect(port.opened).toHaveLength(2);

  becomes('restarting');
  port.failNextPage(lost);
  void run();
  await waitFor(() => expect(failedRun()).toBeDefined());
  becomes('running');
  await waitFor(() => expect(failedRun()).toBeUndefined());
  await waitFor(() => expect(status()).toBe('waiting'));
  expect(port.opened).toHaveLength(4);
});

it('a query that the user stopped stays stopped, whatever the engine does', async () => {
  const { port, run, status, becomes, result } = tabOver();
  port.hold();
  void run();
  await waitFor(() => expect(status()).toBe('fetching'));
  act(() => result.current.session.stop());
  becomes('restarting');
  becomes('running');
  expect(status()).toBe('stopped');
  port.release();
});

it('stays the same one while the tab is there, and is closed with it', async () => {
  const { port, run, status, becomes, result, unmount } = tabOver();
  const { session } = result.current;
  void run();
  await waitFor(() => expect(status()).toBe('waiting'));
  becomes('restarting');
  expect(result.current.session).toBe(session);
  expect(port.closed).toEqual([]);
  unmount();
  expect(port.closed).toHaveLength(1);
  expect(session.rows.length).toBe(0);
});

it('a query whose page ends the engine is resumed once and not after every restart', async () => {
  const { port, run, status, becomes } = tabOver([testEntities(0, 2)]);
  const lost = new StowageError('network.engine-restarted', 'It stopped.');
  port.failNextPage(lost);
  void run();
  await waitFor(() => expect(status()).toBe('failed'));
  becomes('restarting');
  port.failNextPage(lost);
  becomes('running');
  await waitFor(() => expect(port.opened).toHaveLength(2));
  await waitFor(() => expect(status()).toBe('failed'));
  becomes('restarting');
  becomes('running');
  expect([status(), port.opened.length]).toEqual(['failed', 2]);
});
