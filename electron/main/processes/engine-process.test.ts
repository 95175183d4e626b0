import { afterEach, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { closePorts, known, ordersOf, ready, setUp, locale, windowOf } from './fixtures/owned-engine';

afterEach(closePorts);

describe('the owner of the engine', () => {
  it('sends its port and its configuration first, and reports when it runs', async () => {
    const { engine, children, states } = setUp();
    engine.start();
    expect(ordersOf(children[0])).toEqual([]);
    await known();
    expect(ordersOf(children[0])).toEqual(['start']);
    expect(children[0]?.orders[0]?.port).toBeDefined();
    expect(states).toEqual([]);
    children[0]?.info('nonsense');
    children[0]?.info(ready);
    expect(states).toEqual(['running']);
    expect(engine.state()).toBe('running');
  });

  it('sends a changed locale to the running engine, and to the next one when it starts', async () => {
    const { engine, children } = setUp();
    engine.setLanguage(locale);
    engine.start();
    await known();
    engine.setLanguage(locale);
    expect(children[0]?.orders).toMatchObject([
      { order: 'start', locale },
      { order: 'speak', locale },
    ]);
  });

  it('ends an engine that could not receive its configuration, and starts another', async () => {
    const { engine, children, log, nextChild } = setUp({ unknown: 1 });
    engine.start();
    await nextChild();
    expect(children[0]?.killed).toBe(true);
    expect(log[0]).toBe('The engine has nothing to start with: An unexpected Error was thrown.');
    await known();
    expect(ordersOf(children[1])).toEqual(['start']);
  });

  it('logs that V8 aborts in it, and restarts it when it has ended', async () => {
    const { engine, children, log, nextChild } = setUp();
    engine.start();
    children[0]?.fail('Reached heap limit');
    expect(log).toEqual(['The engine has failed: FatalError at Reached heap limit.']);
    children[0]?.die(5);
    await nextChild();
    expect(children).toHaveLength(2);
  });

  it('gives a window a channel immediately and passes the other end to the engine', async () => {
    const { engine, children } = setUp();
    const window = windowOf(1);
    engine.start();
    engine.connect(window.receiver);
    window.ports[0]?.postMessage('hello');
    await known();
    expect(ordersOf(children[0])).toEqual(['start', 'serve-window']);
    const theirs = children[0]?.orders[1]?.port;
    const message = new Promise((resolve) => theirs?.inner.once('message', resolve));
    expect(await message).toBe('hello');
  });

  it('restarts after a crash, and gives each open window one new channel', async () => {
    const { engine, children, states, gone, log, nextChild } = setUp();
    const stays = windowOf(1);
    const leaves = windowOf(2);
    const beside = windowOf(3);
    engine.start();
    children[0]?.info(ready);
    engine.connect(stays.receiver);
    // The same window again, after a reload.
    engine.connect({ ...stays.receiver });
    engine.connect(leaves.receiver);
    engine.connect(beside.receiver);
    leaves.leave();
    const restarted = nextChild();
    children[0]?.die(9);
    expect(states).toEqual(['running', 'restarting']);
    expect(gone).toEqual([1]);
    await restarted;
    children[1]?.info(ready);
    await known();
    expect(ordersOf(children[1])).toEqual(['start', 'serve-window', 'serve-window']);
    expect(stays.ports).toHaveLength(3);
    expect(leaves.ports).toHaveLength(1);
    expect(beside.ports).toHaveLength(2);
    expect(states).toEqual(['running', 'restarting', 'running']);
    expect(log.join()).toContain('code 9');
  });

  it('gives up after repeated crashes until the user restarts it', async () => {
    const { engine, children, states, nextChild } = setUp({ delays: [null] });
    engine.start();
    children[0]?.die(1);
    expect(states).toEqual(['failed']);
    expect(() => engine.openChannel()).toThrow();
    const started = nextChild();
    const restarted = engine.restart();
    await started;
    children[1]?.info(ready);
    await restarted;
    expect(states).toEqual(['failed', 'restarting', 'running']);
  });

  it('waits for the old engine to finish before a requested restart starts the new one', async () => {
    const { engine, children, nextChild } = setUp();
    engine.start();
    await known();
    children[0]?.info(ready);
    const started = nextChild();
    const restarted = engine.restart();
    expect(ordersOf(children[0])).toEqual(['start', 'stop']);
    await started;
    children[1]?.info(ready);
    await restarted;
    expect(children[0]?.killed).toBe(false);
  });

  it('ends the engine for good, by force when it does not respond', async () => {
    const { engine, children, states } = setUp();
    engine.start();
    const child = children[0]!;
    child.stops = false;
    await engine.stop();
    expect(child.killed).toBe(true);
    expect(children).toHaveLength(1);
    expect(states).toEqual([]);
  });

  it('starts one engine for concurrent restarts, and ends with none', async () => {
    const { engine, children, nextChild } = setUp();
    engine.start();
    await known();
    const started = nextChild();
    const restarts = [engine.restart(), engine.restart()];
    await started;
    await known();
    expect(children).toHaveLength(2);
    children[1]?.info(ready);
    await Promise.all(restarts);
    await engine.stop();
    expect(children.map(ordersOf)).toEqual([
      ['start', 'stop'],
      ['start', 'stop'],
    ]);
  });

  it('starts another engine for a restart that is requested once the last one has its configuration', async () => {
    const { engine, children, nextChild } = setUp();
    engine.start();
    await known();
    const started = nextChild();
    const first = engine.restart();
    await started;
    await known();
    const startedAgain = nextChild();
    const second = engine.restart();
    await startedAgain;
    await known();
    expect(children.map(ordersOf)).toEqual([['start', 'stop'], ['start', 'stop'], ['start']]);
    children[2]?.info(ready);
    await Promise.all([first, second]);
  });

  it('starts no engine when it is stopped during a restart', async () => {
    const { engine, children } = setUp();
    engine.start();
    await known();
    children[0]!.stops = false;
    const restarted = engine.restart().then(
      () => 'ready',
      (thrown: unknown) => StowageError.from(thrown).kind,
    );
    await engine.stop();
    await known();
    expect(children).toHaveLength(1);
    expect(await restarted).toBe('cancelled');
    await expect(engine.restart()).rejects.toMatchObject({ kind: 'cancelled' });
    expect(children).toHaveLength(1);
  });

  it('rejects a requested restart when the new engine was given up', async () => {
    const { engine, children, states, nextChild } = setUp({ delays: [1, null] });
    engine.start();
    await known();
    const started = nextChild();
    const restarted = engine.restart().then(
      () => 'ready',
      (thrown: unknown) => StowageError.from(thrown).code,
    );
    await started;
    const startedAgain = nextChild();
    children[1]?.die(1);
    await startedAgain;
    children[2]?.die(1);
    expect(states.at(-1)).toBe('failed');
    expect(await restarted).toBe('network.engine-restarted');
  });

  it('ignores messages of the old engine after a restart', async () => {
    const { engine, children, states } = setUp();
    engine.start();
    await known();
    children[0]!.stops = false;
    const restarted = engine.restart();
    children[0]?.info(ready);
    expect(states).toEqual([]);
    await expect.poll(() => children.length).toBe(2);
    children[1]?.info(ready);
    await restarted;
    expect(states).toEqual(['restarting', 'running']);
  });

  it('continues without a window whose page is gone, which connects again after it has reloaded', async () => {
    const { engine, children, states, log, nextChild } = setUp();
    const crashed = windowOf(1);
    const other = windowOf(2);
    engine.start();
    engine.connect(crashed.receiver);
    engine.connect(other.receiver);
    const unreachable = (): never => {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    };
    engine.connect({ ...crashed.receiver, sendPort: unreachable });
    const restarted = nextChild();
    children[0]?.die(9);
    await restarted;
    await known();
    expect(other.ports).toHaveLength(2);
    children[1]?.info(ready);
    expect(states).toEqual(['restarting', 'running']);
    expect(log.join()).toContain('could not be connected');
    engine.connect(crashed.receiver);
    expect(crashed.ports).toHaveLength(2);
    const startedAgain = nextChild();
    children[1]?.die(9);
    await startedAgain;
    expect(children).toHaveLength(3);
  });
});
