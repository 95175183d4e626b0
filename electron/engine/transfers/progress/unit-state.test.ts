// What several units come to, over all of them and over a stretch.
import { expect, it } from 'vitest';
import { stateOfAll, unit } from './unit-state';

const { untouched, inFlight, done, retrying, partlyDone, failed } = unit;

it.each([
  ['none', [], untouched],
  ['all done', [done, done], done],
  ['some done', [done, untouched], partlyDone],
  ['a part of one', [untouched, partlyDone], partlyDone],
  ['one that moves', [done, inFlight, untouched], inFlight],
  ['one that is tried again', [inFlight, retrying, done], retrying],
  ['one that failed', [done, failed, untouched, partlyDone], failed],
  ['one that failed beside one that moves', [failed, inFlight], inFlight],
] as const)('of %s', (_what, units, state) => {
  expect(stateOfAll(units)).toBe(state);
  expect(stateOfAll(Uint8Array.from([retrying, ...units, retrying]), 1, units.length + 1)).toBe(state);
});

it('takes those that are not there yet for untouched', () => {
  expect(stateOfAll(Uint8Array.of(done, done), 1, 3)).toBe(partlyDone);
  expect(stateOfAll(Uint8Array.of(done), 4, 8)).toBe(untouched);
});
