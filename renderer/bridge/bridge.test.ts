// The bridge over real channels: calls and streams when the engine exits and restarts.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { calls, streams } from '@shared/ipc/contract';
import { type UntypedHandlers, serveChannel } from '@shared/ipc/endpoint';
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import type { WindowApi } from '@shared/ipc/window-api';
import type { ConnectionSummary } from '@shared/model/connection';
import { type Bridge, createBridge } from './bridge';
import { channelOverPort } from './engine-link';

type Receive = (message: unknown, ports: readonly MessagePort[]) => void;

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function setUp(
  invoke: (name: string, input: unknown) => Promise<ReplyEnvelope> = () => Promise.reject(new Error()),
  registerDroppedFiles: WindowApi['registerDroppedFiles'] = () => Promise.resolve({ t: 'done', id: 0, value: [] }),
): {
  readonly bridge: Bridge;
  readonly notice: Receive;
  readonly engine: (handlers: Partial<UntypedHandlers>) => void;
} {
  let receive: Receive = () => undefined;
  const bridge = createBridge({
    api: { invoke, connectEngine: () => undefined, registerDroppedFiles },
    listen: (listener) => {
      receive = listener;
      return () => undefined;
    },
    contract: { calls, streams },
  });
  const notice: Receive = (message, ports) => receive(message, ports);
  return {
    bridge,
    notice,
    engine: (handlers) => {
      const { port1, port2 } = new MessageChannel();
      opened.push(port1, port2);
      serveChannel(channelOverPort(port1), {
        calls,
        streams,
        handlers: { calls: {}, streams: {}, ...handlers },
        checkOutputs: 'yes',
      });
      notice({ stowage: 'engine-port' }, [port2]);
    },
  };
}

const tablesOf = (names: readonly string[]): Partial<UntypedHandlers> => ({
  calls: { 'tables.list': () => names.map((name) => ({ name })) },
});
const never = new Promise<never>(() => undefined);

function connection(name: string): ConnectionSummary {
  return {
    id: name,
    name,
    kind: 'emulator',
    accountName: 'devstoreaccount1',
    endpoints: {},
    marking: { production: false, colour: 'none' },
    locked: false,
    secretStorage: 'none',
    needsSecret: false,
  };
}

describe('calls to the engine', () => {
  it('wait for the first port and are then answered', async () => {
    const { bridge, engine } = setUp();
    const answer = bridge.call('tables.list', { connectionId: 'local' });
    engine(tablesOf(['Movies']));
    await expect(answer).resolves.toEqual([{ name: 'Movies' }]);
    expect(bridge.engineState()).toBe('running');
  });

  it('that only read are repeated when the engine restarts while they run', async () => {
    const { bridge, engine, notice } = setUp();
    const requested = vi.fn(() => never);
    engine({ calls: { 'tables.list': requested } });
    const answer = bridge.call('tables.list', { connectionId: 'local' });
    await vi.waitFor(() => expect(requested).toHaveBeenCalledOnce());
    notice({ stowage: 'engine-state', state: 'restarting' }, []);
    expect(bridge.engineState()).toBe('restarting');
    engine(tablesOf(['Orders']));
    await expect(answer).resolves.toEqual([{ name: 'Orders' }]);
  });

  it('that only read fail when the engine crashes during them a second time: they may be the cause', async () => {
    const { bridge, engine, notice } = setUp();
    const requested = vi.fn(() => never);
    engine({ calls: { 'tables.list': requested } });
    const answer = bridge.call('tables.list', { connectionId: 'local' });
    await vi.waitFor(() => expect(requested).toHaveBeenCalledTimes(1));
    notice({ stowage: 'engine-state', state: 'restarting' }, []);
    engine({ calls: { 'tables.list': requested } });
    await vi.waitFor(() => expect(requested).toHaveBeenCalledTimes(2));
    notice({ stowage: 'engine-state', state: 'restarting' }, []);
    engine({ calls: { 'tables.list': requested } });
    await expect(answer).rejects.toMatchObject({ code: 'network.engine-restarted' });
    expect(requested).toHaveBeenCalledTimes(2);
  });

  it('that parse the content of a blob are not repeated when the engine dies under them', async () => {
    const { bridge, engine, notice } = setUp();
    const requested = vi.fn(() => never);
    engine({ calls: { 'preview.delimited': requested } });
    const answer = bridge.call('preview.delimited', { text: 'a,b', delimiter: ',' });
    await vi.waitFor(() => expect(requested).toHaveBeenCalledOnce());
    notice({ stowage: 'engine-state', state: 'restarting' }, []);
    engine({ calls: { 'preview.delimited': requested } });
    await expect(answer).rejects.toMatchObject({ code: 'network.engine-restarted' });
    expect(requested).toHaveBeenCalledOnce();
  });

  it('that change something fail instead of being sent twice', async () => {
    const { bridge, engine, notice } = setUp();
    const requested = vi.fn(() => never);
    engine({ calls: { 'tables.create': requested } });
    const answer = bridge.call('tables.create', { connectionId: 'local', table: 'New' });
    await vi.waitFor(() => expect(requested).toHaveBeenCalledOnce());
    notice({ stowage: 'engine-state', state: 'restarting' }, []);
    await expect(answer).rejects.toMatchObject({ code: 'network.engine-restarted' });
    expect(requested).toHaveBeenCalledOnce();
  });

  it('stop waiting when the engine failed for good', async () => {
    const { bridge, notice } = setUp();
    const answer = bridge.call('tables.list', { connectionId: 'local' });
    notice({ stowage: 'engine-state', state: 'failed' }, []);
    await expect(answer).rejects.toMatchObject({ code: 'network.engine-restarted' });
  });

  it('stop waiting when their signal aborts', async () => {
    const { bridge } = setUp();
    const controller = new AbortController();
    const answer = bridge.call('tables.list', { connectionId: 'local' }, { signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('reject an answer that does not match the contract', async () => {
    const { port1, port2 } = new MessageChannel();
    opened.push(port1, port2);
    port1.onmessage = ({ data }: MessageEvent<{ id: number }>) =>
      port1.postMessage({ t: 'done', id: data.id, value: [{ title: 'Movies' }] });
    const { bridge, notice } = setUp();
    notice({ stowage: 'engine-port' }, [port2]);
    await expect(bridge.call('tables.list', { connectionId: 'local' })).rejects.toMatchObject({
      code: 'bug.unexpected',
    });
  });
});

describe('streams', () => {
  it('continue after a restart without any action of the view', async () => {
    const { bridge, engine, notice } = setUp();
    const seen: string[] = [];
    const controller = new AbortController();
    const pushing = (name: string): Partial<UntypedHandlers> => ({
      streams: {
        'connections.watch': async (_input, { push }: { push: (event: never) => void }) => {
          push([connection(name)] as never);
          await never;
        },
      },
    });
    engine(pushing('first'));
    const ended = bridge.subscribe('connections.watch', {}, ([each]) => seen.push(each?.name ?? ''), {
      signal: controller.signal,
    });
    await vi.waitFor(() => expect(seen).toEqual(['first']));
    notice({ stowage: 'engine-state', state: 'restarting' }, []);
    engine(pushing('second'));
    await vi.waitFor(() => expect(seen).toEqual(['first', 'second']));
    controller.abort();
    await expect(ended).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('outlive even an engine that failed for good and was started again by hand', async () => {
    const { bridge, engine, notice } = setUp();
    const seen: number[] = [];
    const controller = new AbortController();
    const ended = bridge.subscribe('connections.watch', {}, (all) => seen.push(all.length), {
      signal: controller.signal,
    });
    notice({ stowage: 'engine-state', state: 'failed' }, []);
    engine({
      streams: {
        'connections.watch': async (_input, { push }: { push: (event: never) => void }) => {
          push([] as never);
          await never;
        },
      },
    });
    await vi.waitFor(() => expect(seen).toEqual([0]));
    controller.abort();
    await expect(ended).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('reach the engine before later calls of the same task', async () => {
    const { bridge, engine } = setUp();
    const requested: string[] = [];
    const controller = new AbortController();
    engine({
      calls: {
        'tables.list': () => {
          requested.push('call');
          return [];
        },
      },
      streams: {
        'connections.watch': () => {
          requested.push('subscription');
          return never;
        },
      },
    });
    const ended = bridge.subscribe('connections.watch', {}, () => undefined, { signal: controller.signal });
    await bridge.call('tables.list', { connectionId: 'local' });
    expect(requested).toEqual(['subscription', 'call']);
    controller.abort();
    await expect(ended).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('that do work end with the engine instead of starting again', async () => {
    const { bridge, engine, notice } = setUp();
    const started = vi.fn(() => never);
    engine({ streams: { 'lab.run': started } });
    const ended = bridge.subscribe(
      'lab.run',
      { connectionId: 'local', experimentId: 'sweep', parameters: {}, name: '', node: '' },
      () => undefined,
      { afterRestart: 'fail' },
    );
    await vi.waitFor(() => expect(started).toHaveBeenCalledOnce());
    notice({ stowage: 'engine-state', state: 'restarting' }, []);
    await expect(ended).rejects.toMatchObject({ code: 'network.engine-restarted' });
  });
});

describe('notices', () => {
  it('queue commands until a listener subscribes, and deliver them once and in order', () => {
    const { bridge, notice } = setUp();
    for (const command of ['palette', 'monitor']) notice({ stowage: 'command', command }, []);
    const received: string[] = [];
    bridge.onCommand((command) => received.push(command));
    bridge.onCommand((command) => received.push(`${command} again`));
    expect(received).toEqual(['palette', 'monitor']);
  });

  it('reach listeners of commands; anything else is ignored', () => {
    const { bridge, notice } = setUp();
    const received = vi.fn();
    const stop = bridge.onCommand(received);
    notice({ stowage: 'command', command: 'palette' }, []);
    notice({ stowage: 'command', command: 'format-disk' }, []);
    notice('engine-port', []);
    notice(null, []);
    stop();
    notice({ stowage: 'command', command: 'settings' }, []);
    expect(received.mock.calls).toEqual([['palette']]);
  });
});

describe('calls to main', () => {
  it('turn a failed envelope into the error that it carries', async () => {
    const error = new StowageError('invalid.input', 'pageSize: too large.', { context: { field: 'pageSize' } });
    const { bridge } = setUp(() => Promise.resolve({ t: 'failed', id: 0, error: error.toShape() }));
    await expect(bridge.call('settings.write', { pageSize: 1000 })).rejects.toMatchObject({
      code: 'invalid.input',
      context: { field: 'pageSize' },
    });
  });
});

describe('dropped files', () => {
  const dropped = [new File(['x'], 'a.txt')];

  it('become their tokens', async () => {
    const picked = [{ token: 't', name: 'a.txt', kind: 'file', bytes: 1 }];
    const { bridge } = setUp(undefined, () => Promise.resolve({ t: 'done', id: 0, value: picked }));
    await expect(bridge.registerDroppedFiles(dropped)).resolves.toEqual(picked);
  });

  it('that cannot be read are reported with the cause', async () => {
    const error = new StowageError('local.denied', 'a.txt could not be read.', { context: { path: 'a.txt' } });
    const { bridge } = setUp(undefined, () => Promise.resolve({ t: 'failed', id: 0, error: error.toShape() }));
    await expect(bridge.registerDroppedFiles(dropped)).rejects.toMatchObject({
      code: 'local.denied',
      context: { path: 'a.txt' },
    });
  });
});
