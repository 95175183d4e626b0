import fc from 'fast-check';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localSegments } from '../plan/names';
import { type Pair, mergeByName, walkInKeyOrder } from './verify-plan';

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
    onWaiting: (count) => (maxWaiting = count),
  });
  for await (const group of groups) pairs.push(...group);
  return { pairs, maxWaiting };
}

const sorted = (names: Iterable<string>): string[] => [...names].sort((a, b) => (a < b ? -1 : 1));
const nameLists = fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 40 });
const size = fc.integer({ min: 1, max: 9 });

describe('files and blobs side by side', () => {
  it('reports for every name exactly on which sides it exists, whatever the order and the pages', async () => {
    await fc.assert(
      fc.asyncProperty(nameLists, nameLists, size, size, async (here, there, left, right) => {
        const { pairs } = await merged(here, there, [left, right]);
        expect(sorted(pairs.map(({ name }) => name))).toEqual(sorted(new Set([...here, ...there])));
        for (const { name, here: file, there: blob } of pairs) {
          expect(file).toEqual(here.includes(name) ? { name, side: 'here' } : null);
          expect(blob).toEqual(there.includes(name) ? { name, side: 'there' } : null);
        }
      }),
    );
  });

  it('holds no more than the missing names and a page of each side while both come in order', async () => {
    await fc.assert(
      fc.asyncProperty(nameLists, nameLists, size, size, async (here, there, left, right) => {
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

// Whatever a folder holds, its files come in the order of their blob names, each once.

// Names that sort before the slash and after it, and names that a disk stores in an encoded form.
const segment = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', '-', '!', '0', 'ü', '%', '日'),
  minLength: 1,
  maxLength: 3,
});
const long = fc.constantFrom('x'.repeat(300), `${'x'.repeat(300)}-`, 'x'.repeat(254), `${'x'.repeat(254)}!`);
const names = fc.array(
  fc.array(fc.oneof({ weight: 8, arbitrary: segment }, { weight: 1, arbitrary: long }), { minLength: 1, maxLength: 3 }),
  { minLength: 1, maxLength: 40 },
);

it.each(['plain', 'decoded'] as const)('folder walk: follows the order of %s names', async (kind) => {
  await fc.assert(
    fc.asyncProperty(names, async (chosen) => {
      const folder = await mkdtemp(join(tmpdir(), 'stowage-walk-'));
      try {
        const wanted: string[] = [];
        for (const name of chosen.map((parts) => parts.join('/'))) {
          const segments = kind === 'plain' ? name.split('/') : localSegments(name, 'posix');
          const path = join(folder, ...segments);
          // A file is in the way of the folder, or the folder of the file, or the disk takes no such name.
          const isMade = await mkdir(dirname(path), { recursive: true }).then(
            () =>
              writeFile(path, 'x', { flag: 'wx' }).then(
                () => true,
                () => false,
              ),
            () => false,
          );
          if (isMade) wanted.push(name);
        }
        const found: string[] = [];
        const reported: string[] = [];
        const ports = {
          names: kind,
          onProblem: (path: string) => void reported.push(path),
          onLeftOut: (path: string) => void reported.push(path),
          signal: new AbortController().signal,
        };
        for await (const files of walkInKeyOrder(folder, ports)) found.push(...files.map(({ name }) => name));
        expect(reported).toEqual([]);
        // A long name beside a longer one, of which the disk holds a part, may come too late.
        const isOrdered = wanted.every((name) => name.split('/').every((part) => part.length <= 240));
        expect(isOrdered ? found : [...found].sort()).toEqual([...wanted].sort());
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
    { numRuns: 30 },
  );
});
