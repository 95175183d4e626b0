import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameSet } from './name-set';

describe('a set of names', () => {
  it('answers as a set does', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('', 'a', 'a/b', 'A', 'ä', 'a\u0308'));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('add', 'has', 'clear'), name), { maxLength: 60 }), (steps) => {
        const names = createNameSet();
        const model = new Set<string>();
        for (const [step, one] of steps) {
          if (step === 'clear') {
            names.clear();
            model.clear();
          } else {
            expect(names.has(one)).toBe(model.has(one));
            if (step === 'add') expect(names.add(one)).toBe(model.has(one) ? 'known' : 'new');
            if (step === 'add') model.add(one);
          }
        }
      }),
    );
  });

  it('distinguishes similar names while it grows', () => {
    const names = createNameSet();
    const similar = Array.from({ length: 20_000 }, (_, index) => `scans/d${index % 20}/f${index}.bin`);
    expect(similar.filter((name) => names.add(name) === 'known')).toEqual([]);
    expect(similar.filter((name) => !names.has(name))).toEqual([]);
    expect(similar.filter((name) => names.has(`${name} `))).toEqual([]);
  });
});
