import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRuntimeHold } from './runtime-hold';

describe('the hold on the runtime', () => {
  it('lasts from the first job to the last, whatever their order, and each lets go once', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant('begin' as const), fc.nat(9))), (steps) => {
        const told: ('begun' | 'ended')[] = [];
        const hold = createRuntimeHold([{ begin: () => told.push('begun'), end: () => told.push('ended') }]);
        const letGo: (() => void)[] = [];
        const held = new Set<number>();
        for (const step of steps) {
          if (step === 'begin') {
            held.add(letGo.length);
            letGo.push(hold());
          } else {
            letGo[step]?.();
            held.delete(step);
          }
          expect(told.at(-1) ?? 'ended').toBe(held.size > 0 ? 'begun' : 'ended');
        }
        // Told only when something changes.
        told.forEach((word, index) => expect(word).not.toBe(told[index - 1] ?? 'ended'));
      }),
    );
  });
});
