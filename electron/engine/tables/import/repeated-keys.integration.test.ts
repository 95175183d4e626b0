// Rows of one import that have the same keys: the last one is what the table holds in the end, wherever the import was
// interrupted.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ImportSettings, defaultImportSettings } from '@shared/model/table-import';
import type { ProxiedRequest } from '../../../testing/fault-proxy';
import { open, pagesOf, query, rowsOf } from '../fixtures/table-bench';
import { type FilesBench, startFilesBench } from '../jobs/fixtures/files-bench';

let bench: FilesBench;
beforeAll(async () => {
  bench = await startFilesBench();
});
afterAll(() => bench.dispose());
afterEach(() => bench.proxy.clearFaults());

const isBatch = ({ method, path }: Pick<ProxiedRequest, 'method' | 'path'>): boolean =>
  method === 'POST' && path.endsWith('$batch');
const keys = 20;
const rounds = 5;

/** Each key once a round, so that each round is a transaction. */
async function roundsOf(mode: ImportSettings['mode']) {
  const table = await bench.newTable();
  const path = join(bench.dir, `${table}.csv`);
  const lines = Array.from({ length: keys * rounds }, (_, at) => `p,${String(at % keys).padStart(2, '0')},${at}\n`);
  await writeFile(path, `PartitionKey,RowKey,N:Edm.Int32\n${lines.join('')}`);
  const settings: ImportSettings = { ...defaultImportSettings, mode, concurrency: 4, batchSize: 20 };
  const location = { kind: 'file', path } as const;
  return { table, path, request: { connectionId: 'bench', table, location, reading: {}, settings } };
}

const stored = async (table: string): Promise<readonly string[]> =>
  rowsOf(await pagesOf(open(bench.direct, query(table)))).map(({ properties }) => String(properties[0]?.value.value));

describe('an import with repeated keys that was interrupted', () => {
  it.each([
    ['upsert-replace', 0],
    ['upsert-replace', 1],
    ['upsert-replace', 3],
    ['upsert-merge', 2],
    ['upsert-merge', 4],
  ] as const)('%s, before the response to round %i: continues to the last row of each key', async (mode, round) => {
    const { table, path, request } = await roundsOf(mode);
    bench.proxy.inject({ fault: { kind: 'stall-download', afterBytes: 0 }, when: isBatch, skip: round });
    const before = bench.openFiles(bench.proxied);
    const job = await before.imports.start(request);
    const first = String(round * keys);
    await expect.poll(async () => (await stored(table))[0], { timeout: 20_000 }).toBe(first);
    expect(job.view().rowsDone).toBe(round * keys);
    await job.interrupt();
    await before.dispose();
    bench.proxy.clearFaults();

    const after = bench.openFiles(bench.proxied);
    await after.recover();
    const found = after.imports.unfinished(table, path) ?? expect.unreachable();
    await found.resume();
    expect(await found.ended()).toMatchObject({ state: 'done', rowsDone: keys * rounds, rowsRejected: 0 });
    await after.dispose();
    expect(await stored(table)).toEqual(Array.from({ length: keys }, (_, at) => String((rounds - 1) * keys + at)));
  });
});
