// Imports into a table with an index write the index rows with the rows of the file.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportSettings } from '@shared/model/table-import';
import { systemClock } from '../../../testing/clock';
import { createTableIndexes } from '../indexes/create-indexes';
import { checkIndex } from '../indexes/check-index';
import { row } from '../fixtures/table-bench';
import { type FilesBench, startFilesBench } from '../jobs/fixtures/files-bench';

let bench: FilesBench;
beforeAll(async () => {
  bench = await startFilesBench();
});
afterAll(() => bench.dispose());

const byName = { name: 'byName', property: 'Name' };

async function indexed(table: string): Promise<void> {
  const text = (name: string, value: string) => ({ name, value: { type: 'Edm.String' as const, value } });
  await bench.fill(table, [row('p', '0', [text('Name', 'Smith'), text('Note', 'before')])]);
  const accounts = { open: () => Promise.resolve(bench.direct), openForWriting: () => Promise.resolve(bench.direct) };
  await createTableIndexes({ accounts, clock: systemClock, noticeMs: 0 }).streams['indexes.work'](
    { connectionId: 'local', table, work: 'create', ...byName },
    { signal: new AbortController().signal, push: () => undefined },
  );
}

const counts = async (table: string) => {
  const target = { account: bench.direct, table, clock: systemClock };
  const {
    entities,
    indexed: rows,
    missing,
    stale,
    orphaned,
  } = (await checkIndex(target, byName, () => undefined)).report;
  return { entities, rows, faults: missing + stale + orphaned };
};

describe('an import into an indexed table', () => {
  it.each<[ImportSettings['mode'], number, number]>([
    ['insert', 129, 2],
    ['upsert-merge', 130, 1],
    ['upsert-replace', 130, 1],
  ])('writes the rows of the index, and rejects what has no room: %s', async (mode, done, rejected) => {
    const table = `Import${mode.replace('-', '')}`;
    await indexed(table);
    const lines = Array.from({ length: 130 }, (_, at) => `p,${at},Name ${at % 7}/x\n`);
    const path = join(bench.dir, `${table}.csv`);
    await writeFile(path, `PartitionKey,RowKey,Name\n${lines.join('')}p,long,${'x'.repeat(520)}\n`);
    const view = await bench.importFrom(table, `${table}.csv`, { mode, rejectedRows: 'collect' });
    expect(view).toMatchObject({ state: 'done', rowsDone: done, rowsRejected: rejected });
    expect(await counts(table)).toEqual({ entities: 130, rows: 130, faults: 0 });
  });

  it('from a file of another indexed table writes no definition', async () => {
    await indexed('Exported');
    await bench.exportTo('Exported', 'exported.jsonl');
    const table = await bench.newTable();
    const view = await bench.importFrom(table, 'exported.jsonl', { rejectedRows: 'collect' });
    expect(view).toMatchObject({ rowsDone: 2, rowsRejected: 1, failures: [{ code: 'invalid.entity' }] });
    await indexed('Again');
    expect(await bench.importFrom('Again', 'exported.jsonl', { mode: 'upsert-replace' })).toMatchObject({
      rowsDone: 1,
      rowsRejected: 2,
    });
    expect(await counts('Again')).toEqual({ entities: 1, rows: 1, faults: 0 });
  });
});
