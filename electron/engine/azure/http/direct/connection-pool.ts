// The open connections of one thread, by origin: hands out idle ones, opens more up to a limit, queues further
// requests, and closes connections that stay idle.
import type { Origin } from '../http-types';
import { Connection } from './connection';
import type { TlsTrust } from './tls-memory';

export interface PoolOptions {
  readonly maxPerOrigin: number;
  readonly trust: TlsTrust;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly monotonic: () => number;
  /** How long a connection to that origin may stay unused, ms. */
  readonly idleMs: (origin: Origin) => number;
}

/**
 * Interval of one sweep for idle connections; a timer per connection would have to be set and cleared for every
 * request.
 */
const sweepEveryMs = 500;

/** A waiting request. */
export type Wanted = (connection: Connection) => void;

interface HostPool {
  readonly origin: Origin;
  /** The origin as text. */
  readonly key: string;
  /** The longest unused first. */
  readonly free: Connection[];
  readonly open: Set<Connection>;
  readonly waiting: Wanted[];
}

export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #places = new Map<string, HostPool>();
  #sweeping: NodeJS.Timeout | null = null;
  #isDisposed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Calls `wanted` with a connection, immediately or later. Returns how to leave the queue. */
  take(origin: Origin, wanted: Wanted): () => void {
    const hostPool = this.#positionOf(origin);
    const connection = this.#freeOf(hostPool) ?? this.#openIn(hostPool);
    if (connection !== null) {
      wanted(connection);
      return () => undefined;
    }
    hostPool.waiting.push(wanted);
    return () => {
      const at = hostPool.waiting.indexOf(wanted);
      if (at !== -1) hostPool.waiting.splice(at, 1);
    };
  }

  /** Returns a connection; an unusable one is closed. */
  giveBack(origin: Origin, connection: Connection): void {
    if (this.#isDisposed || !connection.isUsable) {
      connection.destroy();
      return;
    }
    const hostPool = this.#positionOf(origin);
    const next = hostPool.waiting.shift();
    if (next !== undefined) {
      next(connection);
      return;
    }
    connection.freeSinceMs = this.#options.monotonic();
    hostPool.free.push(connection);
    this.#sweeping ??= setInterval(() => this.#sweep(), sweepEveryMs).unref();
  }

  /** Closes the connections that have been idle since that time or longer. */
  leaveIdle(origin: Origin, sinceMs: number): void {
    closeIdle(this.#positionOf(origin).free, sinceMs);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopSweeping();
    for (const { open } of this.#places.values()) for (const connection of open) connection.socket.destroy();
  }

  #positionOf(origin: Origin): HostPool {
    const key = `${origin.protocol}//${origin.hostname}:${origin.port}`;
    let hostPool = this.#places.get(key);
    if (hostPool === undefined) {
      hostPool = { origin, key, free: [], open: new Set(), waiting: [] };
      this.#places.set(key, hostPool);
    }
    return hostPool;
  }

  /** The most recently used one, which is the least likely to have been closed by the server. */
  #freeOf(hostPool: HostPool): Connection | null {
    for (let connection = hostPool.free.pop(); connection !== undefined; connection = hostPool.free.pop()) {
      if (connection.isUsable) return connection;
    }
    return null;
  }

  #sweep(): void {
    const nowMs = this.#options.monotonic();
    let retained = 0;
    for (const { origin, free } of this.#places.values()) {
      closeIdle(free, nowMs - this.#options.idleMs(origin));
      retained += free.length;
    }
    if (retained === 0) this.#stopSweeping();
  }

  #stopSweeping(): void {
    if (this.#sweeping !== null) clearInterval(this.#sweeping);
    this.#sweeping = null;
  }

  #openIn(hostPool: HostPool): Connection | null {
    if (hostPool.open.size >= this.#options.maxPerOrigin) return null;
    const { trust } = this.#options;
    const connection: Connection = new Connection({
      origin: hostPool.origin,
      context: trust.context,
      session: trust.sessionWith(hostPool.key),
      onSession: (session) => trust.keep(hostPool.key, session),
      onClose: () => {
        if (!hostPool.open.delete(connection)) return;
        this.#options.onClose();
        const at = hostPool.free.indexOf(connection);
        if (at !== -1) hostPool.free.splice(at, 1);
        const next = this.#isDisposed ? undefined : hostPool.waiting.shift();
        if (next !== undefined) this.take(hostPool.origin, next);
      },
    });
    hostPool.open.add(connection);
    this.#options.onOpen();
    return connection;
  }
}

/** `free`: the longest unused first. */
function closeIdle(free: Connection[], sinceMs: number): void {
  for (let next = free[0]; next !== undefined && next.freeSinceMs <= sinceMs; next = free[0]) {
    free.shift();
    next.destroy();
  }
}
