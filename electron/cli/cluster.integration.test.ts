// Jobs on many machines: a real hub with a real nats-server, real workers, a real store. The long tests of faults are in
// cluster-faults.integration.test.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Cluster, bytesOf, mixedSizes, writeFiles } from './fixtures/cluster';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster.dispose());

test('cluster: two workers upload every file once, although one is killed with files under way', async () => {
  const sizes = mixedSizes(150, 2);
  const folder = join(cluster.dir, 'mixed');
  const expected = await writeFiles(folder, sizes);
  const [doomed, upload] = [await cluster.startWorker({ killAt: '4:comp=block&' }), cluster.upload(folder)];
  expect(await doomed.ended, doomed.err).toBe(null);
  await cluster.startWorker();
  expect(await upload.ended).toBe(0);
  expect(upload.summary).toMatchObject({ files: 152, bytes: bytesOf(sizes), failedCount: 0, skipped: 0 });
  expect(upload.summary.redelivered).toBeGreaterThan(0);
  expect(await cluster.held()).toEqual(expected);
});

test('cluster: a key that the hub does not know is rejected, and a viewer may look and not start anything', async () => {
  const own = JSON.parse(await readFile(cluster.joinFile, 'utf8')) as { readonly seed: string };
  const viewer = join(cluster.dir, 'hub/hub/view');
  const nodes = cluster.run('client', ['nodes', 'list', '--join', viewer]);
  expect(await nodes.ended).toBe(0);
  const upload = cluster.run('client', ['upload', cluster.joinFile, 'cargo', '--hub', viewer]);
  expect(await upload.ended).toBe(2);
  expect(upload.err).toContain('viewing only');

  const other = await Cluster.start();
  try {
    const { seed } = JSON.parse(await readFile(other.joinFile, 'utf8')) as { readonly seed: string };
    const mixed = join(cluster.dir, 'mixed-join');
    await writeFile(mixed, JSON.stringify({ ...own, seed }));
    const stranger = cluster.run('stranger', ['worker', '--join', mixed]);
    expect(await stranger.ended).toBe(2);
    expect(stranger.err).toContain('does not accept the key');
  } finally {
    await other.dispose();
  }
});
