// Workers that are drained, paused and freed, and a plan that begins anew, with a real hub and real processes.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readJoinFile } from '../engine/cluster/identity';
import { joinAsWorker } from '../engine/cluster/jetstream';
import { type Outcome, type ShardItem, type ShardWork, noCounts } from '../engine/cluster/messages';
import { shardOf } from '../engine/cluster/shards';
import type { Lease, WorkerQueue } from '../engine/cluster/work-queue';
import { systemClock } from '../engine/system-clock';
import { transferOptions } from '@shared/model/transfer';
import { Cluster, type Program, bytesOf, mixedSizes, writeFiles } from './fixtures/cluster';

const limitMs = 240_000;
let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, limitMs);
afterAll(() => cluster.dispose(), limitMs);

let worker: Program;
afterEach(async () => {
  await worker.kill('SIGTERM');
});

async function run(...args: string[]): Promise<Program> {
  const program = cluster.run('client', args);
  expect(await program.ended, program.err).toBe(0);
  return program;
}
const nodes = (...args: string[]): Promise<Program> => run('nodes', ...args, '--join', cluster.joinFile);
const sizes = mixedSizes(60, 1);
const never = new AbortController().signal;

/** An upload under way, so slow that it does not end before `faster`. */
async function uploading(name: string): Promise<Program> {
  // Under names of its own: equal blobs of a test before would count as moved.
  await writeFiles(join(cluster.dir, name, name), sizes);
  const upload = cluster.upload(join(cluster.dir, name), '--limit-rate', '128KiB', '--overwrite', 'always');
  await upload.line(({ event, bytesDone }) => event === 'progress' && Number(bytesDone) > 0);
  return upload;
}

async function faster(upload: Program): Promise<void> {
  await run('jobs', 'rate', String(upload.lines[0]?.jobId), 'none', '--hub', cluster.joinFile);
}

test(
  'cluster: a drained worker finishes its shards, and takes more when the drain is taken back',
  { timeout: limitMs },
  async () => {
    worker = await cluster.startWorker({ args: ['--slots', '2'] });
    const upload = await uploading('drained');
    expect((await nodes('drain', 'w1')).lines[0]).toMatchObject({ state: 'draining' });
    expect((await nodes('list')).lines[0]).toMatchObject({ name: 'w1', state: 'draining', running: 1 });
    expect((await nodes('resume', 'w1')).lines[0]).toMatchObject({ state: 'working' });
    await faster(upload);
    expect(await upload.ended, upload.err).toBe(0);
    expect(upload.summary).toMatchObject({ files: 61, bytes: bytesOf(sizes), redelivered: 0 });

    const again = await uploading('drained');
    await nodes('drain', 'w1');
    await faster(again);
    expect(await again.ended, again.err).toBe(0);
    expect(again.summary).toMatchObject({ files: 61, redelivered: 0 });
    expect(await worker.ended).toBe(0);
    expect(worker.err).toContain('Drained');
  },
);

test('cluster: a paused worker stays paused when its hub is started again', { timeout: limitMs }, async () => {
  worker = await cluster.startWorker();
  await nodes('pause', 'w2');
  await cluster.hub.kill('SIGKILL');
  await cluster.startHub();
  await cluster.hub.until(() => cluster.hub.err.includes('has joined'));
  expect((await nodes('list')).lines).toEqual([expect.objectContaining({ name: 'w2', state: 'paused' })]);
});

test('cluster: a worker is free for the next job as soon as one has ended', { timeout: limitMs }, async () => {
  worker = await cluster.startWorker({ args: ['--slots', '1'] });
  for (const name of ['first', 'second', 'third']) {
    await writeFiles(join(cluster.dir, name), { [`${name}.txt`]: 100 });
    const upload = cluster.upload(join(cluster.dir, name));
    expect(await upload.ended, upload.err).toBe(0);
    // An end that nobody confirms is waited for during 15 seconds.
    expect(Number(upload.summary.elapsedMs)).toBeLessThan(8000);
  }
});

test(
  'cluster: what was moved for an earlier plan counts only in the later one, whichever outcome arrives first',
  { timeout: limitMs },
  async () => {
    worker = await cluster.startWorker();
    await nodes('pause', 'w4');
    const options = { clock: systemClock, field: '--join', name: 'test' };
    const queue = await joinAsWorker(await readJoinFile(cluster.joinFile, '--join'), options);
    try {
      const { job } = await queue.call('submit', { title: 'again', spec: spec() });
      const items: ShardItem[] = [['/a', 'a', 1]];
      const first = await leaseOfShard(queue, job, shardOf(job, items));
      await queue.call('control', { job, what: 'rebuild' });
      const second = await leaseOfShard(queue, job, shardOf(job, items));
      const [before, after] = [first.work, second.work].map((work) => work.t === 'shard' && work.round);
      expect([before, after]).toEqual([0, 1]);

      // The zombie has found the file of the other, and counts it as skipped.
      const outcome = outcomeOf(job, shardOf(job, items));
      await queue.storeOutcome({ ...outcome, round: 0, skipped: 1 });
      expect(await queue.storeOutcome({ ...outcome, round: 1, files: 1 })).toBe('stored');
      await second.end(never);
      let view = await queue.call('job', { job });
      while (view.state === 'running') view = await queue.call('job', { job });
      expect(view).toMatchObject({ state: 'done', files: 1, skipped: 0, shards: 1 });
    } finally {
      await queue.close();
    }
  },
);

test('cluster: a shard under way goes on when its job is planned again', { timeout: limitMs }, async () => {
  worker = await cluster.startWorker();
  const upload = await uploading('rebuilt');
  const job = String(upload.lines[0]?.jobId);
  await run('jobs', 'rebuild', job, '--hub', cluster.joinFile);
  await faster(upload);
  expect(await upload.ended, upload.err).toBe(0);
  expect(upload.summary).toMatchObject({ files: 61, skipped: 0, failedCount: 0 });
});

function spec() {
  const options = transferOptions.parse({
    overwrite: 'never',
    verify: 'md5',
    blockBytes: 'auto',
    concurrency: 'auto',
  });
  return { kind: 'upload' as const, endpoint: 'https://a', container: 'c', prefix: '', paths: ['/a'], options };
}

/** Plans the job as one shard, as a worker does, and takes it. */
async function leaseOfShard(queue: WorkerQueue, job: string, shard: ShardWork): Promise<Lease> {
  const walk = await taken(queue, job, 'walk');
  const found = { job, of: walk.work.id, shards: [shard], walks: [], failed: [], failedCount: 0, last: true };
  expect(await queue.call('plan', found)).toEqual({ answer: 'taken' });
  await walk.end(never);
  return taken(queue, job, 'shard');
}

async function taken(queue: WorkerQueue, job: string, kind: 'walk' | 'shard'): Promise<Lease> {
  let lease: Lease | null = null;
  while (lease === null) lease = await queue.next(job, kind);
  return lease;
}

const outcomeOf = (job: string, { id }: ShardWork): Outcome => ({
  ...noCounts,
  job,
  shard: id,
  node: 'test',
  end: 'done',
  deliveries: 1,
  round: 0,
  p50: 0,
  p95: 0,
  p99: 0,
  startedAtMs: 0,
  tookMs: 1,
  uncertainMs: 1,
});
