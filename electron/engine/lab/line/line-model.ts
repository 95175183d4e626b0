// A network modelled with queues and token buckets: how long a piece of data, a request or a write waits. Pure
// arithmetic on the given times; used both in simulated time and by the real proxy.
import type { LineSettings } from '@shared/lab/line-settings';

export type Direction = 'up' | 'down';

/** Size of the pieces in which bytes are sent, delayed and lost. */
export const pieceBytes = 64 * 1024;

/** What a partition or an account saves up while it is idle, in seconds of its rate; two batches at least. */
const burstSeconds = 0.6;
/** The largest batch. A partition that was never used takes one at once and has nothing else saved up. */
const batchEntities = 100;

export interface LineModel {
  readonly settings: LineSettings;
  /** One-way delay in ms of a request that starts at `nowMs`, or of its response. */
  delay(): number;
  /**
   * When a piece that is ready at `nowMs` has passed. Each connection has its own queue; all share that of the network.
   */
  pass(connection: number, direction: Direction, bytes: number, nowMs: number): number;
  /**
   * When the service accepts that many entities of a partition: after that time, or not at all. A service of the first
   * generation answers at once that it is busy; one of the second lets requests wait in line for a while.
   */
  turn(partition: string, entities: number, nowMs: number): { readonly waitMs: number } | 'busy';
  /** Whether it accepts them at all. */
  admit(partition: string, entities: number, nowMs: number): 'taken' | 'busy';
  /** Forgets a connection that was closed. */
  closed(connection: number): void;
}

export function createLineModel(settings: LineSettings, random: () => number): LineModel {
  const lines: Record<Direction, number> = { up: 0, down: 0 };
  const connections = new Map<number, Record<Direction, number>>();
  const buckets = new Map<string, Bucket>();
  const growsOnly = createGrowthWatch();

  const queueOf = (connection: number): Record<Direction, number> => {
    const known = connections.get(connection) ?? { up: 0, down: 0 };
    connections.set(connection, known);
    return known;
  };
  const bucketOf = (key: string, perSecond: number, nowMs: number, atFirst: number): Bucket => {
    const full = Math.max(2 * batchEntities, perSecond * burstSeconds);
    const known = buckets.get(key) ?? { tokens: Math.min(full, atFirst), atMs: nowMs };
    const tokens = Math.min(full, known.tokens + (Math.max(0, nowMs - known.atMs) / 1000) * perSecond);
    const bucket = { tokens, atMs: Math.max(nowMs, known.atMs) };
    buckets.set(key, bucket);
    return bucket;
  };

  const turn: LineModel['turn'] = (partition, entities, nowMs) => {
    // Increasing keys go to the server of the last range, however many partitions they make.
    const isLast = growsOnly(partition);
    const limits = [
      {
        key: isLast ? 'last range' : `partition ${partition}`,
        perSecond: settings.partitionEntitiesPerSecond,
        atFirst: batchEntities,
      },
      { key: 'account', perSecond: settings.accountEntitiesPerSecond, atFirst: Infinity },
    ];
    const requested = limits.flatMap(({ key, perSecond, atFirst }) =>
      perSecond === null ? [] : [{ key, perSecond, bucket: bucketOf(key, perSecond, nowMs, atFirst) }],
    );
    // Who waits in line has used what will be there by then.
    const waits = requested.map(({ bucket, perSecond }) => ((entities - bucket.tokens) / perSecond) * 1000);
    const waitMs = Math.max(0, ...waits);
    if (waitMs > settings.queueMs) return 'busy';
    for (const { key, bucket } of requested) buckets.set(key, { ...bucket, tokens: bucket.tokens - entities });
    return { waitMs };
  };

  return {
    settings,
    turn,
    admit: (...request) => (turn(...request) === 'busy' ? 'busy' : 'taken'),
    delay: () => Math.max(0, settings.delayMs + (random() * 2 - 1) * settings.jitterMs),
    pass: (connection, direction, bytes, nowMs) => {
      const total = direction === 'up' ? settings.uploadBytesPerSecond : settings.downloadBytesPerSecond;
      const own = queueOf(connection);
      // The shared network first, because it serves pieces in the order in which they were ready.
      const onLine = Math.max(nowMs, lines[direction]) + durationMs(bytes, total);
      if (total !== null) lines[direction] = onLine;
      const alone = Math.max(nowMs, own[direction]) + durationMs(bytes, settings.connectionBytesPerSecond);
      const isLost = settings.lossShare > 0 && random() < 1 - (1 - settings.lossShare) ** (bytes / pieceBytes);
      const passed = Math.max(onLine, alone) + (isLost ? settings.stallMs : 0);
      own[direction] = passed;
      return passed;
    },
    closed: (connection) => void connections.delete(connection),
  };
}

/** This many in a row behind most of the latest ones are increasing keys, and not the first round of a spread. */
const onlyGrowing = 32;
/** Requests in flight arrive in another order than that in which their keys were created. */
const latestCount = 128;

/** Whether the partitions of the latest writes only increase, as far as that can be determined when each arrives. */
function createGrowthWatch(): (partition: string) => boolean {
  const latest: string[] = [];
  let grown = 0;
  return (partition) => {
    const before = latest.reduce((count, other) => count + (other < partition ? 1 : 0), 0);
    grown = before * 2 >= latest.length && before > 0 ? grown + 1 : 0;
    if (latest.at(-1) !== partition) latest.push(partition);
    if (latest.length > latestCount) latest.shift();
    return grown >= onlyGrowing;
  };
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

function durationMs(bytes: number, perSecond: number | null): number {
  return perSecond === null ? 0 : (bytes / perSecond) * 1000;
}
