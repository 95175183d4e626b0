import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdmValue, Entity, Property } from '../model/entity';
import { type Difference, type DiffCounts, noDifferences } from '../model/table-diff';
import { sameEdmValue } from '../query/edm-value';
import { compareKeys } from '../query/evaluate';
import { canonicalRow, canonicalValue } from './canonical';
import { differenceOf, propertyDifferences, wantedProperties, withDifference } from './differences';
import { type KeyPair, type RowPages, pairsByKey } from './key-merge';

const values: fc.Arbitrary<EdmValue> = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'ä', '200', '200.0').map((value): EdmValue => ({ type: 'Edm.String', value })),
  fc
    .constantFrom('200', '200.0', '2e2', '0', '-0', 'NaN', 'Infinity', '0.1', 'wrong')
    .map((value): EdmValue => ({ type: 'Edm.Double', value })),
  fc.constantFrom('7', '07', '-7').map((value): EdmValue => ({ type: 'Edm.Int64', value })),
  fc.constantFrom('7', '8').map((value): EdmValue => ({ type: 'Edm.Int32', value })),
  fc.boolean().map((value): EdmValue => ({ type: 'Edm.Boolean', value })),
  fc
    .constantFrom('2024-05-01T08:30:00Z', '2024-05-01T08:30:00.0000000Z', '2024-05-01T08:30:00.0000001Z')
    .map((value): EdmValue => ({ type: 'Edm.DateTime', value })),
  fc
    .constantFrom('1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e', '1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E')
    .map((value): EdmValue => ({ type: 'Edm.Guid', value })),
);
const names = fc.constantFrom('etag', '__proto__', 'constructor', 'odata.x', 'A', 'Timestamp2');
const properties: fc.Arbitrary<Property[]> = fc.uniqueArray(fc.record({ name: names, value: values }), {
  selector: ({ name }) => name,
  maxLength: 4,
});
const keys = fc.constantFrom('', 'a', 'A', 'z', '\uffff', '😀', '\ue000', 'é', "o'clock");
const tables: fc.Arbitrary<Entity[]> = fc
  .uniqueArray(fc.record({ partitionKey: keys, rowKey: keys, properties }), {
    selector: ({ partitionKey, rowKey }) => JSON.stringify([partitionKey, rowKey]),
    maxLength: 25,
  })
  .map((rows) => rows.map((row, index) => ({ ...row, timestamp: '', etag: `e${index}` })).sort(compareKeys));
const cuts = fc.array(fc.nat(4), { minLength: 1, maxLength: 6 });

/** Pages of these sizes over and over, empty ones among them. */
async function* pages(rows: readonly Entity[], sizes: readonly number[]): RowPages {
  await Promise.resolve();
  for (let at = 0, turn = 0; at < rows.length; turn += 1) {
    const size = sizes.every((one) => one === 0) ? 1 : (sizes[turn % sizes.length] ?? 1);
    yield rows.slice(at, at + size);
    at += size;
  }
}
async function pairs(
  left: readonly Entity[],
  right: readonly Entity[],
  sizes: readonly number[][],
): Promise<KeyPair[]> {
  const found: KeyPair[] = [];
  for await (const piece of pairsByKey(pages(left, sizes[0] ?? [1]), pages(right, sizes[1] ?? [1])))
    found.push(...piece);
  return found;
}
async function diff(
  left: readonly Entity[],
  right: readonly Entity[],
  leaveOut = new Set<string>(),
  sizes: readonly number[][] = [[3], [2]],
): Promise<{ differences: Difference[]; counts: DiffCounts }> {
  let counts = noDifferences;
  const differences: Difference[] = [];
  for (const pair of await pairs(left, right, sizes)) {
    const found = differenceOf(pair, leaveOut);
    counts = withDifference(counts, found);
    if (found !== null) differences.push(found);
  }
  return { differences, counts };
}
/** What a table holds once the differences are applied to it. */
function applied(
  right: readonly Entity[],
  differences: readonly Difference[],
  leaveOut: ReadonlySet<string>,
): Entity[] {
  const key = ({ partitionKey, rowKey }: Pick<Entity, 'partitionKey' | 'rowKey'>): string =>
    JSON.stringify([partitionKey, rowKey]);
  const rows = new Map(right.map((row) => [key(row), row]));
  for (const found of differences) {
    const wanted = wantedProperties(found, leaveOut);
    const { partitionKey, rowKey } = found;
    if (wanted === null) rows.delete(key(found));
    else rows.set(key(found), { partitionKey, rowKey, timestamp: '', etag: '', properties: [...wanted] });
  }
  return [...rows.values()].sort(compareKeys);
}
const texts = (rows: readonly Entity[], leaveOut = new Set<string>()): string[] =>
  rows.map((row) => canonicalRow(row, (name) => !leaveOut.has(name)));

describe('comparing two tables', () => {
  it('gives differences that make the right table equal to the left one', async () => {
    await fc.assert(
      fc.asyncProperty(tables, tables, fc.uniqueArray(names, { maxLength: 2 }), async (left, right, left_out) => {
        const leaveOut = new Set(left_out);
        const { differences } = await diff(left, right, leaveOut);
        const after = applied(right, differences, leaveOut);
        expect(texts(after, leaveOut)).toEqual(texts(left, leaveOut));
        expect((await diff(left, after, leaveOut)).differences).toEqual([]);
      }),
    );
  });

  it('keeps the values of properties that are left out', async () => {
    await fc.assert(
      fc.asyncProperty(tables, tables, async (left, right) => {
        const leaveOut = new Set(['A']);
        const own = (rows: readonly Entity[]): Map<string, unknown> =>
          new Map(
            rows.map((row) => [
              texts([{ ...row, properties: [] }])[0] ?? '',
              row.properties.find(({ name }) => name === 'A'),
            ]),
          );
        const before = own(right);
        const after = own(applied(right, (await diff(left, right, leaveOut)).differences, leaveOut));
        for (const [key, value] of before) if (after.has(key)) expect(after.get(key)).toEqual(value);
      }),
    );
  });

  it('counts the same from either side, added and removed changed over', async () => {
    await fc.assert(
      fc.asyncProperty(tables, tables, async (left, right) => {
        const [there, back] = [await diff(left, right), await diff(right, left)];
        const { equal, added, removed, changed } = there.counts;
        expect(back.counts).toEqual({ equal, changed, added: removed, removed: added });
        expect(equal + changed + removed).toBe(left.length);
        expect(equal + changed + added).toBe(right.length);
      }),
    );
  });

  it('does not depend on where pages are cut, and keeps the order of keys', async () => {
    await fc.assert(
      fc.asyncProperty(tables, tables, cuts, cuts, async (left, right, some, others) => {
        const whole = await pairs(left, right, [[1000], [1000]]);
        expect(await pairs(left, right, [some, others])).toEqual(whole);
        const order = whole.map(({ left: a, right: b }) => a ?? b).filter((row) => row !== null);
        expect([...order].sort(compareKeys)).toEqual(order);
      }),
    );
  });

  it('rejects rows out of key order', async () => {
    const rows = ['b', 'a'].map((rowKey) => ({ partitionKey: 'p', rowKey, timestamp: '', etag: '', properties: [] }));
    await expect(pairs(rows, [], [[1], [1]])).rejects.toMatchObject({ code: 'bug.unexpected' });
  });
});

describe('the same row', () => {
  it('has one canonical value exactly where values are the same', () => {
    fc.assert(
      fc.property(values, values, (left, right) => {
        expect(canonicalValue(left) === canonicalValue(right)).toBe(sameEdmValue(left, right));
      }),
    );
  });

  it('has one text whatever the order of its properties', () => {
    fc.assert(
      fc.property(properties, (list) => {
        const row = { partitionKey: 'p', rowKey: 'r' };
        const all = (): boolean => true;
        expect(canonicalRow({ ...row, properties: [...list].reverse() }, all)).toBe(
          canonicalRow({ ...row, properties: list }, all),
        );
        expect(propertyDifferences(list, [...list].reverse(), new Set())).toEqual([]);
      }),
    );
  });

  it('differs where only the type does', () => {
    const left: Property[] = [{ name: 'N', value: { type: 'Edm.Int32', value: '7' } }];
    const right: Property[] = [{ name: 'N', value: { type: 'Edm.Int64', value: '7' } }];
    expect(propertyDifferences(left, right, new Set())).toEqual([
      { name: 'N', left: left[0]?.value, right: right[0]?.value },
    ]);
  });
});
