// The shards of a job as bars in lanes: one group of lanes for each node, as many lanes as it worked on shards at the same
// time. Pure.
import type { ShardTime } from '@shared/model/hub';

export interface NodeLanes {
  readonly node: string;
  readonly lanes: readonly (readonly ShardTime[])[];
  /** That have ended on it. */
  readonly shards: number;
  /** That it gave back, or was lost with. */
  readonly returned: number;
  readonly files: number;
  readonly bytes: number;
  readonly failed: number;
  /** Of its shards, those that had been given to a worker before. */
  readonly again: number;
  /** In which it worked on at least one shard. */
  readonly busyMs: number;
  /** How sure its clock is, at worst; 0 when only the hub has seen what it did. */
  readonly uncertainMs: number;
}

/** In the order of the names, numbers in them by value. */
export function lanesOf(times: readonly ShardTime[]): readonly NodeLanes[] {
  const byNode = new Map<string, ShardTime[]>();
  for (const time of times) {
    const known = byNode.get(time.node);
    if (known === undefined) byNode.set(time.node, [time]);
    else known.push(time);
  }
  return [...byNode]
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([node, shards]) => laneGroup(node, shards));
}

function laneGroup(node: string, shards: ShardTime[]): NodeLanes {
  shards.sort((one, other) => one.startedAtMs - other.startedAtMs);
  const lanes: ShardTime[][] = [];
  const ends: number[] = [];
  let [busyMs, busyUntilMs] = [0, -Infinity];
  let [files, bytes, failed, again, returned, uncertainMs] = [0, 0, 0, 0, 0, 0];
  for (const shard of shards) {
    const endMs = shard.startedAtMs + shard.tookMs;
    const free = ends.findIndex((end) => end <= shard.startedAtMs);
    const lane = free === -1 ? lanes.length : free;
    (lanes[lane] ??= []).push(shard);
    ends[lane] = endMs;
    busyMs += Math.max(0, endMs - Math.max(busyUntilMs, shard.startedAtMs));
    busyUntilMs = Math.max(busyUntilMs, endMs);
    files += shard.files;
    bytes += shard.bytes;
    failed += shard.failedCount;
    if (shard.end === 'returned') {
      returned += 1;
      continue;
    }
    if (shard.deliveries > 1) again += 1;
    uncertainMs = Math.max(uncertainMs, shard.uncertainMs);
  }
  return { node, lanes, shards: shards.length - returned, returned, files, bytes, failed, again, busyMs, uncertainMs };
}
