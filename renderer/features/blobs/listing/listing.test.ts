// Pages add up to one listing, once and in order.
import { describe, expect, it } from 'vitest';
import type { BlobItem } from '@shared/model/blob';
import { listedBlob } from '@shared/model/fixtures/listed-blob';
import { addPage, emptyListing, entriesWith, entryKey, isComplete, keysOf, selectedOf, sortEntries } from './listing';
import { nothingSelected, selectAll, selectAt } from './selection';

const blob = (name: string, bytes = 1, lastModified = '2026-10-14T08:00:00Z'): BlobItem =>
  listedBlob({ name, bytes, lastModified });

describe('addPage', () => {
  it('interleaves folders and blobs as the service orders names', () => {
    const listing = addPage(emptyListing, { folders: ['b/', 'z/'], blobs: [blob('a'), blob('c')], marker: null });
    expect(listing.entries.map((entry) => entry.name)).toEqual(['a', 'b/', 'c', 'z/']);
    expect(isComplete(listing)).toBe(true);
  });

  it('counts across pages and lists a folder once', () => {
    const first = addPage(emptyListing, { folders: ['b/'], blobs: [blob('a', 10)], marker: 'next' });
    expect(isComplete(first)).toBe(false);
    const both = addPage(first, { folders: ['b/', 'd/'], blobs: [blob('c', 5)], marker: null });
    expect(both).toMatchObject({ folderCount: 2, blobCount: 2, blobBytes: 15, pages: 2, marker: null });
  });

  it('is not complete before the first page', () => {
    expect(isComplete(emptyListing)).toBe(false);
  });

  it('keeps an empty page with a marker as more to come', () => {
    const listing = addPage(emptyListing, { folders: [], blobs: [], marker: 'go on' });
    expect(isComplete(listing)).toBe(false);
    expect(listing.pages).toBe(1);
  });
});

describe('sortEntries', () => {
  const listing = addPage(emptyListing, {
    folders: ['x/'],
    blobs: [blob('IMG_10', 5), blob('IMG_2', 9), blob('a', 5)],
    marker: null,
  });

  it('puts folders first and reads digits as numbers', () => {
    const names = sortEntries(listing.entries, { column: 'name', direction: 'ascending' }).map((entry) => entry.name);
    expect(names).toEqual(['x/', 'a', 'IMG_2', 'IMG_10']);
  });

  it('sorts by size and keeps name order among equals', () => {
    const names = sortEntries(listing.entries, { column: 'size', direction: 'descending' }).map((entry) => entry.name);
    expect(names).toEqual(['x/', 'IMG_2', 'a', 'IMG_10']);
  });

  it('sorts sizes as numbers, not as text', () => {
    const sizes = [9, 10, 1_000, 200].map((bytes) => blob(`of ${bytes}`, bytes));
    const { entries } = addPage(emptyListing, { folders: [], blobs: sizes, marker: null });
    const sorted = sortEntries(entries, { column: 'size', direction: 'ascending' });
    expect(sorted.map(({ name }) => name)).toEqual(['of 9', 'of 10', 'of 200', 'of 1000']);
  });

  it('sorts folders by their counted sizes, others among them by name', () => {
    const some = addPage(emptyListing, { folders: ['a/', 'b/', 'c/', 'd/'], blobs: [blob('x')], marker: null });
    const counted: Readonly<Record<string, number>> = { 'b/': 10, 'd/': 30 };
    const order = { column: 'size', direction: 'descending' } as const;
    const sorted = sortEntries(some.entries, order, (prefix) => counted[prefix]);
    expect(sorted.map(({ name }) => name)).toEqual(['d/', 'b/', 'a/', 'c/', 'x']);
  });

  it('leaves the service order alone', () => {
    expect(sortEntries(listing.entries, 'service')).toBe(listing.entries);
  });
});

describe('entryKey', () => {
  it('distinguishes a folder from a blob of the same name', () => {
    expect(entryKey({ kind: 'folder', name: 'a/' })).not.toBe(entryKey({ kind: 'blob', name: 'a/' }));
  });
});

describe('entriesWith', () => {
  const { entries } = addPage(emptyListing, {
    folders: ['logs/Old/'],
    blobs: [blob('logs/OLDER'), blob('logs/x')],
    marker: null,
  });

  it('searches below the folder only, ignoring case', () => {
    for (const typed of ['old', 'OLD', 'Old']) {
      const names = entriesWith(entries, typed, 'logs/').map(({ name }) => name);
      expect(names, typed).toEqual(['logs/OLDER', 'logs/Old/']);
    }
    expect(entriesWith(entries, 'logs', 'logs/')).toEqual([]);
    expect(entriesWith(entries, '', 'logs/')).toBe(entries);
  });
});

describe('keysOf and selectedOf', () => {
  const { entries } = addPage(emptyListing, { folders: ['a/', 'b/'], blobs: [blob('a/'), blob('c')], marker: null });
  const keys = keysOf(entries);

  it('finds every entry by its key', () => {
    for (const [index, entry] of entries.entries()) {
      expect(keys.at(index)).toBe(entryKey(entry));
      expect(keys.indexOf(entryKey(entry))).toBe(index);
    }
    expect(keys.indexOf('gone')).toBe(-1);
  });

  it('returns the selection in the order of the rows', () => {
    const two = selectAt(selectAt(nothingSelected, keys, 3, 'only'), keys, 1, 'toggle');
    expect(selectedOf(entries, two)).toEqual([entries[1], entries[3]]);
    expect(selectedOf(entries, selectAll(nothingSelected, keys))).toEqual(entries);
  });

  it('returns all of them without iterating over them, and excludes those listed later', () => {
    const all = selectAll(nothingSelected, keysOf(entries));
    expect(selectedOf(entries, all)).toBe(entries);
    const grown = [...entries, { kind: 'folder', name: 'late/' } as const];
    expect(selectedOf(grown, all)).toEqual(entries);
    const without = selectAt(all, keysOf(grown), 0, 'toggle');
    expect(selectedOf(grown, without)).toEqual(entries.slice(1));
  });

  it('follows one selected row into another order', () => {
    const one = selectAt(nothingSelected, keys, 3, 'only');
    const turned = [...entries].reverse();
    expect(selectedOf(turned, one)).toEqual([entries[3]]);
  });
});
