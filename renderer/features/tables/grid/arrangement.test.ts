// Sorting loaded rows by value: numbers together, other types apart, stable, and the same whatever the number of blocks.
import type { EdmValue, Entity } from '@shared/model/entity';
import { packBlocks } from '@shared/rows/packed-rows';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testEntity } from '../fixtures/test-port';
import { RowList } from '../result/row-list';
import { type SortKey, sortedIndexes, sortRows } from './arrangement';

const noYield = { rest: () => undefined };
const byValue: SortKey = { source: 'property', name: 'V', direction: 'ascending' };

async function sorted(values: readonly (EdmValue | undefined)[], key: SortKey = byValue): Promise<readonly number[]> {
  const rows = new RowList();
  const entities = values.map((value, index): Entity =>
    testEntity(index, value === undefined ? [] : [{ name: 'V', value }]),
  );
  rows.append(packBlocks(entities));
  const order = await sortRows(rows, values.length, key, noYield, new AbortController().signal);
  return [...(order ?? [])];
}

const int64 = (value: string): EdmValue => ({ type: 'Edm.Int64', value });

describe('sorting loaded rows', () => {
  it('goes by number and not by text, beyond 2^53 too', async () => {
    expect(await sorted([int64('9007199254740993'), int64('10'), int64('9007199254740992'), int64('-3')])).toEqual([
      3, 1, 2, 0,
    ]);
  });

  it('goes by time with fractions of any length, by GUID whatever its case, by bytes', async () => {
    const at = (value: string): EdmValue => ({ type: 'Edm.DateTime', value });
    expect(
      await sorted([at('2024-05-01T08:30:00.1234567Z'), at('2024-05-01T08:30:00.12Z'), at('2024-05-01T08:30:00Z')]),
    ).toEqual([2, 1, 0]);
    const guid = (digit: string): EdmValue => ({
      type: 'Edm.Guid',
      value: `${digit}f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e`,
    });
    expect(await sorted([guid('b'), guid('A'), guid('1')])).toEqual([2, 1, 0]);
    const bytes = (value: string): EdmValue => ({ type: 'Edm.Binary', value: btoa(value) });
    expect(await sorted([bytes('\u00ff'), bytes('a'), bytes('aa')])).toEqual([1, 2, 0]);
  });

  it('keeps types apart, NaN behind them and absent rows last in both directions', async () => {
    const values: (EdmValue | undefined)[] = [
      undefined,
      { type: 'Edm.String', value: '1' },
      { type: 'Edm.Double', value: 'NaN' },
      { type: 'Edm.Double', value: '-Infinity' },
      { type: 'Edm.Boolean', value: true },
      int64('5'),
    ];
    expect(await sorted(values)).toEqual([4, 3, 5, 1, 2, 0]);
    expect((await sorted(values, { ...byValue, direction: 'descending' })).at(-1)).toBe(0);
  });

  it('puts numbers of different types in one order, exactly', async () => {
    const values: EdmValue[] = [
      { type: 'Edm.Double', value: '6243.75' },
      { type: 'Edm.Int32', value: '6245' },
      int64('9007199254740993'),
      { type: 'Edm.Double', value: '9007199254740992.0' },
      { type: 'Edm.Double', value: '6246.25' },
      { type: 'Edm.Double', value: 'Infinity' },
    ];
    expect(await sorted(values)).toEqual([0, 1, 4, 3, 2, 5]);
    expect(await sorted(values, { ...byValue, direction: 'descending' })).toEqual([5, 2, 3, 4, 1, 0]);
  });

  it('is stable and complete over many blocks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2000, maxLength: 5000 }),
        async (numbers) => {
          const order = await sorted(numbers.map((number) => ({ type: 'Edm.Int32', value: String(number) })));
          const expected = numbers
            .map((number, index) => ({ number, index }))
            .sort((left, right) => left.number - right.number || left.index - right.index);
          expect(order).toEqual(expected.map(({ index }) => index));
        },
      ),
      { numRuns: 5 },
    );
  });

  it('sorts by keys and by time of writing', async () => {
    const rows = new RowList();
    rows.append(packBlocks([testEntity(2), testEntity(0), testEntity(1)]));
    const key: SortKey = { source: 'row-key', name: 'RowKey', direction: 'descending' };
    expect([...((await sortRows(rows, 3, key, noYield, new AbortController().signal)) ?? [])]).toEqual([0, 2, 1]);
  });
});

describe('indexes sorted in slices', () => {
  it('are in the order of a stable sort, whatever their number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 400 }), async (count, kinds) => {
        const kindOf = (index: number): number => (index * 7919) % kinds;
        const compare = (left: number, right: number): number => kindOf(left) - kindOf(right);
        const ports = { turns: { rest: () => undefined }, signal: new AbortController().signal };
        const expected = Array.from({ length: count }, (_, index) => index).sort(compare);
        expect([...((await sortedIndexes(count, compare, ports)) ?? [])]).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('are no longer compared once the sort is cancelled, in the first runs and while runs are merged', async () => {
    for (const restsBefore of [1, 10]) {
      const cancelling = new AbortController();
      let rests = 0;
      let comparedAfter = 0;
      const rest = (): undefined => {
        rests += 1;
        if (rests === restsBefore) cancelling.abort();
      };
      const compare = (left: number, right: number): number => {
        if (cancelling.signal.aborted) comparedAfter += 1;
        return right - left;
      };
      expect(await sortedIndexes(8192, compare, { turns: { rest }, signal: cancelling.signal })).toBeUndefined();
      expect(comparedAfter).toBe(0);
    }
  });
});
