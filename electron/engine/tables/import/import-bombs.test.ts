// Inputs that are designed to exhaust their reader: few bytes that promise, repeat or nest more than an import can hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { parquetOf } from '../../parquet/fixtures/parquet-bombs';
import { readThrough } from './fixtures/read-through';
import { type InputBytes, openInput } from './rows/input-text';
import { ParquetRows } from './rows/parquet-rows';
import { cellText } from './rows/source-row';

const folder = mkdtempSync(join(tmpdir(), 'stowage-bombs-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function inputOf(bytes: Uint8Array | ArrayBuffer): Promise<InputBytes> {
  const path = join(folder, 'bomb.parquet');
  await writeFile(path, new Uint8Array(bytes));
  return openInput({ kind: 'file', path });
}

const line = (row: number): string =>
  JSON.stringify({
    PartitionKey: 'p',
    RowKey: String(row),
    ...Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`n${row}_${at}`, at])),
  });

it.each([
  ['JSON Lines whose values are names', Array.from({ length: 101 }, (_, row) => line(row)).join('\n')],
  ['a delimited header', `PartitionKey,RowKey,${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\np,r`],
])('import: rejects more columns than it can handle: %s', async (_, text) => {
  await expect(readThrough(text)).rejects.toMatchObject({
    code: 'invalid.input',
    context: { problem: 'it has more than 10000 different columns.' },
  });
});

it('import: names values that are nested too deeply', async () => {
  const deep = `{"PartitionKey":"p","RowKey":"r","v":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const { rejected } = await readThrough(`{"PartitionKey":"p","RowKey":"a"}\n${deep}`);
  expect(rejected).toEqual(['Its values are nested too deeply.']);
});

it.each([
  ['more columns than it has', 2_000_000_000],
  ['one more column than it has', 2],
])('import: rejects a Parquet file whose schema declares %s', async (_, declaredColumns) => {
  const reader = new ParquetRows(await inputOf(parquetOf({ values: 3, pageBytes: 6, declaredColumns })));
  await expect(reader.pieces().next()).rejects.toMatchObject({ code: 'invalid.input', context: { field: 'Parquet' } });
});

it('import: hands on few rows at a time when a Parquet file repeats one long text', async () => {
  const data = Array.from({ length: 100 }, () => 'x'.repeat(MiB));
  const file = parquetWriteBuffer({ columnData: [{ name: 'v', data, type: 'STRING', encoding: 'RLE_DICTIONARY' }] });
  expect(file.byteLength).toBeLessThan(4 * MiB);
  const pieces: number[] = [];
  for await (const { rows } of new ParquetRows(await inputOf(file)).pieces()) {
    pieces.push(rows.reduce((sum, { cells: [cell] }) => sum + (cellText(cell) ?? '').length, 0));
  }
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(100 * MiB);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(17 * MiB);
});

it('import: opens a Parquet file once at a time, however many row groups it has', async () => {
  const data = Array.from({ length: 500 }, (_, at) => at);
  const file = parquetWriteBuffer({ columnData: [{ name: 'n', data, type: 'INT32' }], rowGroupSize: 1 });
  const input = await inputOf(file);
  let open = 0;
  let maxOpen = 0;
  const counting: InputBytes = {
    ...input,
    range: async (start, end) => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      const bytes = await input.range(start, end);
      open -= 1;
      return bytes;
    },
  };
  const numbers: (string | null)[] = [];
  for await (const { rows } of new ParquetRows(counting).pieces()) {
    numbers.push(...rows.map(({ cells: [cell] }) => cellText(cell)));
  }
  expect(numbers).toEqual(data.map(String));
  expect(maxOpen).toBe(1);
});
