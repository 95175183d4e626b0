// What leaving a tier early is said to cost.
import { describe, expect, it } from 'vitest';
import { GiB } from '@shared/units';
import { earlyWords } from './early-words';

describe('a tier that is left early', () => {
  it.each([
    [{ mostDays: 12 }, 'Cool tier: 3 blobs, 2.0 GiB, before its 30 days are over. Up to 12 days more are charged.'],
    [
      { mostDays: null },
      'Cool tier: 3 blobs, 2.0 GiB. Since when they are in it is not known; what leaves it before 30 days is charged for the rest.',
    ],
  ])('is told with what is known of it', ({ mostDays }, words) =>
    expect(earlyWords([{ tier: 'Cool', blobs: 3, bytes: 2 * GiB, mostDays }])).toEqual([words]),
  );
});
