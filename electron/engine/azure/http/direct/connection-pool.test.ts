import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from './connection';
import { ConnectionPool } from './connection-pool';
import { createTlsMemory } from './tls-memory';

const server = createServer();
afterEach(() => new Promise((resolve) => void server.close(resolve)));

async function setUp() {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let nowMs = 0;
  const pool = new ConnectionPool({
    maxPerOrigin: 4,
    trust: createTlsMemory().trusting(undefined),
    onOpen: () => undefined,
    onClose: () => undefined,
    monotonic: () => nowMs,
    idleMs: () => 4_000,
  });
  const origin = { protocol: 'http:', hostname: '127.0.0.1', port: (server.address() as AddressInfo).port } as const;
  const take = async (): Promise<{ readonly ours: Connection; readonly theirs: Socket }> => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const ours = await new Promise<Connection>((resolve) => void pool.take(origin, resolve));
    const [theirs] = await accepted;
    theirs.resume();
    return { ours, theirs };
  };
  return { pool, pass: (ms: number) => void (nowMs += ms), origin, take };
}

describe('pooled connections', () => {
  it('are closed when they stay unused, and only those', async () => {
    const { pool, pass, origin, take } = await setUp();
    const [unused, used] = [await take(), await take()];

    pool.giveBack(origin, unused.ours);
    pass(3_999);
    expect(await new Promise<Connection>((resolve) => void pool.take(origin, resolve))).toBe(unused.ours);
    pool.giveBack(origin, unused.ours);
    pass(4_000);
    await once(unused.theirs, 'close');
    expect(used.ours.isUsable).toBe(true);

    pool.dispose();
    await once(used.theirs, 'close');
  });
});

describe('a pool of four connections', () => {
  it('makes requests wait until a connection is released or closed', async () => {
    const { pool, origin, take } = await setUp();
    const [first, second, third, fourth] = [await take(), await take(), await take(), await take()];
    const [waiting, gone]: [Connection[], Connection[]] = [[], []];
    pool.take(origin, (connection) => void waiting.push(connection));
    const leave = pool.take(origin, (connection) => void gone.push(connection));
    const afterClose = new Promise<Connection>((resolve) => void pool.take(origin, resolve));
    expect(waiting).toEqual([]);
    leave();
    leave();

    pool.giveBack(origin, first.ours);
    expect(waiting).toEqual([first.ours]);
    second.theirs.destroy();
    const opened = await afterClose;
    expect([first, second, third, fourth].some(({ ours }) => ours === opened)).toBe(false);
    expect(gone).toEqual([]);

    const closed = [first, third, fourth].map(({ theirs }) => once(theirs, 'close'));
    pool.dispose();
    await Promise.all(closed);
    expect(opened.isUsable).toBe(false);
  });

  it('returns the most recently used connection, and none that the server has closed', async () => {
    const { pool, origin, take } = await setUp();
    const [first, second] = [await take(), await take()];
    pool.giveBack(origin, first.ours);
    pool.giveBack(origin, second.ours);
    const given: Connection[] = [];
    pool.take(origin, (connection) => void given.push(connection));
    expect(given).toEqual([second.ours]);
    pool.giveBack(origin, second.ours);
    second.theirs.destroy();
    await once(second.ours.socket, 'close');
    pool.take(origin, (connection) => void given.push(connection));
    expect(given).toEqual([second.ours, first.ours]);
    pool.dispose();
    await once(first.theirs, 'close');
  });
});
