// The law of table files: what an export wrote comes back equal.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderEntityLine } from '@shared/import/entity-line';
import type { EdmValue, Entity } from '@shared/model/entity';
import { packBlocks } from '@shared/rows/packed-rows';
import { momentText, ticksFromMs } from '@shared/query/ticks';
import { writeCsv } from '../export/csv-file';
import { ColumnScan } from '../export/exported-columns';
import { writeParquet } from '../export/parquet-file';
import { type ReadThrough, readThrough } from './fixtures/read-through';

type Exported = Omit<Entity, 'etag'>;

const delicate = [
  '',
  ' ',
  '"',
  ',',
  '\r',
  '\n',
  'a\r\nb',
  '\ufeff',
  '=1+1',
  "'=1",
  'sep=;',
  '007',
  '1.10',
  'NULL',
  'true',
];
const text = fc.oneof(fc.constantFrom(...delicate), fc.string({ unit: 'binary', maxLength: 12 }));
const earliest = ticksFromMs(Date.UTC(1601, 0, 1));
const latest = ticksFromMs(Date.UTC(9999, 11, 31));
const moment = fc.bigInt(earliest, latest).map((ticks) => `${momentText(ticks, 'utc').replace(' ', 'T')}Z`);
const double = fc.oneof(
  fc.double().map((number) => (Object.is(number, -0) ? '-0.0' : String(number))),
  fc.constantFrom('1.0', '1E+300', 'NaN', 'Infinity', '-Infinity', '0.1'),
);
const typed = (type: Exclude<EdmValue['type'], 'Edm.Boolean'>, values: fc.Arbitrary<string>): fc.Arbitrary<EdmValue> =>
  values.map((value) => ({ type, value }));
const valuesByType: readonly fc.Arbitrary<EdmValue>[] = [
  typed('Edm.String', text),
  fc.boolean().map((value): EdmValue => ({ type: 'Edm.Boolean', value })),
  typed('Edm.Int32', fc.integer().map(String)),
  typed('Edm.Int64', fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String)),
  typed('Edm.Double', double),
  typed('Edm.DateTime', moment),
  typed('Edm.Guid', fc.uuid()),
  typed(
    'Edm.Binary',
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  ),
];
const mixed = fc.oneof(...valuesByType);
const key = fc.string({ unit: fc.constantFrom('a', 'Z', '0', ';', ',', '"', "'", '=', ' ', 'ä', '😀'), maxLength: 6 });

/** `A` to `H` hold one type each, `Mixed` any. */
const entity: fc.Arbitrary<Exported> = fc
  .record({
    partitionKey: key.map((rest) => `p${rest}`),
    rowKey: key,
    values: fc.tuple(...valuesByType.map((each) => fc.option(each)), fc.option(mixed), fc.option(mixed)),
  })
  .map(({ values, ...keys }) => ({
    ...keys,
    timestamp: '2026-05-01T08:30:00.1234567Z',
    properties: values.flatMap((value, index) =>
      value === null ? [] : [{ name: index < 8 ? 'ABCDEFGH'.charAt(index) : `Mixed${index}`, value }],
    ),
  }));

/** Little but keys, which may both be empty. */
const bare: fc.Arbitrary<Exported> = fc.record({
  partitionKey: fc.constantFrom('', ' ', 'p'),
  rowKey: fc.constantFrom('', ' ', 'r'),
  timestamp: fc.constant('2026-05-01T08:30:00.1234567Z'),
  // A column that holds nothing but blanks leaves the whole line blank.
  properties: fc.constantFrom([], [{ name: 'A', value: { type: 'Edm.String' as const, value: ' ' } }]),
});

type Format = 'jsonl' | 'csv' | 'parquet';

async function backFrom(
  format: Format,
  entities: readonly Exported[],
  timestamps: 'with' | 'without',
): Promise<ReadThrough> {
  const dir = await mkdtemp(join(tmpdir(), 'stowage-law-'));
  const path = join(dir, `rows.${format}`);
  try {
    if (format === 'jsonl') await writeFile(path, entities.map((each) => `${renderEntityLine(each)}\n`).join(''));
    else {
      const blocks = packBlocks(entities.map((each) => ({ ...each, etag: '' })));
      const scan = new ColumnScan([]);
      for (const block of blocks) scan.add(block);
      await (format === 'csv' ? writeCsv : writeParquet)(path, Readable.from(blocks), scan.columns, timestamps);
    }
    return await readThrough({ kind: 'file', path });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** As the service holds it: doubles by their bits, times without trailing zeros, properties in any order. */
function held({ partitionKey, rowKey, properties }: Pick<Exported, 'partitionKey' | 'rowKey' | 'properties'>): unknown {
  const values = properties.map(({ name, value: { type, value } }): [string, unknown] => {
    if (type === 'Edm.Double') return [name, [type, Number(value)]];
    if (type === 'Edm.DateTime') return [name, [type, value.replace(/\.?0*Z$/, 'Z')]];
    return [name, [type, value]];
  });
  return { partitionKey, rowKey, values: Object.fromEntries(values) };
}

describe('table files that an export wrote', () => {
  it('skip the blank rows of other programs, which quote the header too or nothing', async () => {
    for (const text of ['PartitionKey,RowKey,A\np,r,1\n,,\n', '"PartitionKey","RowKey","A"\n"p","r","1"\n"","",""\n']) {
      const { entities, report } = await readThrough(text);
      expect([entities.length, report.blankRows]).toEqual([1, 1]);
    }
  });

  it.each<Format>(['jsonl', 'csv', 'parquet'])(
    'come back equal as %s',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof({ weight: 3, arbitrary: entity }, bare), { minLength: 1, maxLength: 8 }),
          fc.constantFrom<'with' | 'without'>('with', 'without'),
          async (entities, timestamps) => {
            const { entities: back, rejected } = await backFrom(format, entities, timestamps);
            expect([rejected, back.map(held)]).toEqual([[], entities.map(held)]);
          },
        ),
        { numRuns: 40 },
      );
    },
    60_000,
  );
});
