// Everything but uploads and downloads on workers of a hub, with real processes: syncs, checks, exports, imports and
// measurements give what the same command gives on one machine.
import { createReadStream } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Cluster, type Program, mixedSizes, sumsIn, writeFiles } from './fixtures/cluster';

const limitMs = 240_000;
let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
  await cluster.startWorker();
  await cluster.startWorker();
}, limitMs);
afterAll(() => cluster.dispose(), limitMs);

async function run(...args: string[]): Promise<Program> {
  const program = cluster.run('client', args);
  expect(await program.ended, program.err).toBe(0);
  return program;
}
const onHub = (...args: string[]): Promise<Program> => run(...args, '--hub', cluster.joinFile);

test(
  'cluster: a sync moves what differs and nothing else, in all three directions, and deletes at its end',
  { timeout: limitMs },
  async () => {
    const folder = join(cluster.dir, 'synced');
    const expected = await writeFiles(folder, mixedSizes(40, 1));
    const first = await onHub('sync', folder, 'cargo');
    expect(first.summary).toMatchObject({ files: 41, failedCount: 0 });
    expect(await cluster.held()).toEqual(expected);
    expect((await onHub('sync', folder, 'cargo')).summary).toMatchObject({ files: 0, failedCount: 0 });

    // Of another size; and one that is only at the target.
    await writeFile(join(folder, 'f1/s1.txt'), 'changed');
    await rm(join(folder, 'f2/s2.txt'));
    const changes = await onHub('sync', folder, 'cargo', '--delete-destination', 'true');
    expect(changes.lines.find(({ event }) => event === 'summary')).toMatchObject({ files: 1 });
    expect(await cluster.held()).toEqual(await sumsIn(folder));

    await run('containers', 'create', 'copied');
    expect((await onHub('sync', 'cargo', 'copied')).summary).toMatchObject({ files: 40, failedCount: 0 });
    expect(await cluster.held('copied')).toEqual(await sumsIn(folder));
    const back = join(cluster.dir, 'synced-back');
    await mkdir(back);
    expect((await onHub('sync', 'copied', back)).summary).toMatchObject({ files: 40, failedCount: 0 });
    expect(await sumsIn(back)).toEqual(await sumsIn(folder));
    expect((await onHub('sync', 'copied', back)).summary).toMatchObject({ files: 0 });
  },
);

test('cluster: a check names what differs, by cause, and ends with 1', { timeout: limitMs }, async () => {
  const folder = join(cluster.dir, 'checked');
  await writeFiles(folder, mixedSizes(30, 0));
  await run('containers', 'create', 'checked');
  await run('upload', `${folder}/`, 'checked');
  expect((await onHub('check', folder, 'checked')).summary).toMatchObject({ files: 30, failedCount: 0 });

  const content = await readFile(join(folder, 'f0/s0.txt'));
  content[0] = 0;
  await writeFile(join(folder, 'f0/s0.txt'), content);
  await writeFile(join(folder, 'f1/s1.txt'), 'shorter');
  await writeFile(join(folder, 'f3/new.txt'), 'new');
  await rm(join(folder, 'f2/s2.txt'));
  const differing = cluster.run('client', ['check', folder, 'checked', '--hub', cluster.joinFile]);
  expect(await differing.ended, differing.err).toBe(1);
  expect(differing.summary).toMatchObject({ files: 27, failedCount: 4 });
  const causes = differing.lines.flatMap(({ event, name, cause }) =>
    event === 'difference' ? [`${String(name)}: ${String(cause)}`] : [],
  );
  expect(causes.sort()).toEqual([
    'f0/s0.txt: content',
    'f1/s1.txt: size',
    'f2/s2.txt: only in B',
    'f3/new.txt: only in A',
  ]);
});

test(
  'cluster: a table is exported in parts that hold every row once, and imported again in slices',
  { timeout: limitMs },
  async () => {
    const rows = 6000;
    const file = join(cluster.dir, 'rows.csv');
    const lines = Array.from({ length: rows }, (_, index) => {
      const partition = `p${String(index % 7)}`;
      return `${partition},r${String(index).padStart(6, '0')},${index},"line ${index}\nand more"`;
    });
    await writeFile(file, ['PartitionKey,RowKey,Number,Text', ...lines, ''].join('\n'));
    await run('tables', 'create', 'Hub');
    const imported = await onHub('import', 'Hub', file);
    expect(imported.summary).toMatchObject({ files: rows, failedCount: 0 });
    expect((await run('count', 'Hub')).lines.at(-1)).toMatchObject({ count: rows });

    const target = join(cluster.dir, 'rows.jsonl');
    const exported = await onHub('export', 'Hub', target, '--pk-from', 'p1');
    const wanted = rows - lines.filter((line) => line.startsWith('p0')).length;
    expect(exported.summary).toMatchObject({ files: wanted, failedCount: 0 });
    expect(Number(exported.summary.shards)).toBeGreaterThan(1);
    const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8')) as {
      complete: boolean;
      parts: { file: string; rows: number }[];
    };
    expect(manifest.complete).toBe(true);
    const seen = new Set<string>();
    let count = 0;
    for (const part of manifest.parts) {
      for await (const line of createInterface({ input: createReadStream(join(target, part.file)) })) {
        const { PartitionKey, RowKey } = JSON.parse(line) as Record<string, string>;
        seen.add(`${PartitionKey}/${RowKey}`);
        count += 1;
      }
    }
    expect([count, seen.size]).toEqual([wanted, wanted]);
    expect((await readdir(target)).length).toBe(manifest.parts.length + 1);

    // The same rows once more are rejected one by one, and written where every machine sees them.
    const rejects = join(cluster.dir, 'rejects');
    const again = cluster.run('client', ['import', 'Hub', file, '--rejects', rejects, '--hub', cluster.joinFile]);
    expect(await again.ended, again.err).toBe(1);
    expect(again.summary).toMatchObject({ files: 0, failedCount: rows });
    expect(await readdir(rejects)).toHaveLength(1);
  },
);

test(
  'cluster: machines measure at the same time, and several numbers of them are compared',
  { timeout: limitMs },
  async () => {
    const out = join(cluster.dir, 'study');
    const settings = ['files=3', 'fileBytes=1MiB', 'line=same-region', 'repetitions=1'].flatMap((one) => [
      '--set',
      one,
    ]);
    const measured = await onHub('lab', 'run', 'file-or-block', ...settings, '--nodes', '1,2', '--out', out);
    const results = (await readdir(out, { recursive: true })).filter((name) => /run-[\w-]+\.json$/u.test(name));
    expect(results).toHaveLength(3);
    const starts = await Promise.all(
      results.map(async (name) => {
        const run = JSON.parse(await readFile(join(out, name), 'utf8')) as { name: string; startedAtMs: number };
        return { name: run.name, startedAtMs: run.startedAtMs };
      }),
    );
    const together = starts.filter(({ name }) => name.includes('2 nodes')).map(({ startedAtMs }) => startedAtMs);
    expect(together).toHaveLength(2);
    expect(Math.abs((together[0] ?? 0) - (together[1] ?? Infinity))).toBeLessThan(1000);
    expect(await readdir(join(out, 'by-nodes'))).toContain('report.html');
    expect(measured.err).not.toContain('lost');
  },
);

test('cluster: a command that only runs here says so', async () => {
  const listed = cluster.run('client', ['ls', 'cargo', '--hub', cluster.joinFile]);
  expect(await listed.ended).toBe(2);
  expect(listed.err).toContain('this command runs on this machine only');
});
