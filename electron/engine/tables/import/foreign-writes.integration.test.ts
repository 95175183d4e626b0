// Another client writes to the table that an import fills.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { type ImportSettings, defaultImportSettings } from '@shared/model/table-import';
import type { ProxiedRequest } from '../../../testing/fault-proxy';
import { writeEntities } from '../batch-write';
import { open, pagesOf, query, row, rowsOf } from '../fixtures/table-bench';
import { type FilesBench, startFilesBench } from '../jobs/fixtures/files-bench';

let bench: FilesBench;
beforeAll(async () => {
  bench = await startFilesBench();
});
afterAll(() => bench.dispose());
afterEach(() => bench.proxy.clearFaults());

const isBatch = ({ method, path }: Pick<ProxiedRequest, 'method' | 'path'>): boolean =>
  method === 'POST' && path.endsWith('$batch');
const key = (index: number): string => String(index).padStart(5, '0');

async function stored(table: string): Promise<readonly Entity[]> {
  return rowsOf(await pagesOf(open(bench.direct, query(table))));
}

async function writtenByOthers(table: string, index: number): Promise<void> {
  const theirs = row('p', key(index), [{ name: 'N', value: { type: 'Edm.Int32', value: '-1' } }]);
  await writeEntities(bench.direct, table, [theirs], { mode: 'upsert-replace' });
}

/** Sixty rows in three transactions, one after the other. */
async function sixtyRows(mode: ImportSettings['mode']) {
  const table = await bench.newTable();
  const path = join(bench.dir, `${table}.csv`);
  const lines = Array.from({ length: 60 }, (_, at) => `p,${key(at)},${at}\n`);
  await writeFile(path, `PartitionKey,RowKey,N:Edm.Int32\n${lines.join('')}`);
  const settings: ImportSettings = { ...defaultImportSettings, mode, concurrency: 1, batchSize: 20 };
  const location = { kind: 'file', path } as const;
  return { table, path, request: { connectionId: 'bench', table, location, reading: {}, settings } };
}

describe('a row that somebody else writes while an import is under way', () => {
  it('is rejected alone when it is inserted, and the foreign row remains', async () => {
    const { table, request } = await sixtyRows('insert');
    bench.proxy.inject({
      fault: { kind: 'meanwhile', act: () => writtenByOthers(table, 45) },
      when: isBatch,
      skip: 1,
    });
    const files = bench.openFiles(bench.proxied);
    const view = await (await files.imports.start(request)).ended();
    await files.dispose();
    expect(view).toMatchObject({ state: 'done', rowsDone: 59, rowsRejected: 1 });
    expect(view.failures).toMatchObject([{ code: 'conflict.exists', count: 1 }]);
    expect((await stored(table)).map(({ properties }) => properties[0]?.value.value)).toEqual(
      Array.from({ length: 60 }, (_, at) => (at === 45 ? '-1' : String(at))),
    );
  });

  it('is not replaced when the import resumes, and the other written rows are not touched', async () => {
    const { table, path, request } = await sixtyRows('upsert-replace');
    bench.proxy.inject({ fault: { kind: 'stall-download', afterBytes: 0 }, when: isBatch, skip: 1 });
    const before = bench.openFiles(bench.proxied);
    const job = await before.imports.start(request);
    await expect.poll(async () => (await stored(table)).length, { timeout: 20_000 }).toBe(40);
    await job.interrupt();
    await before.dispose();
    bench.proxy.clearFaults();
    await writtenByOthers(table, 25);
    const left = await stored(table);

    const after = bench.openFiles(bench.proxied);
    await after.recover();
    const found = after.imports.unfinished(table, path) ?? expect.unreachable();
    await found.resume();
    const view = await found.ended();
    await after.dispose();
    expect(view).toMatchObject({ state: 'done', rowsDone: 59, rowsRejected: 1 });
    expect(view.failures).toMatchObject([{ code: 'conflict.etag-changed', count: 1 }]);
    const rows = await stored(table);
    expect([rows.slice(0, 40), rows.length]).toEqual([left, 60]);
  });
});
