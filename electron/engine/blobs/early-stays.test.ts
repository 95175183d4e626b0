import { expect, it } from 'vitest';
import { EarlyStays } from './early-stays';

const leave = (tier: string, days: number | null, bytes = 10) => ({ tier, days, bytes });

it('early stays: are summed up by tier, with the longest remaining period, and unknown ones separately', () => {
  const stays = new EarlyStays();
  for (const one of [
    leave('Cool', 3),
    leave('Cool', 21, 5),
    leave('Cool', 7),
    leave('Cool', null),
    leave('Archive', 180),
  ])
    stays.add(one);
  expect(stays.report()).toEqual([
    { tier: 'Cool', blobs: 3, bytes: 25, maxDays: 21 },
    { tier: 'Cool', blobs: 1, bytes: 10, maxDays: null },
    { tier: 'Archive', blobs: 1, bytes: 10, maxDays: 180 },
  ]);
});

it('early stays: exclude blobs that are removed again, including the longest of a tier', () => {
  const stays = new EarlyStays();
  for (const days of [3, 21, 7]) stays.add(leave('Cool', days));
  stays.remove(leave('Cool', 21));
  expect(stays.report()).toEqual([{ tier: 'Cool', blobs: 2, bytes: 20, maxDays: 7 }]);
  for (const days of [3, 7]) stays.remove(leave('Cool', days));
  expect(stays.report()).toEqual([]);
});
