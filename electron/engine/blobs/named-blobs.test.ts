import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlobItem } from '@shared/model/blob';
import { namedBlobs } from './named-blobs';

/** A container that lists as the service does. `first`: its response to the first request of a list. */
function containerOf(stored: readonly string[], largestPage = 5000, first: 'a page' | 'an empty page' = 'a page') {
  const sorted = [...new Set(stored)].sort();
  let requests = 0;
  return {
    requests: () => requests,
    find: async (names: readonly string[]): Promise<string[]> => {
      const found: string[] = [];
      const pages = namedBlobs(names, (prefix, wantedSize, marker) => {
        requests += 1;
        const pageSize = Math.min(wantedSize, largestPage);
        expect(prefix).not.toMatch(/[\ud800-\udbff]$/u);
        const below = sorted.filter((name) => name.startsWith(prefix));
        if (first === 'an empty page' && marker === undefined) return Promise.resolve({ blobs: [], marker: '0' });
        const from = Number(marker ?? 0);
        const blobs = below.slice(from, from + pageSize).map((name) => ({ name }) as BlobItem);
        return Promise.resolve({ blobs, marker: from + pageSize < below.length ? String(from + pageSize) : null });
      });
      for await (const page of pages) found.push(...page.map(({ name }) => name));
      return found.sort();
    },
  };
}
const numbered = (count: number, of = (number: number): string => `measure-${String(number).padStart(8, '0')}`) =>
  Array.from({ length: count }, (_, number) => of(number));

describe('namedBlobs', () => {
  it('finds each existing name once, and no other', async () => {
    const name = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('a', 'b', '/', '0', '💧', 'é') });
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 99 }), fc.array(name, { maxLength: 99 }), async (stored, wanted) => {
        const container = containerOf(stored, 7);
        const existing = [...new Set(wanted)].filter((each) => stored.includes(each)).sort();
        expect(await container.find(wanted)).toEqual(existing);
      }),
    );
  });

  it('finds names when a list begins with an empty page', async () => {
    const stored = numbered(100);
    for (const wanted of [stored.slice(0, 3), stored]) {
      expect(await containerOf(stored, 5000, 'an empty page').find(wanted)).toEqual(wanted);
    }
  });

  it('finds neighbours by thousands', async () => {
    const stored = numbered(20_000);
    const whole = containerOf(stored);
    expect(await whole.find(stored)).toEqual(stored);
    expect(whole.requests()).toBe(4);
    const some = containerOf(stored);
    const wanted = stored.slice(7000, 12_000);
    expect(await some.find(wanted)).toEqual(wanted);
    expect(some.requests()).toBeLessThan(10);
  });

  it('requests widely spread names one by one', async () => {
    const container = containerOf(numbered(100_000));
    const wanted = numbered(100, (number) => `measure-${String(number * 997).padStart(8, '0')}`);
    expect(await container.find(wanted)).toEqual(wanted);
    expect(container.requests()).toBeLessThan(110);
  });
});
