import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Pair, mergeByName } from './verify-merge';

interface Item {
  readonly name: string;
  readonly side: string;
}

async function* groupsOf(names: readonly string[], side: string, size: number): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < names.length; at += size) yield names.slice(at, at + size).map((name) => ({ name, side }));
}

async function merged(
  here: readonly string[],
  there: readonly string[],
  sizes: readonly [number, number] = [3, 5],
): Promise<{ readonly pairs: readonly Pair<Item, Item>[]; readonly maxWaiting: number }> {
  const pairs: Pair<Item, Item>[] = [];
  let maxWaiting = 0;
  const groups = mergeByName(groupsOf(here, 'here', sizes[0]), groupsOf(there, 'there', sizes[1]), {
    onWaiting: (names) => (maxWaiting = names),
  });
  for await (const group of groups) pairs.push(...group);
  return { pairs, maxWaiting };
}

const sorted = (names: Iterable<string>): string[] => [...names].sort((a, b) => (a < b ? -1 : 1));
const names = fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 40 });
const size = fc.integer({ min: 1, max: 9 });

describe('files and blobs side by side', () => {
  it('tells for every name exactly on which sides it is, whatever the order and the pages', async () => {
    await fc.assert(
      fc.asyncProperty(names, names, size, size, async (here, there, left, right) => {
        const { pairs } = await merged(here, there, [left, right]);
        expect(sorted(pairs.map(({ name }) => name))).toEqual(sorted(new Set([...here, ...there])));
        for (const { name, here: file, there: blob } of pairs) {
          expect(file).toEqual(here.includes(name) ? { name, side: 'here' } : null);
          expect(blob).toEqual(there.includes(name) ? { name, side: 'there' } : null);
        }
      }),
    );
  });

  it('holds no more than what is missing and a page of each side while both come in order', async () => {
    await fc.assert(
      fc.asyncProperty(names, names, size, size, async (here, there, left, right) => {
        const { pairs, maxWaiting } = await merged(sorted(here), sorted(there), [left, right]);
        const alone = pairs.filter((pair) => pair.here === null || pair.there === null).length;
        expect(maxWaiting).toBeLessThanOrEqual(alone + left + right);
      }),
    );
  });

  it.each([
    [10, 100],
    [100, 10],
  ])('lets neither side run ahead of the other, in pages of %i and %i', async (left, right) => {
    const many = Array.from({ length: 1000 }, (_, index) => String(index).padStart(4, '0'));
    const { maxWaiting } = await merged(many, many, [left, right]);
    expect(maxWaiting).toBeLessThanOrEqual(left + right);
    const { maxWaiting: ofNone } = await merged([], many, [left, right]);
    expect(ofNone).toBe(1000);
  });

  it('ends both sides when it is left', async () => {
    const ended: string[] = [];
    async function* endless(side: string): AsyncGenerator<readonly Item[]> {
      try {
        for (let index = 0; ; index += 1) yield [{ name: String(index), side }];
      } finally {
        ended.push(side);
      }
    }
    for await (const group of mergeByName(endless('here'), endless('there'))) if (group.length > 0) break;
    expect(ended.sort()).toEqual(['here', 'there']);
  });
});
