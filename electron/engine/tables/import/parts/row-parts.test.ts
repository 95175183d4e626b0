import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EdmType, edmType } from '@shared/model/entity';
import { type ImportSettings, defaultImportSettings } from '@shared/model/table-import';
import { plainRows } from './plain-rows';
import { isPlainDouble } from './plain-values';
import type { MappedColumn } from './row-mapping';
import { type RowPartsOptions, rowParts, thoroughParts } from './row-parts';
import type { Cell, SourceRow } from '../rows/source-row';

const typical = [
  '',
  'a',
  '0',
  '-0',
  '007',
  '12',
  '-2147483649',
  '9007199254740993',
  '1.50',
  '.5',
  '5.',
  '1e400',
  'NaN',
];
const times = [
  '2024-02-29T23:59:59.1234567Z',
  '2024-02-30T00:00:00Z',
  '1500-01-01T00:00:00Z',
  '2024-05-01',
  '20240501',
];
const others = [
  'true',
  'TRUE',
  '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e',
  'AQID',
  'a"b\\c',
  'x\u2028y',
  '\ud800',
  '€',
  ' 7 ',
];
const long = ['x'.repeat(32_769), 'é'.repeat(32_768)];
const text = fc.oneof(fc.constantFrom(...typical, ...times, ...others, ...long), fc.string({ unit: 'binary' }));
const key = fc.oneof(fc.constantFrom('p', "o'n", 'a b', 'a/b', 'ü', 'k'.repeat(513), '"', ''), fc.string());
const cell: fc.Arbitrary<Cell | undefined> = fc.oneof(
  text,
  fc.constantFrom(null, undefined),
  fc.record({ text, type: fc.constantFrom<EdmType | 'number' | 'text'>(...edmType.options, 'number', 'text') }),
);
const names = ['A', 'B@x', 'Timestamp', 'ü', 'C'];
const column = (name: string): fc.Arbitrary<MappedColumn> =>
  fc.record({
    name: fc.constant(name),
    property: fc.constantFrom(name, `Of${name.length}${name}`),
    type: fc.constantFrom(...edmType.options),
    typeFrom: fc.constantFrom<MappedColumn['typeFrom']>('setting', 'header', 'values'),
    use: fc.constantFrom<MappedColumn['use']>('import', 'import', 'leave-out'),
  });
const keyColumn = (name: string): MappedColumn => ({
  name,
  property: name,
  type: 'Edm.String',
  typeFrom: 'values',
  use: 'key',
});
const settings: fc.Arbitrary<ImportSettings> = fc.record({
  rowKey: fc.constant({ kind: 'column', column: 'RowKey' } as const),
  columns: fc.constant([]),
  partitionKey: fc.constantFrom<ImportSettings['partitionKey']>(
    { kind: 'column', column: 'PartitionKey' },
    { kind: 'guid' },
    { kind: 'expression', expression: '{PartitionKey};{A}' },
  ),
  emptyCells: fc.constantFrom<ImportSettings['emptyCells']>('skip', 'empty-string'),
  mode: fc.constantFrom<ImportSettings['mode']>('insert', 'upsert-merge', 'upsert-replace'),
  rejectedRows: fc.constant('collect' as const),
  batchSize: fc.constant(100),
  concurrency: fc.constant(4),
});

const row = (cells: SourceRow['cells'], order?: readonly number[]): SourceRow => ({
  index: 5,
  line: 6,
  cells,
  problem: null,
  source: '',
  ...(order === undefined ? {} : { order }),
});

describe('a row as a part of a transaction', () => {
  it('is the same the quick way and by way of a checked entity', () => {
    fc.assert(
      fc.property(
        fc.tuple(...names.map(column)),
        settings,
        fc.tuple(key, key, fc.tuple(...names.map(() => cell))),
        fc.option(fc.shuffledSubarray([2, 3, 4, 5, 6]), { nil: undefined }),
        (columns, chosen, [partitionKey, rowKey, cells], order) => {
          const options: RowPartsOptions = {
            endpoint: 'http://h/a',
            service: 'storage',
            table: 'T',
            salt: 's',
            settings: chosen,
            columns: [keyColumn('PartitionKey'), keyColumn('RowKey'), ...columns],
          };
          const one = row([partitionKey, rowKey, ...cells], order);
          expect(rowParts(options)(one)).toEqual(thoroughParts(options)(one));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each(['1e400', '-1.8e308', `1${'0'.repeat(309)}`])('is none where a double cannot hold %s', (number) => {
    const amount: MappedColumn = { ...keyColumn('Amount'), type: 'Edm.Double', typeFrom: 'header', use: 'import' };
    const columns = [keyColumn('PartitionKey'), keyColumn('RowKey'), amount];
    const part = rowParts({
      endpoint: 'http://h/a',
      service: 'storage',
      table: 'T',
      columns,
      settings: defaultImportSettings,
      salt: 's',
    });
    const message = `Amount: “${number.length > 60 ? `${number.slice(0, 59)}…` : number}” does not fit into a double.`;
    expect(part(row(['p', 'r', number]))).toEqual({ kind: 'rejected', code: 'invalid.entity', message });
    expect(part(row(['p', 'r', '1.7976931348623157e308']))).toMatchObject({ kind: 'part' });
    expect(isPlainDouble(Buffer.from(number), 0, number.length)).toBe(false);
  });

  it('goes the quick way where it is what most rows are', () => {
    const types: readonly EdmType[] = [
      'Edm.String',
      'Edm.Int32',
      'Edm.Int64',
      'Edm.Double',
      'Edm.Boolean',
      'Edm.DateTime',
    ];
    const columns = types.map((type): MappedColumn => {
      const name = type.slice(4);
      return { name, property: name, type, typeFrom: 'values', use: 'import' };
    });
    const plain = plainRows([keyColumn('PartitionKey'), keyColumn('RowKey'), ...columns], defaultImportSettings, '');
    const found = plain(row(['p', 'r', 'Zoë "1"', '-5', '123456789012', '0.5', 'true', '2024-05-01T08:30:00.1Z']));
    expect(found?.json).toBe(
      '{"PartitionKey":"p","RowKey":"r","String":"Zoë \\"1\\"","Int32":-5,' +
        '"Int64@odata.type":"Edm.Int64","Int64":"123456789012","Double@odata.type":"Edm.Double","Double":0.5,' +
        '"Boolean":true,"DateTime@odata.type":"Edm.DateTime","DateTime":"2024-05-01T08:30:00.1Z"}',
    );
  });
});
