// The transfers dock leaves room for a tab in a low window, and has its previous height in a high one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRoomForDock, maxDockPx } from './dock-height';

describe('the transfers', () => {
  it.each([
    [400, 120],
    [526, 120],
    [600, 194],
    [700, 285],
    [900, 375],
    [2000, 560],
  ])('in a window of %i px are at most %i px high', (windowPx, max) => {
    expect(maxDockPx(windowPx)).toBe(max);
  });

  it('have no room when their minimum would leave a tab too little', () => {
    expect([525, 526].map(hasRoomForDock)).toEqual([false, true]);
  });

  it('grow with the window, never beyond half of it unless that is too low for a row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 500 }), (windowPx, more) => {
        const max = maxDockPx(windowPx);
        expect(maxDockPx(windowPx + more)).toBeGreaterThanOrEqual(max);
        expect(max).toBeLessThanOrEqual(Math.max(120, windowPx / 2));
      }),
    );
  });
});
