// Suffixes, tiers, ages and the largest blobs of a listing.
import { describe, expect, it } from 'vitest';
import { listedBlob } from '@shared/model/fixtures/listed-blob';
import { Shares } from './shares';

const now = Date.parse('2026-10-14T12:00:00.000Z');

function sharesOf(...blobs: readonly Parameters<typeof listedBlob>[0][]): ReturnType<Shares['notify']> {
  const shares = new Shares(now);
  for (const blob of blobs) shares.add(listedBlob(blob));
  return shares.notify();
}

describe('Shares', () => {
  it('reads endings of the last segment, whatever their case; a leading dot begins a name', () => {
    const { endings } = sharesOf(
      { name: 'a/b.JSON', bytes: 5 },
      { name: 'c.json', bytes: 6 },
      { name: 'v1.2/readme', bytes: 3 },
      { name: '.profile', bytes: 1 },
      { name: 'ends.', bytes: 1 },
    );
    expect(endings).toEqual([
      { name: '.json', blobs: 2, bytes: 11 },
      { name: '', blobs: 3, bytes: 5 },
    ]);
  });

  it('adds up the small endings beyond the twentieth', () => {
    const { endings } = sharesOf(
      ...Array.from({ length: 30 }, (_, index) => ({ name: `x.e${index}`, bytes: 100 - index })),
    );
    expect(endings).toHaveLength(20);
    expect(endings[19]).toMatchObject({ name: 'others', blobs: 11 });
    expect(endings.reduce((sum, { blobs }) => sum + blobs, 0)).toBe(30);
  });

  it('counts ages back from the beginning, and tiers by name', () => {
    const { ages, tiers } = sharesOf(
      { name: 'a', lastModified: '2026-10-14T08:00:00.000Z', tier: 'Cool' },
      { name: 'b', lastModified: '2026-10-08T08:00:00.000Z' },
      { name: 'c', lastModified: '2020-10-08T08:00:00.000Z' },
      { name: 'd', lastModified: '' },
    );
    expect(ages.filter(({ blobs }) => blobs > 0)).toEqual([
      { name: 'last 24 hours', blobs: 1, bytes: 1 },
      { name: 'last 7 days', blobs: 1, bytes: 1 },
      { name: 'older', blobs: 2, bytes: 2 },
    ]);
    expect(tiers).toContainEqual({ name: 'Cool', blobs: 1, bytes: 1 });
  });

  it('keeps the fifty largest, largest first', () => {
    const { largest } = sharesOf(...Array.from({ length: 80 }, (_, index) => ({ name: `b${index}`, bytes: index })));
    expect(largest.map(({ bytes }) => bytes)).toEqual(Array.from({ length: 50 }, (_, index) => 79 - index));
  });
});
