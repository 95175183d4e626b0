// The displayed cost of leaving a tier early.
import { describe, expect, it } from 'vitest';
import { GiB } from '@shared/units';
import { earlyDeletionMessages } from './early-deletion-messages';

describe('a tier that is left early', () => {
  it.each([
    [{ maxDays: 12 }, 'Cool tier: 3 blobs, 2.0 GiB, before the minimum of 30 days. Up to 12 days more are charged.'],
    [
      { maxDays: null },
      'Cool tier: 3 blobs, 2.0 GiB. When they entered it is unknown; blobs removed before 30 days are charged for the remaining days.',
    ],
  ])('is shown with what is known of it', ({ maxDays }, text) =>
    expect(earlyDeletionMessages([{ tier: 'Cool', blobs: 3, bytes: 2 * GiB, maxDays }])).toEqual([text]),
  );
});
