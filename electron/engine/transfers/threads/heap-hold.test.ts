import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeapHold } from './heap-hold';

describe('the hold on the heap', () => {
  it('lasts from the first job to the last, whatever their order, and each lets go once', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant('begin' as const), fc.nat(9))), (steps) => {
        const flags: string[] = [];
        const hold = createHeapHold((flag) => flags.push(flag));
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
          const last = flags.at(-1) ?? '--heap-growing-percent=0';
          expect(last).toBe(`--heap-growing-percent=${held.size > 0 ? 40 : 0}`);
        }
        // Told only when something changes.
        flags.forEach((flag, index) => expect(flag).not.toBe(flags[index - 1] ?? '--heap-growing-percent=0'));
      }),
    );
  });
});
