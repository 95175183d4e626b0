import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEagerSweeps } from './eager-sweeps';

const eager = '--heap-growing-percent=40';
const defaultFlag = '--heap-growing-percent=0';

it('eager collection: lasts from the first job to the last, whatever their order, and each releases it once', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('begin' as const), fc.nat(9))), (steps) => {
      const flags: string[] = [];
      const hold = createEagerSweeps((flag) => flags.push(flag));
      const releases: (() => void)[] = [];
      const held = new Set<number>();
      for (const step of steps) {
        if (step === 'begin') {
          held.add(releases.length);
          releases.push(hold());
        } else {
          releases[step]?.();
          held.delete(step);
        }
        expect(flags.at(-1) ?? defaultFlag).toBe(held.size > 0 ? eager : defaultFlag);
      }
      // The flag is set only when something changes.
      flags.forEach((flag, index) => expect(flag).not.toBe(flags[index - 1] ?? defaultFlag));
    }),
  );
});
