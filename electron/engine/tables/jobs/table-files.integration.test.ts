import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EdmValue, Entity } from '@shared/model/entity';
import { row } from '../fixtures/table-bench';
import { type FilesBench, startFilesBench } from './fixtures/files-bench';

let bench: FilesBench;
beforeAll(async () => {
  bench = await startFilesBench();
});
afterAll(() => bench.dispose());

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
        const [first, second] = [await bench.newTable(), await bench.newTable()];
        await bench.fill(`${first}x`, rows);
        const before = await bench.exportTo(`${first}x`, 'first.jsonl');
        expect(await bench.importFrom(second, 'first.jsonl')).toMatchObject({ state: 'done', rowsDone: rows.length });
        expect(await bench.exportTo(second, 'second.jsonl')).toBe(before);
      }),
      { numRuns: 12 },
    );
  });

  it('gives the same entities by way of CSV, also where a column has several types', async () => {
    await fc.assert(
      fc.asyncProperty(entities, async (rows) => {
        const [first, second] = [await bench.newTable(), await bench.newTable()];
        await bench.fill(`${first}x`, rows);
        await bench.exportTo(`${first}x`, 'first.csv');
        expect(await bench.importFrom(second, 'first.csv')).toMatchObject({ state: 'done', rowsDone: rows.length });
        const sorted = (text: string): unknown[] =>
          text
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as unknown);
        expect(sorted(await bench.exportTo(second, 'second.jsonl'))).toEqual(
          sorted(await bench.exportTo(`${first}x`, 'first.jsonl')),
        );
      }),
      { numRuns: 12 },
    );
  });
});
