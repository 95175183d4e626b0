// Gathering cells hides neither trouble nor progress.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gathered } from './block-cells';

const cells = fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '4'), minLength: 1, maxLength: 64 });

describe('gathered', () => {
  it('leaves alone what fits, and fills exactly the room otherwise', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 80 }), (given, most) => {
        const drawn = gathered(given, most);
        expect(drawn).toHaveLength(Math.min(given.length, most));
        if (given.length <= most) expect(drawn).toBe(given);
      }),
    );
  });

  it('shows a retry wherever there is one, and full or empty only when that is so', () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 64 }), (given, most) => {
        const drawn = gathered(given, most);
        expect(drawn.includes('3')).toBe(given.includes('3'));
        if (/^2+$/.test(given)) expect(drawn).toMatch(/^2+$/);
        if (/^0+$/.test(given)) expect(drawn).toMatch(/^0+$/);
        if (/^2+$/.test(drawn)) expect(given).toMatch(/^2+$/);
        if (/^0+$/.test(drawn)) expect(given).toMatch(/^0+$/);
      }),
    );
  });
});
