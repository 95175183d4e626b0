// More of what can go wrong in jobs on many machines, with real processes: a plan in several messages, full disks, and
// workers that are killed while they import, export or measure.
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Cluster, type Program, bytesOf, mixedSizes, sumsIn, writeFiles } from './fixtures/cluster';

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

test(
  'cluster: a planner that is killed between the messages of one part loses and repeats nothing',
  { timeout: limitMs },
  async () => {
    // One folder, whose names do not fit into one message.
    const sizes = Object.fromEntries(
      Array.from({ length: 4000 }, (_, index) => [`${'n'.repeat(190)}-${index}.txt`, 10 + (index % 5)]),
    );
    const folder = join(cluster.dir, 'wide');
    const expected = await writeFiles(folder, sizes);
    const doomed = await cluster.startWorker({ killAt: '2:stw\\.ask\\.plan', args: ['--slots', '1'] });
    const upload = cluster.upload(folder);
    expect(await doomed.ended, doomed.err).toBe(null);
    const job = String(upload.lines[0]?.jobId);
    const view = await run('jobs', 'show', job, '--hub', cluster.joinFile);
    expect(Number(view.lines[0]?.shards ?? 0)).toBe(0);
    await cluster.startWorker({ args: ['--slots', '4'] });
    expect(await upload.ended, upload.err).toBe(0);
    expect(upload.summary).toMatchObject({ files: 4000, bytes: bytesOf(sizes), failedCount: 0, skipped: 0 });
    expect((await cluster.held()).size).toBe(expected.size);
  },
);

test('cluster: a hub whose disk is full goes on when there is space again', { timeout: limitMs }, async () => {
  const flag = join(cluster.dir, 'full');
  await cluster.hub.kill('SIGTERM');
  await cluster.startHub({ STOWAGE_DISK_FULL: flag, NODE_OPTIONS: fullDisk });
  const sizes = mixedSizes(200, 2);
  const folder = join(cluster.dir, 'files');
  const expected = await writeFiles(folder, sizes);
  await cluster.startWorker();
  const upload = cluster.upload(folder, '--limit-rate', '4MiB');
  await upload.line(({ event, bytesDone }) => event === 'progress' && Number(bytesDone) > 2 * 1024 * 1024);
  await writeFile(flag, '');
  await cluster.hub.until(() => cluster.hub.err.includes('wait for the disk'));
  await rm(flag);
  expect(await upload.ended, upload.err).toBe(0);
  expect(upload.summary).toMatchObject({ files: 202, bytes: bytesOf(sizes), failedCount: 0 });
  expect(await cluster.held()).toEqual(expected);
});

test(
  'cluster: what a full disk has kept a worker from writing is named, and arrives when it is tried again',
  { timeout: limitMs },
  async () => {
    const flag = join(cluster.dir, 'full');
    const sizes = mixedSizes(30, 1);
    const folder = join(cluster.dir, 'files');
    const expected = await writeFiles(folder, sizes);
    await run('upload', `${folder}/`, 'cargo');
    await writeFile(flag, '');
    await cluster.startWorker({ env: { STOWAGE_DISK_FULL: flag, NODE_OPTIONS: fullDisk } });
    const target = join(cluster.dir, 'back');
    const download = cluster.run('client', ['download', 'cargo/', target, '--hub', cluster.joinFile]);
    await download.until(() => download.lines.some(({ event }) => event === 'summary'));
    expect(await download.ended).not.toBe(0);
    expect(Number(download.summary.failedCount)).toBeGreaterThan(0);
    await rm(flag);
    const job = String(download.lines[0]?.jobId);
    const again = cluster.run('client', ['jobs', 'resume', job, '--hub', cluster.joinFile]);
    expect(await again.ended, again.err).toBe(0);
    expect(again.summary).toMatchObject({ files: 31, bytes: bytesOf(sizes), failedCount: 0 });
    expect(await sumsIn(target)).toEqual(expected);
  },
);

test.each([
  ['imports', '2:POST /[^ ]*\\$batch'],
  ['is about to report an import', 'stw\\.done\\.'],
])(
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
  'cluster: a measurement whose machine is lost is incomplete, and not repeated by another one',
  { timeout: limitMs },
  async () => {
    const [one, two] = [await cluster.startWorker(), await cluster.startWorker()];
    const out = join(cluster.dir, 'study');
    const settings = ['files=6', 'fileBytes=4MiB', 'line=home-dsl', 'repetitions=2', 'maxMinutes=1'];
    const args = settings.flatMap((setting) => ['--set', setting]);
    const measured = cluster.run('client', [
      ...['lab', 'run', 'file-or-block', ...args, '--nodes', '2', '--out', out, '--hub', cluster.joinFile],
    ]);
    // A third one that could take over.
    await cluster.hub.until(() => /w2 has joined/u.test(cluster.hub.err));
    const journals = join(cluster.dir, 'hub/hub/jobs');
    const isStarted = async (): Promise<boolean> => {
      const names = (await readdir(journals)).filter((name) => name.endsWith('.jsonl'));
      const texts = await Promise.all(names.map((name) => readFile(join(journals, name), 'utf8')));
      return texts.some((text) => text.includes('"started"'));
    };
    while (!(await isStarted())) await new Promise((resolve) => setTimeout(resolve, 100));
    await cluster.startWorker();
    await two.kill('SIGKILL');
    expect(await measured.ended, measured.err).toBe(1);
    expect(measured.err).toContain('lost while it measured');
    expect(one.child.exitCode).toBe(null);
  },
);

const fullDisk = `--require ${join(process.cwd(), 'electron/testing/full-disk.cjs')}`;
