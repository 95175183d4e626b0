// Jobs on many machines: a real hub with a real nats-server, real workers, a real store. The long tests of faults are in
// cluster-faults.integration.test.ts.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StowageError } from '@shared/errors';
import { createCertificate } from '../engine/cluster/certificate';
import { type Join, readJoinFile } from '../engine/cluster/identity';
import { joinAsClient } from '../engine/cluster/jetstream';
import { systemClock } from '../engine/system-clock';
import { Cluster, bytesOf, mixedSizes, sumsIn, writeFiles } from './fixtures/cluster';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster.dispose());

test('cluster: two workers upload every file once, although one is killed with files under way, and download them again', async () => {
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

  // And back again, by the worker that is left.
  const target = join(cluster.dir, 'back');
  const download = cluster.run('client', ['download', 'cargo/', target, '--hub', cluster.joinFile]);
  expect(await download.ended, download.err).toBe(0);
  expect(download.summary).toMatchObject({ files: 152, bytes: bytesOf(sizes), failedCount: 0, skipped: 0 });
  expect(await sumsIn(target)).toEqual(expected);
});

test('cluster: only the key and the certificate of the join file are accepted, and a viewer starts nothing', async () => {
  const joined = async (join: Join): Promise<string> => {
    const options = { clock: systemClock, field: '--join', name: 'test' };
    const line = await joinAsClient(join, options).catch(sentence);
    if (typeof line === 'string') return line;
    try {
      await line.call('nodes', {});
      await line.call('control', { job: 'none', what: 'cancel' });
      return 'everything';
    } catch (thrown) {
      return sentence(thrown);
    } finally {
      await line.close();
    }
  };
  const own = await readJoinFile(cluster.joinFile, '--join');
  expect(await joined(own)).toContain('no such job');
  expect(await joined(await readJoinFile(join(cluster.dir, 'hub/hub/view'), '--join'))).toContain('viewing only');

  // Encrypted, because others could reach it.
  const other = cluster.run('other', ['hub', '--listen', '0.0.0.0:0']);
  const others = await readJoinFile(String((await other.line()).join), '--join');
  expect(await joined(others)).toContain('no such job');
  expect(await joined({ ...others, seed: own.seed })).toContain('does not accept the key');
  const certificate = createCertificate(['127.0.0.1'], Date.now()).certPem;
  expect(await joined({ ...others, certificate })).toContain('another certificate');
});

test('cluster: a download whose shards could write the same file is rejected', async () => {
  const target = join(cluster.dir, 'other');
  const rejected = async (...args: string[]): Promise<string> => {
    const download = cluster.run('client', ['download', ...args, target, '--hub', cluster.joinFile]);
    expect(await download.ended).toBe(2);
    return download.err;
  };
  const [numbered, twice] = await Promise.all([
    rejected('cargo/', '--overwrite', 'rename'),
    rejected('cargo/f1/', 'cargo/f2/'),
  ]);
  expect(numbered).toContain('agree on numbers');
  expect(twice).toContain('the same names');
});

const sentence = (thrown: unknown): string => {
  const { message, context } = StowageError.from(thrown);
  return `${message} ${String(context.problem)}`;
};
