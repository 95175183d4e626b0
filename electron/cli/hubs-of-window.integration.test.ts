// Hubs as the window has them, with a real hub, real workers and a real store: added by a join file, watched, and controlled.
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedHub } from '@shared/model/hub';
import { Hubs } from '../engine/hubs/create-hubs';
import { systemClock } from '../engine/system-clock';
import { Cluster, bytesOf, mixedSizes, writeFiles } from './fixtures/cluster';

let cluster: Cluster;
let hubs: Hubs;
const prompted: unknown[] = [];
const { signal } = new AbortController();
const unused = new Error('No job is started here.');

beforeAll(async () => {
  cluster = await Cluster.start();
  const stateDir = join(cluster.dir, 'window');
  await mkdir(stateDir);
  hubs = new Hubs({
    stateDir,
    clock: systemClock,
    log: () => undefined,
    commandLine: { node: process.execPath, program: resolve('out/cli/stowage.js'), env: {} },
    accounts: { open: () => Promise.reject(unused), openForWriting: () => Promise.reject(unused) },
    syncs: { requestOf: () => Promise.reject(unused) },
    imports: () => ({ report: () => Promise.reject(unused) }),
    resolveToken: async (token) => (token === 'view' ? join(cluster.dir, 'hub/hub/view') : cluster.joinFile),
    prompts: {
      request: async (request) => {
        prompted.push(request);
        return { answer: 'confirmed', text: '' };
      },
    },
  });
});
afterAll(async () => {
  await hubs.dispose();
  await cluster.dispose();
});

const add = (token: string) => hubs.calls['hubs.add']({ name: '', source: { kind: 'file', token } }, { signal });

/** Watches the hub until a report is as wanted, and returns that one. */
async function report(hubId: string, isWanted: (hub: OpenedHub) => boolean): Promise<OpenedHub> {
  const controller = new AbortController();
  let found: OpenedHub | undefined;
  const push = (hub: OpenedHub): void => {
    if (!isWanted(hub)) return;
    found ??= hub;
    controller.abort();
  };
  await hubs.streams['hubs.watch-hub']({ hubId }, { signal: controller.signal, push });
  if (found === undefined) throw new Error('There was no such report.');
  return found;
}

test('hubs: a window that joins by a picked file sees nodes, the job and each shard, and controls them', async () => {
  const hub = await add('worker');
  expect(hub).toMatchObject({ address: new URL(cluster.url).host, role: 'worker', state: 'closed' });
  expect(JSON.stringify(hub)).not.toContain('seed');
  expect(prompted).toEqual([{ kind: 'new-hosts', connection: hub.name, hosts: [hub.address] }]);
  await expect(add('worker')).rejects.toMatchObject({ code: 'invalid.input' });

  await Promise.all([cluster.startWorker(), cluster.startWorker()]);
  const { nodes } = await report(hub.id, (one) => one.state === 'joined' && one.nodes.length === 2);
  expect(nodes.map(({ name, state, cores }) => [name, state, cores > 0])).toEqual([
    ['w1', 'idle', true],
    ['w2', 'idle', true],
  ]);
  expect(nodes[0]?.version).toMatch(/^\d+\.\d+/u);

  const nodeId = nodes[1]?.node ?? '';
  const control = (what: 'pause' | 'resume' | 'drain') =>
    hubs.calls['hubs.control-node']({ hubId: hub.id, node: nodeId, what }, { signal });
  await control('pause');
  const isPaused = (one: OpenedHub): boolean =>
    one.nodes.some(({ node, state }) => node === nodeId && state === 'paused');
  await report(hub.id, isPaused);

  // Only the other one works.
  const sizes = mixedSizes(60, 1);
  await writeFiles(join(cluster.dir, 'seen'), sizes);
  const upload = cluster.upload(join(cluster.dir, 'seen'), '--limit-rate', '2MiB');
  const running = await report(hub.id, ({ jobs }) => (jobs[0]?.bytesPerSecond ?? 0) > 0);
  expect(running.jobs[0]).toMatchObject({ kind: 'upload', title: 'seen', target: 'cargo', state: 'running' });
  expect(running.nodes.map(({ running: shards }) => shards > 0)).toEqual([true, false]);
  const jobId = running.jobs[0]?.id ?? '';
  const controlJob = (what: 'rate' | 'pause' | 'resume') =>
    hubs.calls['hubs.control']({ hubId: hub.id, jobId, what, bytesPerSecond: null }, { signal });
  await controlJob('pause');
  await report(hub.id, ({ jobs }) => jobs[0]?.state === 'paused');
  await controlJob('resume');
  await controlJob('rate');
  await control('resume');

  const watched = new AbortController();
  const ended = new Map<string, string>();
  const returned = new Set<string>();
  let state = '';
  await hubs.streams['hubs.watch-job'](
    { hubId: hub.id, jobId },
    {
      signal: watched.signal,
      push: (event) => {
        for (const { shard, node, end } of event.ended) {
          if (end === 'returned') returned.add(node);
          else ended.set(shard, node);
        }
        ({ state } = event.job);
        // What was given back when the job was paused has been written down, too.
        if (state === 'done' && ended.size === event.job.shards && returned.size > 0) watched.abort();
      },
    },
  );
  expect(await upload.ended, upload.err).toBe(0);
  expect(upload.summary).toMatchObject({ files: 61, bytes: bytesOf(sizes), shards: ended.size });
  expect(new Set(ended.values())).toContain('w1');
  expect([...returned]).toEqual(['w1']);

  await control('drain');
  await report(hub.id, (one) => one.nodes.length === 1);
});

test('hubs: a hub that ends is silent, and joined again when it is back; one for viewing controls nothing', async () => {
  const hub = await add('view');
  expect(hub.role).toBe('viewer');
  const controller = new AbortController();
  const held = { signal: controller.signal, push: () => undefined };
  const watching = hubs.streams['hubs.watch-hub']({ hubId: hub.id }, held);
  const before = await report(hub.id, ({ state, jobs }) => state === 'joined' && jobs.length > 0);
  await cluster.hub.kill('SIGTERM');
  const silent = await report(hub.id, ({ state }) => state === 'silent');
  expect(silent.jobs.map(({ id }) => id)).toEqual(before.jobs.map(({ id }) => id));
  await cluster.startHub();
  await report(hub.id, ({ state }) => state === 'joined');
  await expect(
    hubs.calls['hubs.control']({ hubId: hub.id, jobId: 'x', what: 'cancel' }, { signal }),
  ).rejects.toMatchObject({ code: 'invalid.input' });
  controller.abort();
  await watching;
  await hubs.calls['hubs.remove']({ hubId: hub.id }, { signal });
  await expect(report(hub.id, () => true)).rejects.toMatchObject({ code: 'not-found.source' });
});

test('hubs: two workers on this machine are tried in one child, which leaves nothing behind', async () => {
  const hub = await hubs.calls['hubs.try']({}, { signal });
  expect(await hubs.calls['hubs.try']({}, { signal })).toEqual(hub);
  const seen = await report(hub.id, ({ nodes, jobs }) => nodes.length === 2 && jobs[0]?.state === 'running');
  expect(seen.nodes.map(({ name }) => name)).toEqual(['worker-1', 'worker-2']);
  await hubs.calls['hubs.remove']({ hubId: hub.id }, { signal });
  for (const { pid } of seen.nodes) expect(() => process.kill(pid, 0)).toThrow();
  await expect(report(hub.id, () => true)).rejects.toMatchObject({ code: 'not-found.source' });
});
