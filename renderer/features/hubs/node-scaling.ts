// How the rate of a job grew with the number of nodes at work, measured from its shards, against the rate of one node times
// their number. Bytes of a shard count evenly over the time that it took. Pure.
import type { ShardTime } from '@shared/model/hub';

export interface ScalingPoint {
  /** That worked at the same time. */
  readonly nodes: number;
  readonly bytesPerSecond: number;
  /** For how long in all. */
  readonly ms: number;
}

export interface Scaling {
  /** By the number of nodes. */
  readonly points: readonly ScalingPoint[];
  /** Of one node, while as few as ever were at work. */
  readonly perNode: number;
  readonly baseNodes: number;
  /** With most nodes, 0…1 of the linear rate; negative for a gain. Null while only one number of nodes was measured. */
  readonly loss: number | null;
}

/** Shorter times say nothing: a node that ends sooner than the others is no measurement. */
const minMs = 500;
const minShare = 0.02;

/** Null without shards that moved bytes. */
export function scalingOf(times: readonly ShardTime[]): Scaling | null {
  const edges = times
    .filter(({ bytes, tookMs }) => bytes > 0 && tookMs > 0)
    .flatMap(({ node, startedAtMs, tookMs, bytes }) => {
      const perMs = bytes / tookMs;
      return [
        { atMs: startedAtMs, node, count: 1, perMs },
        { atMs: startedAtMs + tookMs, node, count: -1, perMs: -perMs },
      ];
    })
    .sort((one, other) => one.atMs - other.atMs);
  const running = new Map<string, number>();
  const sums = new Map<number, { ms: number; bytes: number }>();
  let perMs = 0;
  let beforeMs = edges[0]?.atMs ?? 0;
  for (const edge of edges) {
    const ms = edge.atMs - beforeMs;
    if (ms > 0 && running.size > 0) {
      const sum = sums.get(running.size) ?? { ms: 0, bytes: 0 };
      sums.set(running.size, { ms: sum.ms + ms, bytes: sum.bytes + perMs * ms });
    }
    beforeMs = edge.atMs;
    perMs += edge.perMs;
    const count = (running.get(edge.node) ?? 0) + edge.count;
    if (count > 0) running.set(edge.node, count);
    else running.delete(edge.node);
    // What rounding leaves is no rate.
    if (running.size === 0) perMs = 0;
  }
  const allMs = [...sums.values()].reduce((sum, { ms }) => sum + ms, 0);
  const measured = [...sums].filter(([, { ms }]) => ms >= minMs && ms >= allMs * minShare);
  const points = (measured.length === 0 ? [...sums] : measured)
    .map(([nodes, { ms, bytes }]) => ({ nodes, bytesPerSecond: (bytes / ms) * 1000, ms }))
    .sort((one, other) => one.nodes - other.nodes);
  const [base] = points;
  const top = points.at(-1);
  if (base === undefined || top === undefined) return null;
  const perNode = base.bytesPerSecond / base.nodes;
  const loss = top === base ? null : 1 - top.bytesPerSecond / (perNode * top.nodes);
  return { points, perNode, baseNodes: base.nodes, loss };
}
