import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlobItem } from '@shared/model/blob';
import { ListedNames } from './listed-names';
import type { ListedBlob, NamesPage, PageRequest } from './open-list';

/** A container that lists as the service does: in order, folders in one entry, and now and then an empty page. */
function containerOf(stored: readonly string[], largestPage = 5000, pages: 'full' | 'each second one empty' = 'full') {
  const sorted = [...new Set(stored)].sort();
  const requests: PageRequest[] = [];
  const list = (request: PageRequest): Promise<NamesPage> => {
    requests.push(request);
    const { prefix, depth, pageSize, marker = '' } = request;
    expect(prefix).not.toMatch(/[\ud800-\udbff]$/u);
    expect(pageSize).toBeLessThanOrEqual(5000);
    if (pages !== 'full' && !marker.endsWith('!')) {
      return Promise.resolve({ blobs: [], others: [], marker: `${marker}!` });
    }
    const after = marker.replace(/!$/u, '');
    const blobs: ListedBlob[] = [];
    const folders = new Set<string>();
    for (const name of sorted) {
      const slash = depth === 'flat' ? -1 : name.indexOf('/', prefix.length);
      const shown = slash === -1 ? name : name.slice(0, slash + 1);
      if (!name.startsWith(prefix) || shown <= after || folders.has(shown)) continue;
      if (blobs.length + folders.size === Math.min(pageSize, largestPage)) {
        const last = [blobs.at(-1)?.blob.name ?? '', ...folders].sort().at(-1) ?? '';
        return Promise.resolve({ blobs, others: [...folders], marker: last });
      }
      if (slash === -1) blobs.push({ blob: blobOf(name), isMarker: false });
      else folders.add(shown);
    }
    return Promise.resolve({ blobs, others: [...folders], marker: null });
  };
  return { requested: requests, list };
}

const blobOf = (name: string): BlobItem => ({
  name,
  bytes: name.length,
  lastModified: '',
  etag: `"${name}"`,
  contentType: '',
  contentMd5: '',
  tier: '',
  blobType: 'BlockBlob',
  leased: false,
});
const numbered = (count: number, of = (number: number): string => `measure-${String(number).padStart(8, '0')}`) =>
  Array.from({ length: count }, (_, number) => of(number));
const between =
  (low: number, high: number): ((value: number) => boolean) =>
  (value) =>
    value >= low && value <= high;

/**
 * The number of requests that finding these names batch by batch takes, and the number of names left to single lookups.
 */
async function costOf(container: ReturnType<typeof containerOf>, wanted: readonly string[], batch = 5000) {
  const names = new ListedNames(container.list);
  let left = 0;
  for (let at = 0; at < wanted.length; at += batch) {
    const found = new Map<string, ListedBlob>();
    await names.find(wanted.slice(at, at + batch), found);
    left += Math.min(batch, wanted.length - at) - found.size;
  }
  return { lists: container.requested.length, left };
}

const nameParts = fc.constantFrom('a', 'b', '/', '0', '💧', 'é', '￿');
const someNames = fc.array(fc.string({ minLength: 1, maxLength: 5, unit: nameParts }), { maxLength: 400 });

describe('names found in lists', () => {
  it('are returned as stored, whichever are wanted in whichever order, and no others', async () => {
    const somePages = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('full', 'each second one empty'));
    await fc.assert(
      fc.asyncProperty(someNames, someNames, somePages, async (stored, wanted, [pageSize, pages]) => {
        const { list } = containerOf(stored, pageSize, pages);
        const names = new ListedNames(list);
        for (const batch of [wanted.slice(0, 150), wanted.slice(150)]) {
          const found = new Map<string, ListedBlob>();
          await names.find(batch, found);
          for (const [name, { blob }] of found) {
            expect(batch).toContain(name);
            expect(stored).toContain(name);
            expect(blob).toEqual(blobOf(name));
          }
        }
      }),
    );
  });

  it('never take many more requests than single lookups would', async () => {
    await fc.assert(
      fc.asyncProperty(someNames, someNames, fc.integer({ min: 1, max: 60 }), async (stored, wanted, pageSize) => {
        const distinct = [...new Set(wanted)];
        const { lists, left } = await costOf(containerOf(stored, pageSize), distinct, 100);
        expect(lists + left).toBeLessThanOrEqual(distinct.length * 1.125 + 2);
      }),
    );
  });

  it('take one request for each full page when all of a folder is wanted', async () => {
    const all = numbered(30_000);
    expect(await costOf(containerOf([...all, 'other', 'z']), all)).toEqual({ lists: 6, left: 0 });
  });

  it('are not followed through the folders beside them', async () => {
    const wanted = numbered(1000, (number) => `logs/${String(number).padStart(4, '0')}`);
    const deep = wanted.flatMap((name) => numbered(30, (number) => `${name}-parts/${number}`));
    const { lists, left } = await costOf(containerOf([...wanted, ...deep]), wanted);
    expect([lists, left]).toEqual([1, 0]);
  });

  it('are found together when each is in a separate folder', async () => {
    const wanted = numbered(3000, (number) => `run-${String(number).padStart(4, '0')}/result`);
    expect(await costOf(containerOf([...wanted, 'run', 'z']), wanted)).toEqual({ lists: 1, left: 0 });
  });

  it('are found in the middle of a large folder, and behind a large gap', async () => {
    const stored = numbered(60_000);
    const { lists, left } = await costOf(containerOf(stored), stored.slice(29_000, 34_000));
    expect([lists, left].every(between(0, 15))).toBe(true);
    const gap = ['a-first', ...stored, ...numbered(2000, (number) => `z/${number}`)];
    const ends = await costOf(containerOf(gap), ['a-first', ...gap.slice(-2000)]);
    expect(ends).toEqual({ lists: 1, left: 1 });
  });

  it('are left to single lookups when they are widely spread, after few pages', async () => {
    const stored = numbered(100_000);
    const far = stored.filter((_, at) => at % 200 === 0);
    const { lists, left } = await costOf(containerOf(stored), far);
    expect(lists).toBeLessThan(4);
    expect(left).toBeGreaterThan(450);
    const few = containerOf(stored);
    expect(await costOf(few, stored.slice(0, 20))).toEqual({ lists: 0, left: 20 });
  });

  it('are read from the position of the list, and found on the current page', async () => {
    const stored = numbered(10_000);
    const container = containerOf(stored);
    expect(await costOf(container, stored, 2500)).toEqual({ lists: 2, left: 0 });
    expect(container.requested.map(({ marker }) => marker)).toEqual([undefined, stored[4999]]);
  });

  it('are read behind empty pages', async () => {
    const stored = numbered(2000);
    expect(await costOf(containerOf(stored, 1000, 'each second one empty'), stored)).toEqual({ lists: 4, left: 0 });
  });
});
