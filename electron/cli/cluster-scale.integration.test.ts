// Ten million files through a real hub: planned and reported as workers do it, without moving them. The memory of the hub
// must not grow with the job beyond its goal. Prints the figures for docs/performance/runtime.md.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transferOptions } from '@shared/model/transfer';
import { Cluster } from './fixtures/cluster';
import { systemClock } from '../engine/system-clock';
import { readJoinFile } from '../engine/cluster/identity';
import { joinAsWorker } from '../engine/cluster/jetstream';
import { type ShardItem, noCounts } from '../engine/cluster/messages';
import { shardOf } from '../engine/cluster/shards';
import type { WorkerQueue } from '../engine/cluster/work-queue';

const limitMs = 600_000;
const itemsInShard = 2000;
const shards = Number(process.env.STOWAGE_PLANNED_SHARDS ?? 5000);
const goalMiB = 200;
let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, limitMs);
afterAll(() => cluster.dispose(), limitMs);

const residentMiB = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

test('cluster: ten million planned files leave the hub below 200 MiB', { timeout: limitMs }, async () => {
  const joined = await readJoinFile(cluster.joinFile, '--join');
  const queue = await joinAsWorker(joined, { clock: systemClock, field: '--join', name: 'scale' });
  try {
    const options = transferOptions.parse({
      overwrite: 'always',
      verify: 'md5',
      blockBytes: 'auto',
      concurrency: 'auto',
    });
    const spec = {
      kind: 'upload' as const,
      endpoint: 'https://a',
      container: 'c',
      prefix: '',
      paths: ['/scale/'],
      options,
    };
    const startedMs = performance.now();
    const { job } = await queue.call('submit', { title: 'scale', spec });
    const planning = plan(queue, job);
    let maxMiB = 0;
    let done = 0;
    const lane = async (): Promise<void> => {
      while (done < shards) {
        const lease = await queue.next(job, 'shard');
        if (lease === null) continue;
        if (lease.work.t !== 'shard') throw new Error('It is no shard.');
        await queue.storeOutcome({
          ...noCounts,
          p50: 0,
          p95: 0,
          p99: 0,
          startedAtMs: Date.now(),
          tookMs: 1,
          uncertainMs: 1,
          files: lease.work.items.length,
          job,
          shard: lease.work.id,
          node: 'scale',
          end: 'done',
          deliveries: 1,
          round: 0,
        });
        await lease.end(new AbortController().signal);
        done += 1;
        if (done % 100 === 0) maxMiB = Math.max(maxMiB, residentMiB(cluster.hub.child.pid));
      }
    };
    await Promise.all([planning, lane(), lane(), lane(), lane()]);
    let view = await queue.call('job', { job });
    while (view.state === 'running') view = await queue.call('job', { job });
    const seconds = (performance.now() - startedMs) / 1000;
    expect(view).toMatchObject({ state: 'done', files: shards * itemsInShard, shardsDone: shards });
    process.stdout.write(
      `${shards * itemsInShard} files in ${shards} shards: ${seconds.toFixed(0)} s, hub at most ${maxMiB.toFixed(0)} MiB\n`,
    );
    expect(maxMiB).toBeLessThan(goalMiB);
  } finally {
    await queue.close();
  }
});

async function plan(queue: WorkerQueue, job: string): Promise<void> {
  let lease = await queue.next(job, 'walk');
  while (lease === null) lease = await queue.next(job, 'walk');
  const of = lease.work.id;
  for (let index = 0; index < shards; index += 1) {
    const items = Array.from({ length: itemsInShard }, (_, at): ShardItem => [
      `/scale/day-${index}/file-${at}.dat`,
      `day-${index}/file-${at}.dat`,
      1000,
    ]);
    const found = {
      job,
      of,
      walks: [],
      failed: [],
      failedCount: 0,
      shards: [shardOf(job, items)],
      last: index === shards - 1,
    };
    while ((await queue.call('plan', found, 60_000)).answer === 'wait') await systemClock.sleep(20);
    lease.working();
  }
  await lease.end(new AbortController().signal);
}
