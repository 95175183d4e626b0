// Parquet files against a real server: which ranges are read, and how the values are shown.
import { createHash } from 'node:crypto';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { compressedFiles, compressedRow } from '../../parquet/fixtures/compressed-files';
import { type PreviewBench, startPreviewBench } from '../fixtures/preview-bench';

let bench: PreviewBench;
let location: PreviewBench['location'];
let preview: PreviewBench['preview'];
let proxy: PreviewBench['proxy'];
let put: PreviewBench['put'];
let rangesOf: PreviewBench['rangesOf'];
beforeAll(async () => {
  bench = await startPreviewBench();
  ({ location, preview, proxy, put, rangesOf } = bench);
});
beforeEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

const context = { signal: new AbortController().signal };

describe('preview.parquet', () => {
  const rows = 50_000;
  /** Barely compressible, so that the file is large enough. */
  const sealOf = (row: number): string => createHash('sha256').update(`${row}`).digest('base64');
  const fleet = (): Uint8Array =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'ship', data: Array.from({ length: rows }, (_, row) => `ship ${row}`), type: 'STRING' },
          {
            name: 'tons',
            data: Array.from({ length: rows }, (_, row) => 9007199254740993n + BigInt(row) * 2n),
            type: 'INT64',
          },
          { name: 'seal', data: Array.from({ length: rows }, (_, row) => sealOf(row)), type: 'STRING' },
          { name: 'port', data: Array.from({ length: rows }, (_, row) => (row % 2 ? 'Hull' : null)), type: 'STRING' },
        ],
        rowGroupSize: 10_000,
      }),
    );

  it.each(Object.entries(compressedFiles))('shows rows compressed with %s', async (codec, bytes) => {
    const blob = await put(`${codec}.parquet`, bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: 8 * MiB };
    const { body } = await preview.calls['preview.parquet'](given, context);
    expect(body.kind === 'rows' ? body.rows[29] : body).toEqual(compressedRow);
  });

  it('reads the footer and the first row group, not the file', async () => {
    const bytes = fleet();
    const blob = await put('fleet.parquet', bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: 8 * MiB };
    const shown = await preview.calls['preview.parquet'](given, context);
    expect(shown).toMatchObject({
      rowCount: rows,
      rowGroups: 5,
      columns: [
        { name: 'ship', type: 'UTF8 as BYTE_ARRAY', presence: 'optional' },
        { name: 'tons', type: 'INT64', presence: 'optional' },
        { name: 'seal' },
        { name: 'port', presence: 'optional' },
      ],
    });
    expect(shown.body.kind === 'rows' ? shown.body.rows[3] : null).toEqual([
      'ship 3',
      '9007199254740999',
      sealOf(3),
      'Hull',
    ]);
    expect(shown.body.kind === 'rows' ? shown.body.rows[2]?.[3] : '').toBeNull();
    expect(shown.body.kind === 'rows' ? shown.body.rows : []).toHaveLength(200);
    expect(rangesOf('fleet.parquet')[0]).toBe(`bytes=${bytes.length - 512 * 1024}-${bytes.length - 1}`);
    const requested = proxy.requests.filter(({ path }) => path.endsWith('/fleet.parquet'));
    expect(requested.reduce((sum, { bytesDown }) => sum + bytesDown, 0)).toBeLessThan(bytes.length);
  });

  it('reads rows from the middle and the end, and only their row groups', async () => {
    const bytes = fleet();
    const blob = await put('middle.parquet', bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, limitBytes: 8 * MiB };
    const rowsFrom = async (fromRow: number): Promise<readonly (readonly (string | null)[])[]> => {
      const { body } = await preview.calls['preview.parquet']({ ...given, fromRow }, context);
      return body.kind === 'rows' ? body.rows : [];
    };
    const across = await rowsFrom(19_900);
    expect([across.length, across[0]?.[0], across.at(-1)?.[0]]).toEqual([200, 'ship 19900', 'ship 20099']);
    const last = await rowsFrom(49_950);
    expect([last.length, last[0]?.[0], last.at(-1)?.[0]]).toEqual([50, 'ship 49950', 'ship 49999']);
    expect(await rowsFrom(60_000)).toEqual([]);
    const seen = proxy.requests.length;
    await rowsFrom(30_000);
    const read = proxy.requests.slice(seen).reduce((sum, { bytesDown }) => sum + bytesDown, 0);
    expect(read).toBeLessThan(bytes.length / 2);
    // And it requests no more than that when even that exceeds the limit.
    const { body } = await preview.calls['preview.parquet']({ ...given, fromRow: 30_000, limitBytes: 1000 }, context);
    expect(body.kind === 'ask' ? body.neededBytes : Infinity).toBeLessThan(bytes.length / 2);
  });

  it('shows decimals, days, times, lists, large numbers, text and bytes exactly as stored', async () => {
    const decimal = { converted_type: 'DECIMAL', scale: 2, precision: 20, repetition_type: 'OPTIONAL' } as const;
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        schema: [
          { name: 'root', num_children: 9 },
          { name: 'fee', type: 'INT32', ...decimal },
          { name: 'sum', type: 'INT64', ...decimal },
          { name: 'total', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, ...decimal },
          { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
          { name: 'at', type: 'INT64', converted_type: 'TIMESTAMP_MICROS', repetition_type: 'OPTIONAL' },
          { name: 'note', type: 'BYTE_ARRAY', converted_type: 'JSON', repetition_type: 'OPTIONAL' },
          { name: 'seal', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
          { name: 'plain', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
          { name: 'holds', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
          { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
          { name: 'element', type: 'INT64', repetition_type: 'OPTIONAL' },
        ],
        columnData: [
          { name: 'fee', data: [0.57, -0.05] },
          { name: 'sum', data: [123456789012345678n, null] },
          { name: 'total', data: [-12345678901234567890123456n, 1n] },
          { name: 'day', data: [new Date('2026-11-22'), new Date('1969-12-31')] },
          { name: 'at', data: [new Date('2026-11-22T10:11:12.345Z'), null] },
          { name: 'note', data: [{ n: 1 }, null] },
          { name: 'seal', data: [Uint8Array.of(0xff, 0x00, 0xfe), null] },
          { name: 'plain', data: [new TextEncoder().encode('Hull'), null] },
          { name: 'holds', data: [[9007199254740993n, null], []] },
        ],
      }),
    );
    const blob = await put('exact.parquet', bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: MiB };
    const { body } = await preview.calls['preview.parquet'](given, context);
    expect(body.kind === 'rows' ? body.rows : body).toEqual([
      [
        ...['0.57', '1234567890123456.78', '-123456789012345678901234.56'],
        ...['2026-11-22', '2026-11-22T10:11:12.345000Z'],
        ...['{"n":1}', '0xff00fe', 'Hull', '[9007199254740993,null]'],
      ],
      ['-0.05', null, '0.01', '1969-12-31', null, null, null, null, '[]'],
    ]);
    expect(rangesOf('exact.parquet'), 'the footer is the whole file').toHaveLength(1);
  });

  it('prompts before it reads more than the limit', async () => {
    const bytes = fleet();
    const blob = await put('asked.parquet', bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: 1000 };
    const { body, columns } = await preview.calls['preview.parquet'](given, context);
    expect(columns).toHaveLength(4);
    if (body.kind !== 'ask') throw new Error(body.kind);
    const again = await preview.calls['preview.parquet']({ ...given, limitBytes: body.neededBytes }, context);
    expect(again.body.kind).toBe('rows');
  });

  it('prompts once when the columns of several reads interleave', async () => {
    const fees = { type: 'INT32', converted_type: 'DECIMAL', precision: 9, repetition_type: 'REQUIRED' } as const;
    const schema = ['seal', 'fee', 'mark', 'tax', 'name', 'rate'].map((name, column) =>
      column % 2 === 1
        ? { name, ...fees, scale: column === 5 ? 3 : 2 }
        : ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' } as const),
    );
    const valueOf = (column: number, row: number): unknown => (column % 2 === 1 ? 0.25 : sealOf(row * 10 + column));
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        schema: [{ name: 'root', num_children: schema.length }, ...schema],
        columnData: schema.map(({ name }, column) => ({
          name,
          data: Array.from({ length: rows }, (_, row) => valueOf(column, row)),
        })),
        rowGroupSize: 1000,
      }),
    );
    const blob = await put('mixed.parquet', bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: 1000 };
    const { body } = await preview.calls['preview.parquet'](given, context);
    if (body.kind !== 'ask') throw new Error(body.kind);
    const again = await preview.calls['preview.parquet']({ ...given, limitBytes: body.neededBytes }, context);
    expect(again.body.kind === 'rows' ? again.body.rows[7] : again.body).toEqual([
      ...[sealOf(70), '0.25', sealOf(72), '0.25', sealOf(74), '0.250'],
    ]);
  });

  it('shows values of a JSON column that are not text as bytes, and preserves byte order marks', async () => {
    const bytes = Buffer.from(
      parquetWriteBuffer({
        schema: [
          { name: 'root', num_children: 1 },
          { name: 'note', type: 'BYTE_ARRAY', converted_type: 'JSON', repetition_type: 'REQUIRED' },
        ],
        columnData: [{ name: 'note', data: ['AAAA', 'BBBB', {}] }],
        codec: 'UNCOMPRESSED',
      }),
    );
    for (const [written, instead] of [
      ['"AAAA"', Buffer.from('ff7b7b7b7b7b', 'hex')],
      ['"BBBB"', Buffer.from('\u{feff}{ }')],
    ] as const) {
      for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written)) instead.copy(bytes, at);
    }
    const blob = await put('json.parquet', bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: MiB };
    const { body } = await preview.calls['preview.parquet'](given, context);
    expect(body.kind === 'rows' ? body.rows : body).toEqual([['0xff7b7b7b7b7b'], ['\u{feff}{ }'], ['{}']]);
  });

  it.each([
    ['no Parquet at all', Buffer.from('PAR1 but not really, only text of some length')],
    ['a footer that points outside', Buffer.concat([Buffer.alloc(64), Buffer.from('ffffff7f50415231', 'hex')])],
    ['a footer of nothing', Buffer.concat([Buffer.alloc(64, 0xff), Buffer.from('2000000050415231', 'hex')])],
  ])('rejects %s', async (_, bytes) => {
    const blob = await put('hostile.parquet', bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: MiB };
    await expect(preview.calls['preview.parquet'](given, context)).rejects.toMatchObject({ code: 'invalid.input' });
  });

  it('shows the schema of a file whose pages are damaged', async () => {
    const bytes = fleet();
    bytes.fill(0xff, 4, 60_000);
    const blob = await put('damaged.parquet', bytes);
    const given = { ...location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: 8 * MiB };
    const { body, columns } = await preview.calls['preview.parquet'](given, context);
    expect(columns).toHaveLength(4);
    expect(body.kind).toBe('unreadable');
  });
});
