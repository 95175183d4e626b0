import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from './connection';
import { ConnectionPool } from './connection-pool';
import { createTlsMemory } from './tls-memory';

const server = createServer();
afterEach(() => new Promise((resolve) => void server.close(resolve)));

async function setUp(): Promise<{ readonly pool: ConnectionPool; readonly pass: (ms: number) => void }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let nowMs = 0;
  const pool = new ConnectionPool({
    mostPerOrigin: 4,
    trust: createTlsMemory().trusting(undefined),
    onOpen: () => undefined,
    onClose: () => undefined,
    monotonic: () => nowMs,
    idleMs: () => 4_000,
  });
  return { pool, pass: (ms) => void (nowMs += ms) };
}

describe('connections that are kept', () => {
  it('are closed when they stay unused, and only those', async () => {
    const { pool, pass } = await setUp();
    const origin = { protocol: 'http:', hostname: '127.0.0.1', port: (server.address() as AddressInfo).port } as const;
    const take = async (): Promise<{ readonly ours: Connection; readonly theirs: Socket }> => {
      const accepted = once(server, 'connection') as Promise<[Socket]>;
      const ours = await new Promise<Connection>((resolve) => void pool.take(origin, resolve));
      const [theirs] = await accepted;
      theirs.resume();
      return { ours, theirs };
    };
    const [unused, used] = [await take(), await take()];

    pool.giveBack(origin, unused.ours);
    pass(3_999);
    pool.take(origin, (again) => expect(again).toBe(unused.ours))();
    pool.giveBack(origin, unused.ours);
    pass(4_000);
    await once(unused.theirs, 'close');
    expect(used.ours.isUsable).toBe(true);

    pool.dispose();
    await once(used.theirs, 'close');
  });
});
