// What an import on the command line reports about its input, and how it interprets it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, startCommandLine } from './fixtures/command-line';

let line: CommandLine;
let dir: string;
beforeAll(async () => {
  line = await startCommandLine();
  ({ dir } = line);
});
afterAll(async () => {
  expect(await line.dispose()).toBe(0);
});

it('import: reports which columns are skipped, and which column type is unknown', async () => {
  const path = join(dir, 'stamped.csv');
  await writeFile(path, 'PartitionKey,RowKey,Timestamp,N\na,1,2026-01-01T00:00:00Z,1\n');
  const { out } = await line.run('import', 'Nowhere', path, '--dry-run');
  expect(out.split('\n').filter((each) => each.endsWith('skipped'))).toEqual([expect.stringMatching(/^Timestamp /u)]);
  const { lines } = await line.onStore('import', 'Nowhere', path, '--dry-run');
  const { columns } = lines[0] as unknown as { readonly columns: readonly { name: string; leftOut?: boolean }[] };
  expect(columns.filter(({ leftOut }) => leftOut === true).map(({ name }) => name)).toEqual(['Timestamp']);
  const named = await line.onStore('import', 'T1', path, '--dry-run');
  expect([named.code, named.err]).toEqual([2, expect.stringContaining('2 characters')]);
  const types = join(dir, 'types.json');
  await writeFile(types, '{"N":"Edm.Binry"}');
  const rejected = await line.onStore('import', 'Nowhere', path, '--dry-run', '--types', types);
  expect([rejected.code, rejected.err]).toEqual([
    2,
    expect.stringMatching(
      /--types: column N has the type “Edm\.Binry”, which tables do not support\. Use one of .*Edm\.Binary/u,
    ),
  ]);
});

it('import: reports how it interpreted a file that is not UTF-8, like a dry run', async () => {
  const path = join(dir, 'latin.csv');
  await writeFile(path, Buffer.from('PartitionKey,RowKey,City\nquay,1,Malm\u00f6\n', 'latin1'));
  await line.onStore('tables', 'create', 'Cities');
  for (const args of [['--dry-run'], []]) {
    const { code, err } = await line.onStore('import', 'Cities', path, ...args);
    expect([code, err]).toEqual([0, expect.stringContaining('it is read as Windows-1252')]);
    expect(err).toContain('--encoding windows-1251');
  }
});

it('import: reads the encoding that --encoding names, by any of its labels, and rejects others', async () => {
  const path = join(dir, 'cyrillic.csv');
  const city = Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]);
  await writeFile(path, Buffer.concat([Buffer.from('PartitionKey,RowKey,City\nquay,1,'), city, Buffer.from('\n')]));
  await line.onStore('tables', 'create', 'Cyrillic');
  const { code, err } = await line.onStore('import', 'Cyrillic', path, '--encoding', 'CP1251');
  expect([code, err]).toEqual([0, expect.not.stringContaining('Windows-1252')]);
  expect(JSON.stringify((await line.onStore('query', 'Cyrillic')).lines[0])).toContain('Москва');
  const unknown = await line.onStore('import', 'Cyrillic', path, '--dry-run', '--encoding', 'ebcdic');
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringMatching(/--encoding: “ebcdic” is not a known encoding/),
  ]);
  const other = await line.onStore('import', 'Cyrillic', path, '--dry-run', '--encoding', 'utf-8');
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('the text is not valid utf-8')]);
});

it('import: preserves texts that a number would change, skips blank rows and warns before it writes', async () => {
  const path = join(dir, 'versions.csv');
  const rows = [
    'PartitionKey,RowKey,Version,Code,Distinguished Name',
    'p,1,1.1,1E5,a',
    ',,,,',
    'p,2,1.10,2e10,b',
    ' ,,"",, ',
  ];
  await writeFile(path, `${rows.join('\n')}\n`);
  await line.onStore('tables', 'create', 'Versions');
  const dry = await line.onStore('import', 'Versions', path, '--dry-run');
  expect(dry.lines[0]).toMatchObject({
    blankRows: 2,
    columns: expect.arrayContaining([
      expect.objectContaining({ name: 'Version', type: 'Edm.String' }),
      expect.objectContaining({ name: 'Distinguished Name', property: 'Distinguished_Name' }),
    ]) as unknown,
  });
  const written = await line.onStore('import', 'Versions', path);
  expect(written.code).toBe(0);
  for (const each of ['2 blank rows are skipped.', 'Distinguished_Name', '1.10, which would become 1.1']) {
    expect(dry.err + dry.out).toContain(each);
    expect(written.err).toContain(each);
  }
  const { lines } = await line.onStore('query', 'Versions');
  expect(lines.map((row) => (row as { properties: object }).properties)).toMatchObject([
    { Version: { type: 'Edm.String', value: '1.1' }, Code: { value: '1E5' } },
    { Version: { type: 'Edm.String', value: '1.10' }, Code: { value: '2e10' } },
  ]);
});

it('import: names the row that makes typed columns text, and rejects it on request', async () => {
  const path = join(dir, 'odd.csv');
  const rows = Array.from({ length: 40 }, (_, index) =>
    index === 20 ? 'p,20,n/a,n/a' : `p,${index},${index},${index}.5`,
  );
  await writeFile(path, `PartitionKey,RowKey,Age,Score\n${rows.join('\n')}\n`);
  await line.onStore('tables', 'create', 'Odd');
  const dry = await line.onStore('import', 'Odd', path, '--dry-run');
  expect(dry.lines[0]).toMatchObject({
    conflictRows: 1,
    conflicts: [{ column: 'Age', lines: [22] }, { column: 'Score' }],
  });
  expect(dry.err).toContain('2 columns stay text because of 1 row (line 22)');
  const written = await line.onStore('import', 'Odd', path, '--odd-rows', 'reject');
  expect([written.code, written.lines[0]]).toMatchObject([1, { inserted: 39, rejected: 1 }]);
  const { lines } = await line.onStore('query', 'Odd', '--limit', '1');
  expect(lines[0]).toMatchObject({ properties: { Age: { type: 'Edm.Int32' }, Score: { type: 'Edm.Double' } } });
});

it('query: includes the keys that continue an inclusive end, and the rows of a window within a minute', async () => {
  const path = join(dir, 'ends.csv');
  const at = (second: number): string => String(639275592000000000n + BigInt(second) * 10_000_000n);
  const rows = Array.from({ length: 60 }, (_, second) => `0639275592000000000,${second};x,${at(second)}`);
  const days = ['d,2026-02-27;1,0', 'd,2026-02-28;1,0', 'd,2026-02-28;2,0', 'd,2026-03-01;1,0'];
  await writeFile(path, `PartitionKey,RowKey,EventTickCount:Int64\n${[...rows, ...days].join('\n')}\n`);
  await line.onStore('tables', 'create', 'WADEnds');
  await line.onStore('import', 'WADEnds', path);
  const range = ['query', 'WADEnds', '--pk', 'd', '--rk-from', '2026-02-01', '--rk-to', '2026-02-28'];
  const keys = async (...args: string[]): Promise<unknown> =>
    (await line.onStore(...range, ...args)).lines.map((row) => (row as { RowKey: string }).RowKey);
  expect(await keys()).toEqual(['2026-02-27;1', '2026-02-28;1', '2026-02-28;2']);
  expect(await keys('--delimiter', ';')).toEqual(['2026-02-27;1', '2026-02-28;1', '2026-02-28;2']);
  expect(await keys('--exact-bounds')).toEqual(['2026-02-27;1']);
  const window = ['--time-from', '2026-10-14 07:20:10', '--time-to', '2026-10-14T09:20:50+02:00'];
  expect((await line.onStore('query', 'WADEnds', ...window)).lines).toHaveLength(40);
  const count = async (...args: string[]): Promise<unknown> =>
    (await line.onStore('count', 'WADEnds', ...args)).lines[0];
  expect(await count()).toMatchObject({ table: 'WADEnds', count: 64 });
  expect(await count(...window)).toMatchObject({ count: 40 });
  expect(await count('--where', 'EventTickCount eq 0L', '--rk-to', '2026-02-28')).toMatchObject({ count: 3 });
  expect(await count('--limit', '7')).toMatchObject({ count: 7 });
});

it('query: includes the last day whatever follows a date in the keys, and reports longer keys that it leaves out', async () => {
  const path = join(dir, 'days.csv');
  const numbers = Array.from({ length: 30 }, (_, number) => `n,${number}`);
  const keys = ['t,2026-02-09T10:00:00Z', 't,2026-02-10T10:00:00Z', 'c,20260209103000', 'c,20260210103000'];
  const others = ['s,2026-02-10 08:00', 'k,2026-02-10:7', 'p,a;1', 'p,a;2', 'n,1;x'];
  await writeFile(path, `PartitionKey,RowKey\n${[...keys, ...others, ...numbers].join('\n')}\n`);
  await line.onStore('tables', 'create', 'DayEnds');
  await line.onStore('import', 'DayEnds', path);
  const read = async (pk: string, to: string): Promise<readonly [number, string]> => {
    const { lines, err } = await line.onStore('query', 'DayEnds', '--pk', pk, '--rk-to', to);
    return [lines.length, err];
  };
  expect(await read('t', '2026-02-10')).toEqual([2, expect.stringContaining('--exact-bounds')]);
  expect((await read('s', '2026-02-10'))[0]).toBe(1);
  expect((await read('k', '2026-02-10'))[0]).toBe(1);
  expect((await read('p', 'a;'))[0]).toBe(2);
  expect(await read('c', '20260210')).toEqual([
    1,
    expect.stringContaining('excludes longer keys that start with 20260210, such as 20260210103000'),
  ]);
  // More keys than are read continue differently, and sort before this one.
  expect(await read('n', '1')).toEqual([13, expect.stringContaining('such as 1;x')]);
});

it.each([
  ['PreciseTimeStamp:DateTime', (second: number) => `2026-10-14T07:20:${String(second).padStart(2, '0')}Z`, 40, ''],
  ['Other:Int32', (second: number) => `${second}`, 60, 'so the window is widened to whole minutes'],
])('query: reads a window within a minute of a table whose rows have %s', async (column, time, rows, note) => {
  const table = `WADTimes${rows}`;
  const path = join(dir, `${table}.csv`);
  const cells = Array.from({ length: 60 }, (_, second) => `0639275592000000000,${second};x,${time(second)}`);
  await writeFile(path, `PartitionKey,RowKey,${column}\n${cells.join('\n')}\n`);
  await line.onStore('tables', 'create', table);
  await line.onStore('import', table, path);
  const window = ['--time-from', '2026-10-14T07:20:10Z', '--time-to', '2026-10-14T07:20:50Z'];
  const { lines, err } = await line.onStore('query', table, ...window);
  expect([lines.length, err]).toEqual([rows, expect.stringContaining(note)]);
  const written = join(dir, `${table}-out.csv`);
  expect((await line.onStore('export', table, written, ...window)).lines[0]).toMatchObject({ rows });
});

it('query: reports the cost and the pages of the ranges that --split-or reads', async () => {
  const path = join(dir, 'split.csv');
  const rows = Array.from({ length: 1_030 }, (_, n) => `${n < 1_010 ? 'a' : n < 1_020 ? 'b' : 'c'},${n}`);
  await writeFile(path, `PartitionKey,RowKey\n${rows.join('\n')}\n`);
  await line.onStore('tables', 'create', 'Split');
  await line.onStore('import', 'Split', path);
  const requested = ['query', 'Split', '--filter', "PartitionKey eq 'a' or PartitionKey eq 'b'", '--split-or'];
  const summaryOf = ({ err }: { readonly err: string }): unknown =>
    (JSON.parse(err.split('\n').find((each) => each.includes('"summary"')) ?? '{}') as { summary?: unknown }).summary;
  const split = await line.onStore(...requested);
  expect((summaryOf(split) as { pagesDetail: readonly unknown[] }).pagesDetail).toHaveLength(3);
  expect(summaryOf(split)).toMatchObject({
    rows: 1_020,
    pages: 3,
    requests: 3,
    costClass: 'partition-scan',
    ranges: [
      { filter: "PartitionKey eq 'a'", costClass: 'partition-scan', pages: 2, rows: 1_010 },
      { filter: "PartitionKey eq 'b'", costClass: 'partition-scan', pages: 1, rows: 10 },
    ],
  });
  const explained = await line.onStore(...requested, '--explain');
  expect(explained.lines[0]).toMatchObject({
    costClass: 'partition-scan',
    splits: ["PartitionKey eq 'a'", "PartitionKey eq 'b'"],
  });
  const whole = await line.onStore(...requested.slice(0, -1));
  expect(summaryOf(whole)).toMatchObject({ costClass: 'table-scan', pages: 2 });
  expect(summaryOf(whole)).not.toHaveProperty('ranges');
});

it('import: names the option for a word that means a missing value, and a key column in another case', async () => {
  await line.onStore('tables', 'create', 'Words');
  const path = join(dir, 'null.csv');
  await writeFile(path, 'PartitionKey,RowKey,A:Edm.Int32\nt,1,NULL\nt,2,5\n');
  const { code, err } = await line.onStore('import', 'Words', path);
  expect([code, err]).toEqual([1, expect.stringContaining('To treat such cells as missing: --null NULL')]);
  await writeFile(path, 'Partitionkey,RowKey\nt,1\n');
  const rejected = await line.onStore('import', 'Words', path);
  expect([rejected.code, rejected.err]).toEqual([
    2,
    expect.stringContaining('It has “Partitionkey”: choose that one.'),
  ]);
});
