// What can go wrong in imports and exports on many machines, in their planning, and on the disks of workers, with real
// processes.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canMountDisks, mountSmallDisk } from '../testing/small-disk';
import { Cluster, type Program, bytesOf, mixedSizes, writeFiles } from './fixtures/cluster';

let cluster: Cluster;
beforeEach(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterEach(() => cluster.dispose(), 120_000);

const limitMs = 240_000;

async function run(...args: string[]): Promise<Program> {
  const program = cluster.run('client', args);
  expect(await program.ended, program.err).toBe(0);
  return program;
}

test.each([['imports', '2:POST /[^ ]*\\$batch']])(
  'cluster: no row is lost or rejected when a worker is killed while it %s',
  { timeout: limitMs },
  async (_, killAt) => {
    const rows = 3000;
    const file = join(cluster.dir, 'rows.csv');
    const lines = Array.from({ length: rows }, (_unused, index) => `p${index % 3},r${index},${index}`);
    await writeFile(file, ['PartitionKey,RowKey,Number', ...lines, ''].join('\n'));
    await run('tables', 'create', 'Hub');
    const doomed = await cluster.startWorker({ killAt, args: ['--slots', '1'] });
    const imported = cluster.run('client', ['import', 'Hub', file, '--hub', cluster.joinFile]);
    expect(await doomed.ended, doomed.err).toBe(null);
    await cluster.startWorker();
    expect(await imported.ended, imported.err).toBe(0);
    expect(imported.summary).toMatchObject({ files: rows, failedCount: 0 });
    expect((await run('count', 'Hub')).lines.at(-1)).toMatchObject({ count: rows });

    // And the export of it, whose worker is killed before it reports a part.
    for (const worker of [await cluster.startWorker({ killAt: 'stw\\.done\\.', args: ['--slots', '1'] })]) {
      const target = join(cluster.dir, 'rows.jsonl');
      const exported = cluster.run('client', ['export', 'Hub', target, '--hub', cluster.joinFile]);
      await worker.ended;
      expect(await exported.ended, exported.err).toBe(0);
      expect(exported.summary).toMatchObject({ files: rows, failedCount: 0 });
      const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8')) as {
        parts: { file: string; rows: number }[];
      };
      const texts = await Promise.all(manifest.parts.map(({ file: part }) => readFile(join(target, part), 'utf8')));
      expect(texts.join('').trim().split('\n')).toHaveLength(rows);
      expect((await readdir(target)).filter((name) => name.endsWith('.part'))).toEqual([]);
    }
  },
);

test(
  'cluster: a plan of which the hub had given out a half when it was killed is completed, and nothing of it done twice',
  {
    timeout: limitMs,
  },
  async () => {
    const sizes = mixedSizes(400, 0);
    const folder = join(cluster.dir, 'files');
    const expected = await writeFiles(folder, sizes);
    await cluster.hub.kill('SIGTERM');
    const doomed = await cluster.startHub({
      STOWAGE_KILL_AT: '2:PUB stw\\.work\\.[^ ]*\\.shard\\.',
      NODE_OPTIONS: `--require ${resolve('electron/testing/kill-at.cjs')}`,
    });
    await cluster.startWorker();
    const upload = cluster.upload(folder);
    expect(await doomed.ended, doomed.err).toBe(null);
    await cluster.startHub();
    expect(await upload.ended, upload.err).toBe(0);
    expect(upload.summary).toMatchObject({ files: 400, bytes: bytesOf(sizes), skipped: 0, failedCount: 0, shards: 3 });
    expect(await cluster.held()).toEqual(expected);
    const job = String(upload.lines[0]?.jobId);
    const timeline = (await run('jobs', 'timeline', job, '--hub', cluster.joinFile)).lines;
    expect(timeline.filter(({ end }) => end === 'done').map(({ shard }) => shard)).toHaveLength(3);
  },
);

describe.skipIf(!canMountDisks())('with a small disk', () => {
  let disk = '';
  beforeEach(async () => {
    disk = join(cluster.dir, 'small');
    await mkdir(disk);
    mountSmallDisk(disk, 4);
  });
  afterEach(() => void execFileSync('umount', [disk]));

  test(
    'cluster: a worker whose disk is full takes no shards, says so, and goes on when there is room',
    {
      timeout: limitMs,
    },
    async () => {
      const sizes = mixedSizes(60, 1);
      const folder = join(cluster.dir, 'files');
      const expected = await writeFiles(folder, sizes);
      const worker = await cluster.startWorker({ args: ['--work-dir', disk] });
      const filled = join(disk, 'filled');
      await writeFile(filled, Buffer.alloc(8 * 1024 * 1024)).catch(() => undefined);
      const upload = cluster.upload(folder);
      await worker.until(() => worker.err.includes('disk'));
      await upload.until(() => upload.err.includes('has no room'));
      expect((await run('nodes', 'list', '--join', cluster.joinFile)).lines[0]).toMatchObject({
        problem: expect.stringContaining('has no room') as string,
      });
      await rm(filled);
      expect(await upload.ended, upload.err).toBe(0);
      expect(upload.summary).toMatchObject({ files: 61, skipped: 0, failedCount: 0 });
      expect(await cluster.held()).toEqual(expected);
    },
  );
});
