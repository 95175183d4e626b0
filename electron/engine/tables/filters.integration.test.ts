// The same filters, evaluated by us and by a real store. Known differences between the emulator and the service are
// omitted: mismatched types, ticks of times, exponents, NaN and infinities in constants.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EdmValue } from '@shared/model/entity';
import { matches } from '@shared/query/evaluate';
import { parseFilter, renderFilter } from '@shared/query/odata';
import { type TableBench, keysOf, open, pagesOf, query, row, rowsOf, startTableBench } from './fixtures/table-bench';

const value = (index: number): readonly (readonly [string, EdmValue])[] => [
  ['Count', { type: 'Edm.Int32', value: String(index - 5) }],
  ['Big', { type: 'Edm.Int64', value: String(9007199254740990n + BigInt(index)) }],
  ['Rating', { type: 'Edm.Double', value: `${index}.5` }],
  ['Active', { type: 'Edm.Boolean', value: index % 2 === 0 }],
  ['At', { type: 'Edm.DateTime', value: `2024-05-01T08:30:${String(index).padStart(2, '0')}.0000000Z` }],
  ['Id', { type: 'Edm.Guid', value: `1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d${String(index).padStart(2, '0')}` }],
  ['Bytes', { type: 'Edm.Binary', value: Buffer.from([index, 255]).toString('base64') }],
  ['Name', { type: 'Edm.String', value: ['', "o'neil", 'Abc', 'abc', 'Über', '日本', '\u{1f6a2}'][index % 7] ?? '' }],
];
const rows = Array.from({ length: 28 }, (_, index) =>
  row(
    `P${index % 3}`,
    String(index).padStart(2, '0'),
    // Sparse: some rows lack some properties.
    value(index)
      .filter((_entry, position) => (index + position) % 4 !== 0)
      .map(([name, of]) => ({ name, value: of })),
  ),
);

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
  await bench.fill('Filters', rows);
});
afterAll(() => bench.dispose());

describe('a filter means here what it means to the store', () => {
  it.each([
    'Count gt 3',
    'Count le -2',
    '3 lt Count',
    'Count ne 4',
    'Big ge 9007199254740993L',
    'Big eq 9007199254740995L',
    'Rating gt 4.0',
    'Rating ge 4.5 and Rating lt 10.5',
    'Active',
    'Active eq false',
    'not Active',
    "At ge datetime'2024-05-01T08:30:10Z'",
    "At lt datetime'2024-05-01T08:30:05.0000000Z'",
    "Id eq guid'1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d05'",
    "Bytes eq X'05FF'",
    "Name eq 'o''neil'",
    "Name ge 'A' and Name lt 'B'",
    "Name eq ''",
    "Name ne 'abc'",
    "Name gt '\u{1f6a1}'",
    "PartitionKey eq 'P1' and (Count gt 3 or Name eq 'abc')",
    "PartitionKey ge 'P1' and RowKey lt '10'",
    "not (PartitionKey eq 'P1' or Count gt 3)",
    "PartitionKey eq 'P0' and RowKey eq '03' or PartitionKey eq 'P1' and RowKey eq '04'",
  ])('%s', async (text) => {
    const node = parseFilter(text);
    const expected = keysOf(rows.filter((candidate) => matches(node, candidate))).sort();
    for (const filterText of new Set([text, renderFilter(node)])) {
      const found = rowsOf(await pagesOf(open(bench.direct, query('Filters', { filterText }))));
      expect(keysOf(found).sort()).toEqual(expected);
    }
  });
});
