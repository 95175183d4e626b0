import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportSettings } from '@shared/model/table-import';
import { MiB } from '@shared/units';
import { parquetOf } from '../../parquet/fixtures/parquet-bombs';
import { compressedFiles, compressedRow, emptyPageLz4, timesOfDay } from '../../parquet/fixtures/compressed-files';
import { type ReadThrough, readThrough, valuesOf } from './fixtures/read-through';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-people-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const keys = 'PartitionKey,RowKey';
const dateTime = (column: string): Partial<ImportSettings> => ({ columns: [{ column, type: 'Edm.DateTime' }] });
const noteOf = (read: Awaited<ReturnType<typeof readThrough>>, column: string): string | undefined =>
  read.report.columns.find(({ name }) => name === column)?.note;

describe('import of texts that are not UTF-8', () => {
  const keysAndCity = Buffer.from(`${keys},City\np,1,`);

  it.each([
    ['shift_jis', [0x93, 0x8c, 0x8b, 0x9e], '東京'],
    ['windows-1251', [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0], 'Москва'],
    ['gb18030', [0xb1, 0xb1, 0xbe, 0xa9, 0xa1, 0xa2, 0xc9, 0xcf, 0xba, 0xa3], '北京、上海'],
    ['windows-1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
  ] as const)('reads %s where it is chosen, and guesses it where nothing is', async (encoding, bytes, city) => {
    const path = join(dir, `${encoding}.csv`);
    await writeFile(path, Buffer.concat([keysAndCity, Buffer.from(bytes), Buffer.from('\n')]));
    const chosen = await readThrough({ kind: 'file', path }, {}, { encoding });
    expect([valuesOf(chosen), chosen.report.reading.notes]).toEqual([{ City: `Edm.String ${city}` }, []]);
    const guessed = await readThrough({ kind: 'file', path });
    expect(valuesOf(guessed)).toEqual(valuesOf(chosen));
    expect(guessed.report.reading).toMatchObject({
      encoding,
      notes: [expect.stringContaining('or choose another encoding')],
    });
  });

  it('guesses from the end of a long file, and falls back to Windows-1252 where the guess does not last', async () => {
    const path = join(dir, 'late-guess.csv');
    const filler = `\np,0,${'x'.repeat(2 ** 20)}\n`;
    const tokyo = Buffer.from([0x93, 0x8c, 0x8b, 0x9e]);
    await writeFile(path, Buffer.concat([keysAndCity, Buffer.from(`${filler}p,2,`), tokyo, Buffer.from('\n')]));
    expect((await readThrough({ kind: 'file', path })).report.reading.encoding).toBe('shift_jis');
    // 0xff is no character of Shift_JIS.
    await writeFile(path, Buffer.concat([keysAndCity, tokyo, Buffer.from(`${filler}p,2,`), Buffer.from([0xff, 0x0a])]));
    expect((await readThrough({ kind: 'file', path })).report.reading).toMatchObject({
      encoding: 'windows-1252',
      notes: [expect.stringContaining('read as Windows-1252')],
    });
  });

  it('reports a guess that only the end of a long file needs', async () => {
    const path = join(dir, 'late.csv');
    const filler = `p,0,${'x'.repeat(2 ** 20)}\n`;
    await writeFile(path, Buffer.concat([keysAndCity, Buffer.from(`\n${filler}p,2,caf`), Buffer.from([0xe9, 0x0a])]));
    const { report } = await readThrough({ kind: 'file', path });
    expect(report.reading).toMatchObject({ encoding: 'windows-1252', notes: [expect.stringContaining('UTF-8')] });
    await expect(readThrough({ kind: 'file', path }, {}, { encoding: 'utf-8' })).rejects.toThrow('not valid utf-8');
  });
});

describe('import of times', () => {
  it('reads times without an offset in the chosen zone and reports the zone', async () => {
    const text = `${keys},At\np,1,2024-03-30 02:30\n`;
    const utc = await readThrough(text, dateTime('At'));
    expect(valuesOf(utc)).toEqual({ At: 'Edm.DateTime 2024-03-30T02:30:00Z' });
    expect(noteOf(utc, 'At')).toContain('without a time zone, which is read as UTC');
    const berlin = await readThrough(text, { ...dateTime('At'), zone: 'Europe/Berlin' });
    expect(valuesOf(berlin)).toEqual({ At: 'Edm.DateTime 2024-03-30T01:30:00Z' });
    expect(noteOf(berlin, 'At')).toContain('read as Europe/Berlin');
    const unchosen = await readThrough(text);
    expect(valuesOf(unchosen)).toEqual({ At: 'Edm.String 2024-03-30 02:30' });
  });

  it.each([
    ['2024-03-31 02:30', 'does not exist in the time zone “Europe/Berlin”'],
    ['2024-10-27 02:30', 'occurs twice in the time zone “Europe/Berlin”'],
  ])('rejects %s in a zone whose clocks change then', async (at, problem) => {
    const { rejected } = await readThrough(`${keys},At\np,1,${at}\n`, { ...dateTime('At'), zone: 'Europe/Berlin' });
    expect(rejected).toEqual([expect.stringContaining(problem)]);
    const withOffset = await readThrough(`${keys},At\np,1,${at}+01:00\n`, { ...dateTime('At'), zone: 'Europe/Berlin' });
    expect(withOffset.rejected).toEqual([]);
  });

  it('applies the zone to keys that are made of times', async () => {
    const { entities } = await readThrough('Id,At\n1,2024-05-01 00:30\n', {
      zone: 'Europe/Berlin',
      partitionKey: { kind: 'expression', expression: '{At:yyyyMMdd}' },
      rowKey: { kind: 'column', column: 'Id' },
    });
    expect(entities[0]?.partitionKey).toBe('20240430');
  });

  it('names the text that a declared type changes', async () => {
    const read = await readThrough(`${keys},At:Edm.DateTime,N:Edm.Double\np,1,2020-01-02T03:04:05+02:00,1.10\n`);
    expect(noteOf(read, 'At')).toBe('Line 2 contains 2020-01-02T03:04:05+02:00, which becomes 2020-01-02T01:04:05Z.');
    expect(noteOf(read, 'N')).toBe('Line 2 contains 1.10, which becomes 1.1.');
    const plain = await readThrough(`${keys},At:Edm.DateTime,N:Edm.Double\np,1,2020-01-02T03:04:05Z,8\n`);
    expect(plain.report.columns.map(({ note }) => note)).toEqual(['', '', '', '']);
  });

  it('leaves texts of JSON as they are unless a type is chosen', async () => {
    const text =
      '[{"PartitionKey":"p","RowKey":"1","At":"2020-01-02T03:04:05+02:00","Z":"2020-01-02T03:04:05Z","Id":"1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E"}]';
    expect(valuesOf(await readThrough(text))).toEqual({
      At: 'Edm.String 2020-01-02T03:04:05+02:00',
      Z: 'Edm.String 2020-01-02T03:04:05Z',
      Id: 'Edm.String 1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E',
    });
    const chosen = await readThrough(text, dateTime('At'));
    expect(valuesOf(chosen).At).toBe('Edm.DateTime 2020-01-02T01:04:05Z');
    expect(noteOf(chosen, 'At')).toContain('becomes 2020-01-02T01:04:05Z');
  });
});

describe('import of numbers and missing values', () => {
  it('reads a decimal comma where it is chosen, and names the choice where it is not', async () => {
    const text = 'PartitionKey;RowKey;Tons;Id\np;1;1,5;1.234\np;2;-0,25;5.678\n';
    const read = await readThrough(text, { decimals: 'comma' });
    // 1.234 is 1234 with a decimal comma and would not come back, so that column stays text.
    expect(valuesOf(read)).toEqual({ Tons: 'Edm.Double 1.5', Id: 'Edm.String 1.234' });
    expect(noteOf(await readThrough(text), 'Tons')).toContain('Choose the decimal comma');
    const typed = await readThrough(text, { decimals: 'comma', columns: [{ column: 'Id', type: 'Edm.Double' }] });
    expect(valuesOf(typed).Id).toBe('Edm.Double 1234');
    expect(noteOf(typed, 'Id')).toContain('becomes 1234');
  });

  it('leaves out cells with the text for a missing value, typed by the others', async () => {
    const read = await readThrough(`${keys},N,Note\np,1,NULL,null\np,2,7,x\n`, { nullText: 'NULL' });
    expect(read.report.columns.find(({ name }) => name === 'N')).toMatchObject({ type: 'Edm.Int32', nulls: 1 });
    expect(read.entities.map(({ properties }) => properties.map(({ name }) => name))).toEqual([
      ['Note'],
      ['N', 'Note'],
    ]);
    const inKey = await readThrough(`${keys}\nNULL,1\n`, { nullText: 'NULL' });
    expect(inKey.rejected).toEqual(['PartitionKey: column PartitionKey is missing.']);
  });

  it.each(['sep=;\r\n', '"sep=;"\n', '\ufeffsep=;\n'])('takes the delimiter of a first line %j', async (first) => {
    const read = await readThrough(`${first}PartitionKey;RowKey;A\np;1;a,b\n`);
    expect(valuesOf(read)).toEqual({ A: 'Edm.String a,b' });
    expect(read.report.reading).toMatchObject({ delimiter: ';', notes: [expect.stringContaining('“;”')] });
  });
});

describe('import of JSON', () => {
  it.each([
    '{"value":[ROW]}',
    '{"items":[ROW]}',
    '{"meta":{"next":[1,2],"text":"[{"},"tags":["a","b"],"none":[],"items":[ROW],"count":1}',
    '{\n  "results": [\n    ROW\n  ]\n}\n',
  ])('reads the rows of %s and reports what is skipped', async (around) => {
    const read = await readThrough(around.replace('ROW', '{"PartitionKey":"p","RowKey":"1","A":[{"b":1}]}'));
    expect(valuesOf(read)).toEqual({ A: 'Edm.String [{"b":1}]' });
    expect(read.report.reading).toMatchObject({ format: 'json', notes: [expect.stringContaining('first array')] });
  });

  it('reads a line with an array of objects as a row', async () => {
    const read = await readThrough('{"PartitionKey":"p","RowKey":"1","A":[{"b":1}]}\n');
    expect(read.report.reading.format).toBe('jsonl');
    expect(valuesOf(read)).toEqual({ A: 'Edm.String [{"b":1}]' });
  });

  it.each([
    '{"PartitionKey":"p","RowKey":"1","A":1,"A":2}',
    '{"PartitionKey":"p","RowKey":"1","A":1,"\\u0041":2}',
    '{"PartitionKey":"p","RowKey":"1","properties":{"A":{"type":"Edm.Int32","value":"1"},"A":{"type":"Edm.Int32","value":"2"}}}',
  ])('rejects a row that has a member twice: %s', async (line) => {
    const { rejected, entities } = await readThrough(`${line}\n{"PartitionKey":"p","RowKey":"2"}\n`);
    expect([rejected, entities.length]).toEqual([['The object contains “A” more than once.'], 1]);
  });

  it.each([
    ['columns', {}, 'PartitionKey: column PartitionKey is missing.'],
    [
      'an expression',
      {
        partitionKey: { kind: 'expression', expression: '{Day:yyyy};{random:2};{a:b}' },
        rowKey: { kind: 'column', column: 'RowKey' },
      },
      'PartitionKey: column Day is empty.',
    ],
  ] as const)('rejects the rows without a key when later rows have it, made of %s', async (_, settings, problem) => {
    // More than one piece of the file, so that the first rows are checked before the column is known.
    const without = Array.from({ length: 2_000 }, (__, n) => ({ Name: `n${n}`, Pad: 'x'.repeat(100) }));
    const last = { PartitionKey: 'p', RowKey: '1', Day: '2026-05-01', 'a:b': 'c' };
    const { report, entities, rejected } = await readThrough(JSON.stringify([...without, last]), settings);
    expect([report.rows, report.rejectedRows, report.rejects[0]?.message]).toEqual([2_001, 2_000, problem]);
    expect([rejected.length, entities.length, entities[0]?.rowKey]).toEqual([2_000, 1, '1']);
    expect(entities[0]?.partitionKey).toMatch(/^(?:p|2026;[0-9a-f]{2};c)$/u);
    const { report: few } = await readThrough(JSON.stringify([...without.slice(0, 2), last]), settings);
    expect([few.rows, few.rejectedRows]).toEqual([3, 2]);
  });

  it('rejects key columns that no row has, by name', async () => {
    const rows = Array.from({ length: 2_000 }, (__, n) => ({ Name: `n${n}`, Pad: 'x'.repeat(100) }));
    await expect(readThrough(JSON.stringify(rows))).rejects.toThrow(
      'PartitionKey: the input has no column “PartitionKey”. Use one of Name, Pad.',
    );
  });

  it('names the first line when no row can be read', async () => {
    await expect(readThrough('{"A":\n{"A"\n', {}, { format: 'jsonl' })).rejects.toThrow(
      'Input: no row can be read. Line 1: This is not a JSON object.',
    );
  });
});

it('imports leave out the columns of rejected rows, with a type and in JSON too', async () => {
  const csv = await readThrough(`${keys},A:String,_reject_line:Edm.Int32,_reject_reason:Edm.String\np,1,'=1,3,x\n`);
  expect(valuesOf(csv)).toEqual({ A: "Edm.String '=1" });
  const json = await readThrough(
    '{"PartitionKey":"p","RowKey":"1","properties":{"A":{"type":"Edm.Int32","value":"1"},"_reject_line":{"type":"Edm.Int32","value":"3"}}}',
  );
  expect(valuesOf(json)).toEqual({ A: 'Edm.Int32 1' });
  for (const { report } of [csv, json]) {
    expect(report.warnings).toEqual([expect.stringContaining('_reject_line')]);
  }
});

describe('import of Parquet', () => {
  const fileOf = async (bytes: Uint8Array, name = 'rows.parquet'): Promise<string> => {
    const path = join(dir, name);
    await writeFile(path, bytes);
    return path;
  };
  const readFile = async (...file: Parameters<typeof fileOf>): Promise<ReadThrough> =>
    readThrough({ kind: 'file', path: await fileOf(...file) });

  it.each(Object.entries(compressedFiles))(
    'reads pages compressed with %s, whatever the name of the file',
    async (_, bytes) => {
      const { report, entities } = await readFile(bytes, 'rows.csv');
      expect(report).toMatchObject({ reading: { format: 'parquet' }, rows: 30, rejectedRows: 0 });
      const { partitionKey, rowKey, properties } = entities[29] ?? expect.unreachable();
      expect([partitionKey, rowKey, properties[0]?.value.value]).toEqual(compressedRow);
    },
  );

  it('reads a column of nulls whose empty page another program has compressed with LZ4', async () => {
    const { entities } = await readFile(emptyPageLz4);
    expect(entities.map(({ rowKey, properties }) => [rowKey, properties.length])).toEqual([
      ['1', 0],
      ['2', 0],
    ]);
  });

  it('reads times of day and durations of another program as text', async () => {
    const { entities } = await readFile(timesOfDay);
    expect(entities.map(({ properties }) => properties.map(({ value }) => value.value))).toEqual([
      ['12:34:56', '23:59:59.000000001', '10:34:56Z', 'P14M3D', 'AP8=', '["01:00:00"]', '1.10'],
      ['12:34:56.5', '23:59:59.000000001', '10:34:56Z', 'P14M3DT1.5S', 'AP8=', '["01:00:00"]', '2.10'],
    ]);
  });

  it('preserves values without a matching table type exactly as text', async () => {
    const column = (name: string, type: string, more: object): SchemaElement =>
      ({ name, type, repetition_type: 'OPTIONAL', ...more }) as SchemaElement;
    const time = (unit: string, isAdjustedToUTC = true): object => ({
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit },
    });
    const columns: readonly (readonly [SchemaElement, unknown])[] = [
      [column('PartitionKey', 'BYTE_ARRAY', { converted_type: 'UTF8' }), 'p'],
      [column('RowKey', 'INT32', {}), 7],
      [column('Price', 'INT32', { converted_type: 'DECIMAL', precision: 9, scale: 2 }), 1.1],
      [column('Micro', 'INT64', time('MICROS')), 1_714_552_215_123_456n],
      [column('Nano', 'INT64', time('NANOS')), 1_714_552_215_123_456_789n],
      [column('Hundred', 'INT64', time('NANOS')), 1_714_552_215_123_456_700n],
      [column('Local', 'INT64', time('MICROS', false)), 1_714_552_215_000_000n],
      [column('Day', 'INT32', { converted_type: 'DATE' }), new Date('2024-05-01')],
      [column('Whole', 'INT32', {}), 2024],
      [column('Wide', 'INT64', {}), 9_007_199_254_740_993n],
      [column('Half', 'FLOAT', {}), 0.5],
      [column('Bytes', 'BYTE_ARRAY', {}), Uint8Array.from([0x61, 0xff])],
      [column('Text', 'BYTE_ARRAY', { converted_type: 'UTF8' }), '2024-05-01T08:30:15Z'],
    ];
    const writer = new ByteWriter();
    const schema = [{ name: 'root', num_children: columns.length }, ...columns.map(([element]) => element)];
    const parquet = new ParquetWriter({ writer, schema });
    await parquet.write({ columnData: columns.map(([{ name }, value]) => ({ name, data: [value] })) });
    await parquet.finish();
    const read = await readFile(new Uint8Array(writer.getBuffer()));
    expect(read.entities[0]).toMatchObject({ partitionKey: 'p', rowKey: '7' });
    expect(valuesOf(read)).toEqual({
      Price: 'Edm.String 1.10',
      Micro: 'Edm.DateTime 2024-05-01T08:30:15.123456Z',
      Nano: 'Edm.String 2024-05-01T08:30:15.123456789Z',
      Hundred: 'Edm.DateTime 2024-05-01T08:30:15.1234567Z',
      Local: 'Edm.String 2024-05-01T08:30:15',
      Day: 'Edm.String 2024-05-01',
      Whole: 'Edm.Int32 2024',
      Wide: 'Edm.Int64 9007199254740993',
      Half: 'Edm.Double 0.5',
      Bytes: 'Edm.Binary Yf8=',
      Text: 'Edm.String 2024-05-01T08:30:15Z',
    });
  });

  it.each([
    ['no footer', Buffer.from('PAR1 and nothing more')],
    ['a damaged page', Buffer.from(compressedFiles.ZSTD).fill(0x7f, 20, 60)],
    ['the name only', Buffer.from('PartitionKey,RowKey\np,1\n')],
  ])('rejects a file with %s by name', async (_, bytes) => {
    await expect(readFile(bytes)).rejects.toMatchObject({ code: 'invalid.input', context: { field: 'Parquet' } });
  });
});

describe('import of a Parquet file that is built to do harm', () => {
  const readBomb = async (bytes: Uint8Array): Promise<ReadThrough> => {
    const path = join(dir, 'bomb.parquet');
    await writeFile(path, bytes);
    return readThrough({ kind: 'file', path });
  };

  it.each([
    ['more rows than values', { values: 3, pageBytes: 6, rows: 2 ** 40 }, 'more rows'],
    ['more values than its pages', { values: 2, pageBytes: 6 }, 'declares more data'],
    ['twenty thousand columns', { values: 3, pageBytes: 6, moreColumns: 20_000 }, 'more columns'],
  ])('ends at once with a message when it declares %s', async (_, promised, problem) => {
    await expect(readBomb(parquetOf(promised))).rejects.toThrow(problem);
  });

  it('ends with a message at a row that is longer than any entity', async () => {
    const data = ['x'.repeat(5 * MiB), 'y'];
    const bytes = parquetWriteBuffer({ columnData: [{ name: 'Note', data, type: 'STRING' }], codec: 'SNAPPY' });
    expect(bytes.byteLength).toBeLessThan(MiB);
    await expect(readBomb(new Uint8Array(bytes))).rejects.toThrow('row 1 is longer than any entity can be');
  });
});

describe('import of files of another format', () => {
  const csv = Buffer.from(`Id,Name\n1,Ada\n`);
  it.each([
    ['rows.csv.gz', gzipSync(csv), 'it is compressed. Decompress it'],
    ['rows.csv', gzipSync(csv), 'it is compressed. Decompress it'],
    ['rows.jsonl.zst', Buffer.from('28b52ffd2000', 'hex'), 'it is compressed. Decompress it'],
    ['rows.xlsx', Buffer.from('504b030414000600', 'hex'), 'it is a ZIP archive or a workbook. Extract'],
    ['rows.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'it is an Excel workbook. Save it as CSV'],
    ['rows.db', Buffer.from('SQLite format 3\0'), 'it is a database. Export one of its tables'],
    [
      'rows.csv',
      Buffer.from('<!DOCTYPE html>\n<title>Sign in</title>\n'),
      'it is a web page. It may be a sign-in page',
    ],
    ['rows.json', Buffer.from('\uFEFF\r\n<html>\nMoved\n'), 'it is a web page. It may be a sign-in page'],
    ['rows.tsv', Buffer.from('<?xml version="1.0"?>\n<feed/>\n'), 'it is an XML file. Choose a CSV'],
  ])('rejects %s by its content, before a row is read', async (name, bytes, expected) => {
    const path = join(dir, name);
    await writeFile(path, bytes);
    const settings: Partial<ImportSettings> = {
      partitionKey: { kind: 'expression', expression: 'x' },
      rowKey: { kind: 'expression', expression: '{guid}' },
    };
    await expect(readThrough({ kind: 'file', path }, settings)).rejects.toMatchObject({
      code: 'invalid.input',
      message: expect.stringContaining(`“${name}”: ${expected}`) as string,
    });
  });

  it.each(['PK', 'BZh1', '%PDF', 'Obj', 'SQLite format 3', '<html', '7z', 'Rar!'])(
    'reads text whose first column is called %s',
    async (column) => {
      const { entities } = await readThrough(`${column},Id\na,1\n`, {
        partitionKey: { kind: 'column', column },
        rowKey: { kind: 'column', column: 'Id' },
      });
      expect(entities).toEqual([expect.objectContaining({ partitionKey: 'a', rowKey: '1' })]);
    },
  );
});
