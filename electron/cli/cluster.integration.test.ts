// Jobs on many machines: a real hub with a real nats-server, real workers, a real store. The long tests of faults are in
// cluster-faults.integration.test.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCertificate, fingerprintOf } from '../engine/cluster/certificate';
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

test('cluster: only the key and the certificate of the join file are accepted, and a viewer starts nothing', async () => {
  const nodes = async (joinFile: string): Promise<string> => {
    const listed = cluster.run('client', ['nodes', 'list', '--join', joinFile]);
    return (await listed.ended) === 0 ? 'listed' : listed.err;
  };
  const viewer = join(cluster.dir, 'hub/hub/view');
  expect(await nodes(viewer)).toBe('listed');
  const upload = cluster.run('client', ['upload', cluster.joinFile, 'cargo', '--hub', viewer]);
  expect(await upload.ended).toBe(2);
  expect(upload.err).toContain('viewing only');

  // Encrypted, because others could reach it.
  const other = await Cluster.start('0.0.0.0');
  try {
    expect(await nodes(other.joinFile)).toBe('listed');
    const [own, others] = await Promise.all([cluster, other].map(({ joinFile }) => joinIn(joinFile)));
    const mixed = join(cluster.dir, 'mixed-join');
    await writeFile(mixed, JSON.stringify({ ...own, seed: others?.seed }));
    expect(await nodes(mixed)).toContain('does not accept the key');
    const certificate = createCertificate(['127.0.0.1'], Date.now()).certPem;
    await writeFile(mixed, JSON.stringify({ ...others, certificate, fingerprint: fingerprintOf(certificate) }));
    expect(await nodes(mixed)).toContain('another certificate');
  } finally {
    await other.dispose();
  }
});

async function joinIn(path: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(path, 'utf8')) as Readonly<Record<string, unknown>>;
}
