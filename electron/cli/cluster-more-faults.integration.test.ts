// What can go wrong in imports and exports on many machines, with real processes.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Cluster, type Program } from './fixtures/cluster';

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
