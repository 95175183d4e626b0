import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EdmValue, Entity } from '@shared/model/entity';
import { type ImportSettings, defaultImportSettings } from '@shared/model/table-import';
import type { TableJob } from '@shared/model/table-job';
import { systemClock } from '../../../testing/clock';
import { type TableBench, importWorkerPath, query, row, startTableBench } from '../fixtures/table-bench';
import { createTable } from '../table-admin';
import { type TableFiles, createTableFiles } from './create-table-files';

let bench: TableBench;
let dir: string;
let files: TableFiles;
let tables = 0;

function open(account = bench.direct): TableFiles {
  const source = { open: () => Promise.resolve(account), openForWriting: () => Promise.resolve(account) };
  return createTableFiles({
    accounts: source,
    sources: { resolve: (token) => Promise.resolve(join(dir, token)) },
    stateDir: join(dir, 'state'),
    ...{ clock: systemClock, importWorkerPath },
  });
}
beforeAll(async () => {
  bench = await startTableBench();
  dir = await mkdtemp(join(tmpdir(), 'stowage-files-'));
  files = open();
});
afterAll(async () => {
  await files.dispose();
  await bench.dispose();
  await rm(dir, { recursive: true, force: true });
});

const signal = new AbortController().signal;
const newTable = async (): Promise<string> => {
  const name = `Files${(tables += 1)}`;
  await createTable(bench.direct, name);
  return name;
};

async function exportTo(table: string, name: string, columns: readonly string[] = []): Promise<string> {
  const format = name.endsWith('.csv') ? 'csv' : name.endsWith('.parquet') ? 'parquet' : 'jsonl';
  const source = { kind: 'query' as const, query: query(table) };
  const path = join(dir, name);
  const job = await files.exports.start({ connectionId: 'bench', source, columns: [...columns], format, path });
  expect(await job.ended()).toMatchObject({ state: 'done', error: null });
  return format === 'parquet' ? '' : readFile(path, 'utf8');
}

async function importFrom(table: string, name: string, settings: Partial<ImportSettings> = {}): Promise<TableJob> {
  const job = await files.imports.start({
    ...{ connectionId: 'bench', table, place: { kind: 'file', path: join(dir, name) }, reading: {} },
    settings: { ...defaultImportSettings, ...settings },
  });
  return job.ended();
}

const moments = fc
  .record({
    day: fc.date({ min: new Date('1601-01-02'), max: new Date('9998-12-31'), noInvalidDate: true }),
    ticks: fc.nat(9_999_999),
  })
  .map(({ day, ticks }) => `${day.toISOString().slice(0, 19)}.${String(ticks).padStart(7, '0')}Z`);
const values: fc.Arbitrary<EdmValue> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((value): EdmValue => ({ type: 'Edm.String', value })),
  fc
    .constantFrom('007', 'true', '1e5', '2024-05-01T00:00:00Z', ' padded ', 'a"b', 'x\ny', '')
    .map((value): EdmValue => ({ type: 'Edm.String', value })),
  fc.integer().map((value): EdmValue => ({ type: 'Edm.Int32', value: String(value) })),
  fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map((value): EdmValue => ({ type: 'Edm.Int64', value: String(value) })),
  fc
    .constantFrom('200.0', '0.1', '-0.25', 'NaN', 'Infinity', '-Infinity', '1.5')
    .map((value): EdmValue => ({ type: 'Edm.Double', value })),
  fc.boolean().map((value): EdmValue => ({ type: 'Edm.Boolean', value })),
  moments.map((value): EdmValue => ({ type: 'Edm.DateTime', value })),
  fc.uuid().map((value): EdmValue => ({ type: 'Edm.Guid', value })),
  fc
    .uint8Array({ maxLength: 30 })
    .map((bytes): EdmValue => ({ type: 'Edm.Binary', value: Buffer.from(bytes).toString('base64') })),
);
const names = ['Text', 'Zahl', 'etag', '__proto__', 'Été', '_x1'];
const entities: fc.Arbitrary<Entity[]> = fc
  .array(fc.dictionary(fc.constantFrom(...names), values, { noNullPrototype: false }), { minLength: 1, maxLength: 12 })
  .map((list) =>
    list.map((properties, index) =>
      row(
        `p ${index % 3}`,
        `é"${index}`,
        Object.entries(properties).map(([name, value]) => ({ name, value })),
      ),
    ),
  );

describe('export → import → export', () => {
  it('gives the same bytes of JSON Lines, whatever the types', async () => {
    await fc.assert(
      fc.asyncProperty(entities, async (rows) => {
        const [first, second] = [await newTable(), await newTable()];
        await bench.fill(`${first}x`, rows);
        const before = await exportTo(`${first}x`, 'first.jsonl');
        expect(await importFrom(second, 'first.jsonl')).toMatchObject({ state: 'done', rowsDone: rows.length });
        expect(await exportTo(second, 'second.jsonl')).toBe(before);
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  it('gives the same entities by way of CSV, also where a column has several types', async () => {
    await fc.assert(
      fc.asyncProperty(entities, async (rows) => {
        const [first, second] = [await newTable(), await newTable()];
        await bench.fill(`${first}x`, rows);
        await exportTo(`${first}x`, 'first.csv');
        expect(await importFrom(second, 'first.csv')).toMatchObject({ state: 'done', rowsDone: rows.length });
        const sorted = (text: string): unknown[] =>
          text
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as unknown);
        expect(sorted(await exportTo(second, 'second.jsonl'))).toEqual(
          sorted(await exportTo(`${first}x`, 'first.jsonl')),
        );
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});

describe('an import', () => {
  it('reads cells pasted from a spreadsheet', async () => {
    const table = await newTable();
    const text = 'Ort\tNr\tDatum\r\nKöln\t007\t2024-05-01 08:30\r\nUlm\t8\t\r\n';
    const settings: ImportSettings = {
      ...defaultImportSettings,
      partitionKey: { kind: 'column', column: 'Ort' },
      rowKey: { kind: 'expression', expression: 'nr-{Nr:0000}' },
    };
    const { jobId } = await files.calls['imports.start'](
      { connectionId: 'bench', table, source: { kind: 'text', text }, reading: {}, settings },
      { signal },
    );
    await expect.poll(() => files.jobs.get(jobId).view().state).toBe('done');
    expect((await exportTo(table, 'pasted.jsonl')).split('\n')).toEqual([
      '{"PartitionKey":"Köln","RowKey":"nr-0007","properties":{"Nr":{"type":"Edm.String","value":"007"},"Datum":{"type":"Edm.DateTime","value":"2024-05-01T08:30:00Z"}}}',
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
    const table = await newTable();
    await writeFile(join(dir, 'encoded.csv'), bytes);
    const { reading } = await files.calls['imports.preview'](
      { source: { kind: 'file', token: 'encoded.csv' }, reading: {} },
      { signal },
    );
    expect(reading.encoding).toBe(encoding);
    expect(reading.notes).toHaveLength(encoding === 'windows-1252' ? 1 : 0);
    expect(await importFrom(table, 'encoded.csv')).toMatchObject({ rowsDone: 1 });
    expect(await exportTo(table, 'encoded.jsonl')).toContain('"value":"Käse"');
  });

  it('keeps the digits of plain JSON and the types it tells', async () => {
    const table = await newTable();
    const json =
      '[\n {"PartitionKey":"p","RowKey":"1","Big":9007199254740993,"Whole":200.0,"Id@odata.type":"Edm.Guid","Id":"1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e"},\n {"PartitionKey":"p","RowKey":"2","Big":1,"Whole":1,"List":[1,{"a":"]"}],"No":null}\n]';
    await writeFile(join(dir, 'plain.json'), json);
    expect(await importFrom(table, 'plain.json')).toMatchObject({ state: 'done', rowsDone: 2 });
    const lines = (await exportTo(table, 'plain.jsonl')).split('\n');
    expect(lines[0]).toContain(
      '"Big":{"type":"Edm.Int64","value":"9007199254740993"},"Whole":{"type":"Edm.Double","value":"200.0"},"Id":{"type":"Edm.Guid"',
    );
    expect(lines[1]).toContain('"List":{"type":"Edm.String","value":"[1,{\\"a\\":\\"]\\"}]"}}');
  });

  it('stops at the first bad row where it is asked to, and names the line', async () => {
    const table = await newTable();
    await writeFile(join(dir, 'stops.csv'), 'PartitionKey,RowKey,N:Edm.Int32\np,1,1\np,2,two\np,3,3\n');
    const job = await importFrom(table, 'stops.csv', { rejectedRows: 'stop' });
    expect([job.state, job.error?.context.field]).toEqual(['failed', 'Line 3']);
  });

  it('pauses, goes on, and is listed while it runs', async () => {
    const table = await newTable();
    const rows = Array.from({ length: 3000 }, (_, index) => `p${index % 7},${index},x`).join('\n');
    await writeFile(join(dir, 'pause.csv'), `PartitionKey,RowKey,A\n${rows}\n`);
    const job = await files.imports.start({
      ...{ connectionId: 'bench', table, place: { kind: 'file', path: join(dir, 'pause.csv') }, reading: {} },
      settings: { ...defaultImportSettings, concurrency: 1 },
    });
    await expect.poll(() => job.view().rowsDone, { interval: 1 }).toBeGreaterThan(0);
    await files.calls['table-jobs.pause']({ jobId: job.id }, { signal });
    expect(job.view().state).toBe('paused');
    expect(files.jobs.list().map(({ id }) => id)).toContain(job.id);
    await files.calls['table-jobs.resume']({ jobId: job.id }, { signal });
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 3000 });
  });

  it('goes on in another run of the engine after it was interrupted, and doubles no GUID key', async () => {
    const table = await newTable();
    const rows = Array.from({ length: 4000 }, (_, index) => `p${index % 7},${index}`).join('\n');
    await writeFile(join(dir, 'again.csv'), `Part,N\n${rows}\n`);
    const job = await files.imports.start({
      ...{ connectionId: 'bench', table, place: { kind: 'file', path: join(dir, 'again.csv') }, reading: {} },
      settings: {
        ...{ ...defaultImportSettings, concurrency: 2, mode: 'upsert-replace' },
        ...{ partitionKey: { kind: 'column', column: 'Part' }, rowKey: { kind: 'guid' } },
      },
    });
    await expect.poll(() => job.view().rowsDone, { interval: 1 }).toBeGreaterThan(0);
    await job.interrupt();
    const other = open();
    await other.recover();
    const found = other.imports.unfinished(table, join(dir, 'again.csv'));
    expect(found?.view()).toMatchObject({ state: 'interrupted', rowsTotal: 4000 });
    await found?.resume();
    expect(await found?.ended()).toMatchObject({ state: 'done', rowsDone: 4000 });
    expect((await exportTo(table, 'again.jsonl')).split('\n')).toHaveLength(4001);
  });
});

describe('an export', () => {
  it('writes each type to Parquet as what it is', async () => {
    const table = `${await newTable()}x`;
    await bench.fill(table, [
      row('p', '1', [
        { name: 'Big', value: { type: 'Edm.Int64', value: '9007199254740993' } },
        { name: 'At', value: { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' } },
        { name: 'Part', value: { type: 'Edm.Double', value: '0.5' } },
        { name: 'Yes', value: { type: 'Edm.Boolean', value: true } },
        { name: 'Mixed', value: { type: 'Edm.Int32', value: '7' } },
        { name: 'Bytes', value: { type: 'Edm.Binary', value: 'AQID' } },
      ]),
      row('p', '2', [{ name: 'Mixed', value: { type: 'Edm.String', value: 'seven' } }]),
    ]);
    await exportTo(table, 'typed.parquet');
    const bytes = await readFile(join(dir, 'typed.parquet'));
    const file = new Uint8Array(bytes).buffer;
    const rows = (await parquetReadObjects({ file, utf8: false })) as Record<string, unknown>[];
    expect(rows[0]).toMatchObject({
      PartitionKey: 'p',
      RowKey: '1',
      Big: 9007199254740993n,
      Part: 0.5,
      Yes: true,
      Mixed: '7',
    });
    expect(rows[0]?.Bytes).toEqual(new Uint8Array([1, 2, 3]));
    expect(rows[0]?.At).toEqual(new Date('2024-05-01T08:30:00.123Z'));
    expect(rows[1]).toMatchObject({ Big: null, Mixed: 'seven' });
  });

  it('writes the entities that were chosen, and goes on after an interruption', async () => {
    const table = `${await newTable()}x`;
    await bench.fill(
      table,
      Array.from({ length: 900 }, (_, index) => row('p', String(index).padStart(4, '0'))),
    );
    const keys = Array.from({ length: 900 }, (_, index) => ({
      partitionKey: 'p',
      rowKey: String(index).padStart(4, '0'),
    }));
    const path = join(dir, 'chosen.jsonl');
    const source = { kind: 'keys' as const, table, keys };
    const job = await files.exports.start({ connectionId: 'bench', source, columns: [], format: 'jsonl', path });
    await expect.poll(() => job.view().rowsDone, { interval: 1 }).toBeGreaterThan(0);
    await job.interrupt();
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 900 });
    expect(await readFile(path, 'utf8')).toBe(
      keys.map(({ rowKey }) => `{"PartitionKey":"p","RowKey":"${rowKey}","properties":{}}\n`).join(''),
    );
  });

  it.each(['jsonl', 'csv', 'parquet'] as const)(
    'that was paused, interrupted and taken up by another run of the engine gives the same bytes as %s',
    async (format) => {
      const table = `${await newTable()}x`;
      await bench.fill(
        table,
        Array.from({ length: 7_000 }, (_, index) =>
          row(`p${index % 3}`, String(index).padStart(5, '0'), [
            { name: 'N', value: { type: 'Edm.Int32', value: String(index) } },
            { name: 'Text', value: { type: 'Edm.String', value: `é "${index}"` } },
          ]),
        ),
      );
      const source = { kind: 'query' as const, query: query(table) };
      const start = (name: string): ReturnType<typeof files.exports.start> =>
        files.exports.start({ connectionId: 'bench', source, columns: [], format, path: join(dir, name) });
      const whole = await (await start(`whole.${format}`)).ended();
      expect(whole).toMatchObject({ state: 'done', rowsDone: 7_000, outputFile: `whole.${format}` });

      const job = await start(`parts.${format}`);
      job.pause();
      await expect.poll(() => job.view().rowsDone, { interval: 1 }).toBeGreaterThan(0);
      expect(job.view()).toMatchObject({ state: 'paused', outputFile: null });
      expect(job.view().rowsDone).toBeLessThan(7_000);
      await expect(readFile(join(dir, `parts.${format}`))).rejects.toThrow('ENOENT');
      await job.interrupt();

      const other = open();
      await other.recover();
      const again = other.exports.unfinished(table, join(dir, `parts.${format}`));
      expect(again?.view()).toMatchObject({ state: 'interrupted', rowsDone: job.view().rowsDone });
      await again?.resume();
      again?.pause();
      expect(again?.view().state).toBe('paused');
      await again?.resume();
      expect(await again?.ended()).toMatchObject({ state: 'done', rowsDone: 7_000 });
      const [expected, found] = [`whole.${format}`, `parts.${format}`].map((name) => readFile(join(dir, name)));
      expect((await found)?.equals((await expected) ?? Buffer.alloc(0))).toBe(true);
    },
    60_000,
  );

  it('reads ranges of the keys at once, and gives the rows in the order of the keys', async () => {
    const table = `${await newTable()}x`;
    const keys = Array.from(
      { length: 6_000 },
      (_, index) => [`p${index % 40}`, String(index).padStart(5, '0')] as const,
    );
    await bench.fill(
      table,
      keys.map(([partitionKey, rowKey]) => row(partitionKey, rowKey)),
    );
    const path = join(dir, 'ordered.jsonl');
    const job = await open(bench.proxied).exports.start({
      ...{ connectionId: 'bench', source: { kind: 'query', query: query(table) }, columns: [], format: 'jsonl', path },
    });
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 6_000 });
    const asked = bench.proxy.requests
      .filter(({ path: at }) => at.includes(table))
      .map(({ query: of }) => of.get('$filter'));
    expect(new Set(asked).size).toBeGreaterThan(4);
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
    const found = lines.map((line) => JSON.parse(line) as { PartitionKey: string; RowKey: string });
    const sorted = [...keys].sort(([p, r], [q, s]) => (p === q ? (r < s ? -1 : 1) : p < q ? -1 : 1));
    expect(found.map(({ PartitionKey, RowKey }) => [PartitionKey, RowKey])).toEqual(sorted);
  });

  it('has one owner: another process that lives keeps it', async () => {
    const table = `${await newTable()}x`;
    await bench.fill(
      table,
      Array.from({ length: 3_000 }, (_, index) => row('p', String(index).padStart(5, '0'))),
    );
    const source = { kind: 'query' as const, query: query(table) };
    const path = join(dir, 'owned.jsonl');
    const job = await files.exports.start({ connectionId: 'bench', source, columns: [], format: 'jsonl', path });
    job.pause();
    await expect.poll(() => job.view().rowsDone, { interval: 1 }).toBeGreaterThan(0);
    const other = open();
    await other.recover();
    const seen = other.exports.unfinished(table, path);
    await expect(seen?.resume()).rejects.toMatchObject({ code: 'conflict.other' });
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done' });
  });
});
