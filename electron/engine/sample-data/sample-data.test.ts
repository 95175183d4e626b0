import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { diagnostics } from './diagnostics';
import { movieCategories, movies } from './movies';
import { orders } from './orders';
import { largeBlob, largeBlobPieces, photos } from './photos';

const keyOf = (entity: Entity): string => `${entity.partitionKey}\u0000${entity.rowKey}`;
const forbidden = /[/\\#?\u0000-\u001f\u007f-\u009f]/;

describe('sample tables', () => {
  it.each([
    ['Movies', movies],
    ['Orders', orders],
    ['WADPerformanceCountersTable', diagnostics],
  ] as const)('%s has legal keys, each once, and is the same every time', (_, generate) => {
    const once = [...generate()];
    expect(new Set(once.map(keyOf)).size).toBe(once.length);
    expect(once.filter((made) => forbidden.test(made.partitionKey) || forbidden.test(made.rowKey))).toEqual([]);
    const digest = (entities: Entity[]): string => createHash('md5').update(JSON.stringify(entities)).digest('hex');
    expect(digest([...generate()])).toBe(digest(once));
  });

  it('Movies is large enough to page: 20,000 and more over 20 categories, some of 3,000', () => {
    const all = [...movies()];
    expect(all.length).toBeGreaterThanOrEqual(20_000);
    expect(movieCategories.length).toBeGreaterThanOrEqual(20);
    expect(movieCategories.filter(([, count]) => count >= 3_000).length).toBeGreaterThanOrEqual(2);
    expect(all.filter((made) => made.partitionKey === 'Action' && made.rowKey.startsWith('Sh')).length).toBeGreaterThan(
      100,
    );
  });

  it('Orders carries all eight types, 64-bit integers beyond 2^53, NaN and 100-ns dates', () => {
    const values = [...orders()].flatMap((made) => made.properties.map((property) => property.value));
    expect(new Set(values.map((value) => value.type)).size).toBe(8);
    expect(values.some((value) => value.type === 'Edm.Double' && value.value === 'NaN')).toBe(true);
    expect(values.some((value) => value.type === 'Edm.Int64' && BigInt(value.value) > 2n ** 53n)).toBe(true);
    expect(values.some((value) => value.type === 'Edm.DateTime' && /\.\d{6}[1-9]Z$/.test(value.value))).toBe(true);
  });

  it('the diagnostics keys are a zero and the ticks of the minute', () => {
    const [first] = diagnostics();
    expect(first?.partitionKey).toMatch(/^0\d{18}$/);
    const ms = Number((BigInt(String(first?.partitionKey).slice(1)) - 621_355_968_000_000_000n) / 10_000n);
    expect(new Date(ms).toISOString()).toBe('2026-10-14T00:00:00.000Z');
  });
});

describe('sample blobs', () => {
  it('are pictures in a tree with the names that trip clients', () => {
    const all = [...photos()];
    expect(new Set(all.map((blob) => blob.name)).size).toBe(all.length);
    for (const part of [' ', '%', ';', '⚓', 'dot.']) expect(all.some((blob) => blob.name.includes(part))).toBe(true);
    expect(all.filter((blob) => blob.contentType === 'image/png').every((blob) => blob.content.length > 1000)).toBe(
      true,
    );
  });

  it('the large blob is 200 MiB with no two equal pieces', () => {
    const seen = new Set<string>();
    let bytes = 0;
    for (const piece of largeBlobPieces()) {
      bytes += piece.length;
      seen.add(piece.subarray(0, 64).toString('hex'));
    }
    expect(bytes).toBe(largeBlob.bytes);
    expect(seen.size).toBe(200);
  });
});
