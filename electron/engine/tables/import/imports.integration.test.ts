import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportSettings, defaultImportSettings } from '@shared/model/table-import';
import { type FilesBench, startFilesBench } from '../jobs/fixtures/files-bench';

let bench: FilesBench;
beforeAll(async () => {
  bench = await startFilesBench();
});
afterAll(() => bench.dispose());

const signal = new AbortController().signal;

describe('an import', () => {
  it('stores cells pasted from a spreadsheet as they are, a time without a zone as text', async () => {
    const table = await bench.newTable();
    const text = 'Ort\tNr\tDatum\r\nKöln\t007\t2024-05-01 08:30\r\nUlm\t8\t\r\n';
    const settings: ImportSettings = {
      ...defaultImportSettings,
      partitionKey: { kind: 'column', column: 'Ort' },
      rowKey: { kind: 'expression', expression: 'nr-{Nr:0000}' },
    };
    const { jobId } = await bench.files.calls['imports.start'](
      { connectionId: 'bench', table, source: { kind: 'text', text }, reading: {}, settings },
      { signal },
    );
    await expect.poll(() => bench.files.jobs.get(jobId).view().state, { timeout: 20_000 }).toBe('done');
    expect((await bench.exportTo(table, 'pasted.jsonl')).split('\n')).toEqual([
      '{"PartitionKey":"Köln","RowKey":"nr-0007","properties":{"Nr":{"type":"Edm.String","value":"007"},"Datum":{"type":"Edm.String","value":"2024-05-01 08:30"}}}',
      '{"PartitionKey":"Ulm","RowKey":"nr-0008","properties":{"Nr":{"type":"Edm.String","value":"8"}}}',
      '',
    ]);
  });

  it.each([
    ['utf-16le', Buffer.from('\ufeffPartitionKey,RowKey,Name\np,1,Käse\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffPartitionKey,RowKey,Name\np,1,Käse\n', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('PartitionKey;RowKey;Name\np;1;Käse\n', 'latin1')],
    ['utf-8', Buffer.from('\ufeffPartitionKey;RowKey;Name\np;1;Käse\n')],
  ])('finds out that a file is %s', async (encoding, bytes) => {
    const table = await bench.newTable();
    await writeFile(join(bench.dir, 'encoded.csv'), bytes);
    const { reading } = await bench.files.calls['imports.preview'](
      { source: { kind: 'file', token: 'encoded.csv' }, reading: {} },
      { signal },
    );
    expect(reading.encoding).toBe(encoding);
    expect(reading.notes).toHaveLength(encoding === 'windows-1252' ? 1 : 0);
    expect(await bench.importFrom(table, 'encoded.csv')).toMatchObject({ rowsDone: 1 });
    expect(await bench.exportTo(table, 'encoded.jsonl')).toContain('"value":"Käse"');
  });

  it('preserves the digits of plain JSON and the types it declares', async () => {
    const table = await bench.newTable();
    const json =
      '[\n {"PartitionKey":"p","RowKey":"1","Big":9007199254740993,"Whole":200.0,"Id@odata.type":"Edm.Guid","Id":"1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e"},\n {"PartitionKey":"p","RowKey":"2","Big":1,"Whole":1,"List":[1,{"a":"]"}],"No":null}\n]';
    await writeFile(join(bench.dir, 'plain.json'), json);
    expect(await bench.importFrom(table, 'plain.json')).toMatchObject({ state: 'done', rowsDone: 2 });
    const lines = (await bench.exportTo(table, 'plain.jsonl')).split('\n');
    expect(lines[0]).toContain(
      '"Big":{"type":"Edm.Int64","value":"9007199254740993"},"Whole":{"type":"Edm.Double","value":"200.0"},"Id":{"type":"Edm.Guid"',
    );
    expect(lines[1]).toContain('"List":{"type":"Edm.String","value":"[1,{\\"a\\":\\"]\\"}]"}}');
  });

  it('stops at the first bad row on request, and names the line', async () => {
    const table = await bench.newTable();
    await writeFile(join(bench.dir, 'stops.csv'), 'PartitionKey,RowKey,N:Edm.Int32\np,1,1\np,2,two\np,3,3\n');
    const job = await bench.importFrom(table, 'stops.csv', { rejectedRows: 'stop' });
    expect([job.state, job.error?.context.field]).toEqual(['failed', 'Line 3']);
  });

  it('pauses, resumes, and is listed while it runs', async () => {
    const table = await bench.newTable();
    const rows = Array.from({ length: 3000 }, (_, index) => `p${index % 7},${index},x`).join('\n');
    await writeFile(join(bench.dir, 'pause.csv'), `PartitionKey,RowKey,A\n${rows}\n`);
    const job = await bench.files.imports.start({
      connectionId: 'bench',
      table,
      location: { kind: 'file', path: join(bench.dir, 'pause.csv') },
      reading: {},
      settings: { ...defaultImportSettings, concurrency: 1 },
    });
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    await bench.files.jobs.calls['jobs.pause']({ jobId: job.id }, { signal });
    expect(job.view().state).toBe('paused');
    expect(job.view().facts[0]?.value).toMatch(/^input rows .*/);
    expect(bench.files.jobs.list().map(({ id }) => id)).toContain(job.id);
    await bench.files.jobs.calls['jobs.resume']({ jobId: job.id }, { signal });
    expect(job.view()).toMatchObject({ state: 'running', facts: [] });
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 3000 });
  });

  it('resumes in another run of the engine after an interruption, and duplicates no GUID key', async () => {
    const table = await bench.newTable();
    const rows = Array.from({ length: 4000 }, (_, index) => `p${index % 7},${index}`).join('\n');
    await writeFile(join(bench.dir, 'again.csv'), `Part,N\n${rows}\n`);
    const job = await bench.files.imports.start({
      connectionId: 'bench',
      table,
      location: { kind: 'file', path: join(bench.dir, 'again.csv') },
      reading: {},
      settings: {
        ...defaultImportSettings,
        concurrency: 2,
        mode: 'upsert-replace',
        partitionKey: { kind: 'column', column: 'Part' },
        rowKey: { kind: 'guid' },
      },
    });
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    await job.interrupt();
    const other = bench.openFiles();
    await other.recover();
    const found = other.imports.unfinished(table, join(bench.dir, 'again.csv'));
    const { ranMs, facts } = job.view();
    expect(found?.view().facts).toEqual(facts);
    const first = Number(/rows (\d+)/.exec(facts[0]?.value ?? '')?.[1]);
    expect(await bench.exportTo(table, 'part.jsonl')).toContain(`"Edm.Int32","value":"${first - 1}"`);
    expect(found?.view()).toMatchObject({ state: 'interrupted', rowsTotal: 4000, ranMs });
    expect(ranMs).toBeGreaterThan(0);
    await found?.resume();
    expect(await found?.ended()).toMatchObject({ state: 'done', rowsDone: 4000, facts: [] });
    expect((await bench.exportTo(table, 'again.jsonl')).split('\n')).toHaveLength(4001);
  });
});
