import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParquetParsers, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, row } from '../fixtures/table-bench';
import { writeEntities } from '../batch-write';
import { type FilesBench, startFilesBench } from '../jobs/fixtures/files-bench';

let bench: FilesBench;
beforeAll(async () => {
  bench = await startFilesBench();
});
afterAll(() => bench.dispose());

const signal = new AbortController().signal;

describe('an export', () => {
  it('writes each type to Parquet as what it is', async () => {
    const table = `${await bench.newTable()}x`;
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
    await bench.exportTo(table, 'typed.parquet');
    const bytes = await readFile(join(bench.dir, 'typed.parquet'));
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

  it('preserves the 100 ns of every time in Parquet, and writes times beyond its range as text', async () => {
    const table = `${await bench.newTable()}x`;
    const at = (rowKey: string, precise: string, far: string) =>
      row('p', rowKey, [
        { name: 'Precise', value: { type: 'Edm.DateTime' as const, value: precise } },
        { name: 'Far', value: { type: 'Edm.DateTime' as const, value: far } },
      ]);
    const precise = ['1677-09-22T00:00:00.0000001Z', '2024-05-01T08:30:00.1234567Z', '2262-04-10T23:59:59.9999999Z'];
    const far = ['1601-01-01T00:00:00Z', '2024-05-01T08:30:00.1234567Z', '9999-12-31T23:59:59.9999999Z'];
    await bench.fill(
      table,
      precise.map((text, index) => at(String(index), text, far[index] ?? '')),
    );
    await bench.exportTo(table, 'times.parquet');
    const file = new Uint8Array(await readFile(join(bench.dir, 'times.parquet'))).buffer;
    // The dates of the Parquet reader end at the millisecond.
    const { DEFAULT_PARSERS } = await import('hyparquet/src/convert.js');
    const parsers: ParquetParsers = { ...DEFAULT_PARSERS, timestampFromNanoseconds: (nanoseconds) => nanoseconds };
    const rows = (await parquetReadObjects({ file, parsers })) as Record<string, unknown>[];
    const nanoseconds = (text: string): bigint =>
      BigInt(Date.parse(`${text.slice(0, 19)}Z`)) * 1_000_000n + BigInt(text.slice(20, 27)) * 100n;
    expect(rows.map(({ Precise }) => Precise)).toEqual(precise.map(nanoseconds));
    expect(rows.map(({ Far }) => Far)).toEqual(far);
  });

  it('for a spreadsheet is marked as UTF-8, neutralises formulas, and preserves every digit', async () => {
    const table = `${await bench.newTable()}x`;
    await bench.fill(table, [
      row('=1+1', '00042', [
        { name: 'Name', value: { type: 'Edm.String', value: '=HYPERLINK("http://a.invalid","Grüße; bitte")' } },
        { name: 'Big', value: { type: 'Edm.Int64', value: '9007199254740993' } },
        { name: 'Part', value: { type: 'Edm.Double', value: '-0.5' } },
        { name: 'Mixed', value: { type: 'Edm.Int32', value: '7' } },
      ]),
      row('@b', '1', [
        { name: 'Name', value: { type: 'Edm.String', value: '\t=1+1' } },
        { name: 'Mixed', value: { type: 'Edm.String', value: '' } },
      ]),
    ]);
    const written = async (decimals: 'point' | 'comma'): Promise<string> => {
      const path = join(bench.dir, `hostile-${decimals}.csv`);
      const source = { kind: 'query' as const, query: query(table) };
      const plan = { connectionId: 'bench', source, columns: [], format: 'spreadsheet' as const, decimals, path };
      expect(await (await bench.files.exports.start(plan)).ended()).toMatchObject({ state: 'done', rowsDone: 2 });
      return readFile(path, 'utf8');
    };
    expect(await written('point')).toBe(
      '\ufeffPartitionKey,RowKey,Name,Big,Part,Mixed\r\n' +
        `'=1+1,'00042,"'=HYPERLINK(""http://a.invalid"",""Grüße; bitte"")",'9007199254740993,-0.5,7\r\n` +
        `'@b,1,'\t=1+1,,,\r\n`,
    );
    expect(await written('comma')).toBe(
      '\ufeffPartitionKey;RowKey;Name;Big;Part;Mixed\r\n' +
        `'=1+1;'00042;"'=HYPERLINK(""http://a.invalid"",""Grüße; bitte"")";'9007199254740993;-0,5;7\r\n` +
        `'@b;1;'\t=1+1;;;\r\n`,
    );
    // The form that is imported again has every value as it is.
    expect(await bench.exportTo(table, 'hostile-typed.csv')).toBe(
      'PartitionKey,RowKey,Name:Edm.String,Big:Edm.Int64,Part:Edm.Double,Mixed,Mixed@type\r\n' +
        '=1+1,00042,"=HYPERLINK(""http://a.invalid"",""Grüße; bitte"")",9007199254740993,-0.5,7,Edm.Int32\r\n' +
        '@b,1,\t=1+1,,,,Edm.String\r\n',
    );
  });

  it('into a folder that is not there ends before anything is read, naming the folder', async () => {
    const folder = join(bench.dir, 'gone');
    const source = { kind: 'query' as const, query: query(`${await bench.newTable()}x`) };
    const path = join(folder, 'orders.csv');
    const job = await bench.files.exports.start({ connectionId: 'bench', source, columns: [], format: 'csv', path });
    expect(await job.ended()).toMatchObject({
      state: 'failed',
      requests: 0,
      error: { code: 'local.not-found', context: { path: folder } },
    });
  });

  it('to the path of a folder fails before anything is read, and leaves nothing behind', async () => {
    const folder = join(bench.dir, 'taken');
    const path = join(folder, 'orders.csv');
    await mkdir(path, { recursive: true });
    const source = { kind: 'query' as const, query: query(`${await bench.newTable()}x`) };
    const job = await bench.files.exports.start({ connectionId: 'bench', source, columns: [], format: 'csv', path });
    expect(await job.ended()).toMatchObject({
      state: 'failed',
      requests: 0,
      error: { code: 'local.denied', context: { path, systemCode: 'EISDIR' } },
    });
    expect(await readdir(folder)).toEqual(['orders.csv']);
  });

  it.each(['csv', 'jsonl', 'parquet'])('to a link writes the .%s file that it leads to', async (format) => {
    const table = `${await bench.newTable()}x`;
    await bench.fill(table, [row('p', '1', [{ name: 'Word', value: { type: 'Edm.String', value: 'new' } }])]);
    const share = join(bench.dir, `share-${format}`);
    await mkdir(share);
    await writeFile(join(share, `present.${format}`), 'old');
    for (const name of [`present.${format}`, `absent.${format}`]) {
      const link = join(bench.dir, `latest-${name}`);
      await symlink(join(`share-${format}`, name), link);
      await bench.exportTo(table, `latest-${name}`);
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
      expect((await lstat(join(share, name))).isFile()).toBe(true);
      expect(await readFile(join(share, name), 'latin1')).toContain('new');
    }
    // No partial file is left, beside the link or the file.
    expect(await readdir(share)).toEqual([`absent.${format}`, `present.${format}`]);
    expect((await readdir(bench.dir)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('to the path of a pipe fails before anything is read', async () => {
    const table = `${await bench.newTable()}x`;
    const path = join(bench.dir, 'pipe.csv');
    execFileSync('mkfifo', [path]);
    const source = { kind: 'query' as const, query: query(table) };
    const job = await bench.files.exports.start({ connectionId: 'bench', source, columns: [], format: 'csv', path });
    expect(await job.ended()).toMatchObject({
      state: 'failed',
      requests: 0,
      error: { code: 'conflict.target-exists', context: { path, what: 'special' } },
    });
    expect((await lstat(path)).isFIFO()).toBe(true);
  });

  it('writes the chosen entities, and resumes after an interruption', async () => {
    const table = `${await bench.newTable()}x`;
    await bench.fill(
      table,
      Array.from({ length: 2_400 }, (_, index) => row('p', String(index).padStart(4, '0'))),
    );
    const keys = Array.from({ length: 2_400 }, (_, index) => ({
      partitionKey: 'p',
      rowKey: String(index).padStart(4, '0'),
    }));
    const path = join(bench.dir, 'chosen.jsonl');
    const source = { kind: 'keys' as const, table, keys };
    const job = await bench.files.exports.start({ connectionId: 'bench', source, columns: [], format: 'jsonl', path });
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    await job.interrupt();
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 2_400 });
    expect(await readFile(path, 'utf8')).toBe(
      keys.map(({ rowKey }) => `{"PartitionKey":"p","RowKey":"${rowKey}","properties":{}}\n`).join(''),
    );
  });

  it.each(['jsonl', 'csv', 'parquet'] as const)(
    'that was paused, interrupted and taken up by another run of the engine gives the same bytes as %s',
    async (format) => {
      const table = `${await bench.newTable()}x`;
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
      const start = (name: string): ReturnType<typeof bench.files.exports.start> =>
        bench.files.exports.start({ connectionId: 'bench', source, columns: [], format, path: join(bench.dir, name) });
      const whole = await (await start(`whole.${format}`)).ended();
      expect(whole).toMatchObject({ state: 'done', rowsDone: 7_000, outputFile: `whole.${format}` });

      const job = await start(`parts.${format}`);
      await job.pause();
      await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
      expect(job.view()).toMatchObject({ state: 'paused', outputFile: null });
      expect(job.view().rowsDone).toBeLessThan(7_000);
      await expect(readFile(join(bench.dir, `parts.${format}`))).rejects.toThrow('ENOENT');
      await job.interrupt();

      const other = bench.openFiles();
      await other.recover();
      const again = other.exports.unfinished(table, join(bench.dir, `parts.${format}`));
      const { rowsDone, ranMs } = job.view();
      expect(again?.view()).toMatchObject({ state: 'paused', rowsDone, ranMs });
      await again?.resume();
      await again?.pause();
      expect(again?.view().state).toBe('paused');
      await again?.resume();
      expect(await again?.ended()).toMatchObject({ state: 'done', rowsDone: 7_000 });
      expect(again?.view().ranMs).toBeGreaterThan(ranMs ?? Infinity);
      const [expected, found] = [`whole.${format}`, `parts.${format}`].map((name) => readFile(join(bench.dir, name)));
      expect((await found)?.equals((await expected) ?? Buffer.alloc(0))).toBe(true);
    },
    60_000,
  );

  it('reads ranges of the keys at once, and gives the rows in the order of the keys', async () => {
    const table = `${await bench.newTable()}x`;
    const keys = Array.from(
      { length: 30_000 },
      (_, index) => [`p${index % 40}`, String(index).padStart(5, '0')] as const,
    );
    await bench.fill(
      table,
      keys.map(([partitionKey, rowKey]) => row(partitionKey, rowKey)),
    );
    const path = join(bench.dir, 'ordered.jsonl');
    const job = await bench.openFiles(bench.proxied).exports.start({
      connectionId: 'bench',
      source: { kind: 'query', query: query(table) },
      columns: [],
      format: 'jsonl',
      path,
    });
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 30_000 });
    const requestCount = bench.proxy.requests
      // Requests for a single row search for split keys.
      .filter(({ path: at, query: of }) => at.includes(table) && of.get('$top') === '1000')
      .map(({ query: of }) => of.get('$filter'));
    // How many there are in the end depends on how soon pages come; one after the other there is a single one.
    expect(new Set(requestCount).size).toBeGreaterThan(1);
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
    const found = lines.map((line) => JSON.parse(line) as { PartitionKey: string; RowKey: string });
    const sorted = [...keys].sort(([p, r], [q, s]) => (p === q ? (r < s ? -1 : 1) : p < q ? -1 : 1));
    expect(found.map(({ PartitionKey, RowKey }) => [PartitionKey, RowKey])).toEqual(sorted);
  });

  it('has one owner: another running process retains it', async () => {
    const table = `${await bench.newTable()}x`;
    await bench.fill(
      table,
      Array.from({ length: 3_000 }, (_, index) => row('p', String(index).padStart(5, '0'))),
    );
    const source = { kind: 'query' as const, query: query(table) };
    const path = join(bench.dir, 'owned.jsonl');
    const job = await bench.files.exports.start({ connectionId: 'bench', source, columns: [], format: 'jsonl', path });
    await job.pause();
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    const other = bench.openFiles();
    await other.recover();
    const seen = other.exports.unfinished(table, path);
    await expect(seen?.resume()).rejects.toMatchObject({ code: 'conflict.other' });
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done' });
  });

  it.each(['jsonl', 'csv'] as const)('of rows that were read before sends no request (%s)', async (format) => {
    const table = await bench.newTable();
    const rows = Array.from({ length: 2_300 }, (_, index) =>
      row('p', String(index).padStart(5, '0'), [
        { name: 'Big', value: { type: 'Edm.Int64', value: String(9_007_199_254_740_993n + BigInt(index)) } },
        { name: 'At', value: { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' } },
        { name: 'Left', value: { type: 'Edm.Double', value: `${index}.0` } },
      ]),
    );
    await writeEntities(bench.direct, table, rows, { mode: 'insert' });
    const columns = ['At', 'Big'];
    const wanted = await bench.exportTo(table, `again.${format}`, columns);
    const files = bench.openFiles(bench.proxied);
    const handOver = files.calls['exports.hand-over'];
    for (const from of [0, 1_000, 2_000]) {
      await handOver({ handId: 'one', rows: rows.slice(from, from + 1_000) }, { signal });
    }
    const requestCount = bench.proxy.requests.length;
    const source = { kind: 'rows' as const, table, handId: 'one', rows: rows.length };
    const path = join(bench.dir, `shown.${format}`);
    const job = await files.exports.start({ connectionId: 'bench', source, columns, format, path });
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 2_300, requests: 0 });
    expect(bench.proxy.requests).toHaveLength(requestCount);
    expect(await readFile(path, 'utf8')).toBe(wanted);
  });

  it('of an incomplete result is rejected', async () => {
    const { calls, exports } = bench.openFiles();
    await calls['exports.hand-over']({ handId: 'part', rows: [row('p', '1')] }, { signal });
    const source = { kind: 'rows' as const, table: 'Some', handId: 'part', rows: 2 };
    const path = join(bench.dir, 'part.jsonl');
    const start = exports.start({ connectionId: 'bench', source, columns: [], format: 'jsonl', path });
    await expect(start).rejects.toMatchObject({ code: 'conflict.other' });
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
