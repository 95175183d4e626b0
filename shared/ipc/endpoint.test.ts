import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StowageError } from '../errors';
import { ChannelClient, type ServeOptions, maxAtOnce, serveChannel } from './endpoint';
import { valuePortChannel } from './port-channel';

const declared = {
  calls: {
    double: { input: z.object({ n: z.number() }), output: z.object({ n: z.number() }) },
    hang: { input: z.object({}), output: z.object({}) },
    fail: { input: z.object({ how: z.enum(['typed', 'plain']) }), output: z.object({}) },
    lie: { input: z.object({}), output: z.object({ n: z.number() }) },
    unsendable: { input: z.object({}), output: z.object({}) },
    unanswered: { input: z.object({}), output: z.object({}) },
  },
  streams: {
    count: { input: z.object({ to: z.int() }), event: z.int() },
    forever: { input: z.object({}), event: z.string() },
    lastWords: { input: z.object({}), event: z.string() },
    wrong: { input: z.object({}), event: z.int() },
  },
};

interface Context {
  readonly signal: AbortSignal;
}

/**
 * A served channel, its client, the remote port for sending malformed messages, and the messages the server received.
 */
function connect(checkOutputs: 'yes' | 'no' = 'yes') {
  const { port1, port2 } = new MessageChannel();
  const aborted: string[] = [];
  const bugs: string[] = [];
  const untilAborted = (name: string, { signal }: Context): Promise<never> =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        aborted.push(name);
        reject(new Error('stopped'));
      }),
    );
  const options: ServeOptions = {
    ...declared,
    checkOutputs,
    onBug: (error, name) => bugs.push(`${name}: ${error.code}`),
    handlers: {
      calls: {
        double: ({ n }: { n: number }) => ({ n: n * 2 }),
        hang: (_input: object, context: Context) => untilAborted('hang', context),
        fail: ({ how }: { how: string }) => {
          if (how === 'plain') throw new TypeError('secret inside');
          throw new StowageError('conflict.etag-changed', 'Somebody was faster.', {
            retry: { afterMs: 7 },
            context: { table: 'movies' },
            requestId: 'r-1',
            cause: new Error('kept here'),
          });
        },
        lie: () => ({ n: 'seven' }),
        unsendable: () => ({ f: () => 1 }),
      },
      streams: {
        count: async ({ to }: { to: number }, { push }: { push: (n: number) => void }) => {
          for (let n = 1; n <= to; n += 1) push(n);
        },
        forever: (_input: object, context: Context & { push: (text: string) => void }) => {
          context.push('first');
          return untilAborted('forever', context);
        },
        lastWords: async (_input: object, context: Context & { push: (text: string) => void }) => {
          context.push('first');
          await untilAborted('lastWords', context).catch(() => undefined);
          context.push('last');
          throw new Error('stopped');
        },
        wrong: async (_input: object, { push }: { push: (event: unknown) => void }) => push('no number'),
      },
    },
  };
  serveChannel(valuePortChannel(port1), options);
  const client = new ChannelClient(valuePortChannel(port2));
  open.push(port1);
  return { client, serverPort: port1, clientPort: port2, aborted, bugs };
}
const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

const failure = (promise: Promise<unknown>): Promise<StowageError> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => {
      if (error instanceof StowageError) return error;
      throw error;
    },
  );
const settled = (port: MessagePort): Promise<void> => new Promise((resolve) => port.on('close', () => resolve()));

describe('calls', () => {
  it('matches responses to their requests, in any order', async () => {
    const { client } = connect();
    const answers = await Promise.all([1, 2, 3, 4].map((n) => client.call('double', { n })));
    expect(answers).toEqual([{ n: 2 }, { n: 4 }, { n: 6 }, { n: 8 }]);
  });

  it('carries a typed error with code, kind, advice, context and request id, and leaves its cause behind', async () => {
    const { client, bugs } = connect();
    const error = await failure(client.call('fail', { how: 'typed' }));
    expect(error).toMatchObject({
      code: 'conflict.etag-changed',
      kind: 'conflict',
      message: 'Somebody was faster.',
      retry: { afterMs: 7 },
      context: { table: 'movies' },
      requestId: 'r-1',
    });
    expect(error.cause).toBeUndefined();
    expect(bugs).toEqual([]);
  });

  it('turns anything else that was thrown into a bug that does not repeat its text', async () => {
    const { client, bugs } = connect();
    const error = await failure(client.call('fail', { how: 'plain' }));
    expect(error.kind).toBe('bug');
    expect(error.message).not.toContain('secret');
    expect(bugs).toEqual(['fail: bug.unexpected']);
  });

  it('rejects input that violates the contract and names the field', async () => {
    const { client } = connect();
    const error = await failure(client.call('double', { n: 'two' }));
    expect(error.code).toBe('invalid.input');
    expect(error.context).toMatchObject({ field: 'n', call: 'double' });
  });

  it.each(['nothing', 'toString', '__proto__', 'constructor', 'unanswered', 'count'])(
    'does not answer %s',
    async (name) => {
      const { client } = connect();
      expect((await failure(client.call(name, {}))).code).toBe('bug.unexpected');
    },
  );

  it('validates its own responses when configured to', async () => {
    expect((await failure(connect('yes').client.call('lie', {}))).code).toBe('bug.unexpected');
    expect(await connect('no').client.call('lie', {})).toEqual({ n: 'seven' });
  });

  it('ends a request whose answer or input cannot be sent', async () => {
    const { client, bugs } = connect('no');
    expect((await failure(client.call('unsendable', {}))).code).toBe('bug.unexpected');
    expect(bugs).toEqual(['unsendable: bug.unexpected']);
    expect((await failure(client.call('double', { n: () => 1 }))).code).toBe('bug.unexpected');
    expect(await client.call('double', { n: 1 })).toEqual({ n: 2 });
  });

  it('ends a request whose answer makes no sense', async () => {
    const { port1, port2 } = new MessageChannel();
    open.push(port1);
    port1.on('message', ({ id }: { id: number }) => port1.postMessage({ t: 'failed', id, error: { code: 'no.such' } }));
    const error = await failure(new ChannelClient(valuePortChannel(port2)).call('double', { n: 1 }));
    expect(error.code).toBe('bug.unexpected');
  });

  it('ignores messages that are not requests', async () => {
    const { client, clientPort } = connect();
    for (const junk of [null, 7, 'call', {}, { t: 'call' }, { t: 'call', id: -1, name: 'double', input: {} }]) {
      clientPort.postMessage(junk);
    }
    expect(await client.call('double', { n: 4 })).toEqual({ n: 8 });
  });
});

describe('cancelling', () => {
  it('rejects at once and aborts the handler', async () => {
    const { client, aborted } = connect();
    const controller = new AbortController();
    const hanging = failure(client.call('hang', {}, controller.signal));
    await client.call('double', { n: 1 });
    controller.abort();
    expect((await hanging).code).toBe('cancelled.by-user');
    await client.call('double', { n: 1 });
    expect(aborted).toEqual(['hang']);
  });

  it('sends nothing when the signal was aborted before', async () => {
    const { client } = connect();
    expect((await failure(client.call('double', { n: 1 }, AbortSignal.abort()))).code).toBe('cancelled.by-user');
  });

  it('does not mind a signal that aborts after the answer', async () => {
    const { client, aborted } = connect();
    const controller = new AbortController();
    await client.call('double', { n: 1 }, controller.signal);
    controller.abort();
    await client.call('double', { n: 1 });
    expect(aborted).toEqual([]);
  });
});

describe('streams', () => {
  it('pushes events in order, then ends', async () => {
    const { client } = connect();
    const events: unknown[] = [];
    await client.subscribe('count', { to: 500 }, (event) => events.push(event));
    expect(events).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  });

  it('stops when the subscriber leaves', async () => {
    const { client, aborted } = connect();
    const controller = new AbortController();
    const events: unknown[] = [];
    const stream = failure(
      client.subscribe(
        'forever',
        {},
        (event) => {
          events.push(event);
          controller.abort();
        },
        controller,
      ),
    );
    expect((await stream).code).toBe('cancelled.by-user');
    await client.call('double', { n: 1 });
    expect(events).toEqual(['first']);
    expect(aborted).toEqual(['forever']);
  });

  it('deliver the last events of a stream that is being stopped', async () => {
    const { client } = connect();
    const controller = new AbortController();
    const events: unknown[] = [];
    const onEvent = (event: unknown): void => {
      events.push(event);
      controller.abort();
    };
    expect((await failure(client.subscribe('lastWords', {}, onEvent, { stop: controller.signal }))).code).toBe(
      'cancelled.by-user',
    );
    expect(events).toEqual(['first', 'last']);
  });

  it('fails on an event that is out of contract', async () => {
    const { client } = connect();
    expect((await failure(client.subscribe('wrong', {}, () => undefined))).code).toBe('bug.unexpected');
  });

  it('reject bad input and unknown names', async () => {
    const { client } = connect();
    expect((await failure(client.subscribe('count', { to: 1.5 }, () => undefined))).code).toBe('invalid.input');
    expect((await failure(client.subscribe('double', { n: 1 }, () => undefined))).code).toBe('bug.unexpected');
  });
});

describe('a channel that closes', () => {
  it('fails all pending requests on the client side, and all later ones', async () => {
    const { client, serverPort } = connect();
    const call = failure(client.call('hang', {}));
    const stream = failure(client.subscribe('forever', {}, () => undefined));
    serverPort.close();
    for (const error of [await call, await stream, await failure(client.call('double', { n: 1 }))]) {
      expect(error.code).toBe('network.engine-restarted');
      expect(error.retry).toEqual({ afterMs: 500 });
    }
  });

  it('aborts everything that runs on the answering side', async () => {
    const { client, serverPort, aborted } = connect();
    const call = failure(client.call('hang', {}));
    const stream = failure(client.subscribe('forever', {}, () => undefined));
    await client.call('double', { n: 1 });
    const closed = settled(serverPort);
    client.close();
    await closed;
    expect((await call).code).toBe('network.engine-restarted');
    expect((await stream).code).toBe('network.engine-restarted');
    expect([...aborted].sort()).toEqual(['forever', 'hang']);
  });

  it('also aborts calls that a page restarts repeatedly under one number', async () => {
    const { clientPort, serverPort, client, aborted } = connect();
    for (let n = 0; n < 3; n += 1) clientPort.postMessage({ t: 'subscribe', id: 77_000, name: 'forever', input: {} });
    await client.call('double', { n: 1 });
    const closed = settled(serverPort);
    client.close();
    await closed;
    expect(aborted).toEqual(['forever']);
  });
});

it('a channel: rejects more requests than a window may have pending, and accepts new ones when one has ended', async () => {
  const { client, clientPort } = connect();
  for (let id = 50_000; id < 50_000 + maxAtOnce; id += 1)
    clientPort.postMessage({ t: 'call', id, name: 'hang', input: {} });
  expect((await failure(client.call('double', { n: 1 }))).code).toBe('invalid.refused');
  clientPort.postMessage({ t: 'cancel', id: 50_000 });
  await expect.poll(() => client.call('double', { n: 1 }).catch(() => null)).toEqual({ n: 2 });
});
