import { describe, expect, it } from 'vitest';
import { MiB } from '../units';
import { capacityFacts } from './capacity';

const nameOf = (): string => 'Harbour';

describe('capacity', () => {
  it('compares the current rates with the limits that the service publishes', () => {
    const facts = capacityFacts(
      {
        account: { connectionId: 'c', requestsPerSecond: 120, entitiesPerSecond: 5_000 },
        partition: {
          connectionId: 'c',
          table: 'Ships',
          partition: 'Quay',
          requestsPerSecond: 12.4,
          entitiesPerSecond: 1_240.4,
          throttled: 0,
        },
        blob: {
          connectionId: 'c',
          container: 'photos',
          address: 'https://h.example/photos/S%C3%BCd/photos/a%20b.jpg',
          requestsPerSecond: 600,
          bytesPerSecond: 30 * MiB,
        },
      },
      nameOf,
    );
    expect(facts.map(({ kind, subject, text, share }) => [kind, subject, text, Number(share.toFixed(3))])).toEqual([
      ['Partition', 'Quay in Ships', '1,240 of 2,000 entities/s', 0.62],
      ['Account', 'Harbour', '5,000 of 20,000 entities/s', 0.25],
      ['Account', 'Harbour', '120 of 20,000 requests/s', 0.006],
      ['Blob', 'Süd/photos/a b.jpg', '600 of 500 requests/s', 1.2],
      ['Blob', 'Süd/photos/a b.jpg', '30.0 MiB/s of 60.0 MiB/s', 0.5],
    ]);
  });

  it('is zero of each while there is no traffic, and names the targets that date from old accounts', () => {
    const facts = capacityFacts({ account: null, partition: null, blob: null }, nameOf);
    expect(facts.every(({ share, subject }) => share === 0 && subject === '')).toBe(true);
    expect(facts.filter(({ target }) => target.state === 'older').map(({ id }) => id)).toEqual(['blobBytes']);
  });
});
