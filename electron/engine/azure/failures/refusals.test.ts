import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusals, fewestRefusals, mostRefusals } from './refusals';

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('refusals', () => {
  it('concern single blobs as soon as something that began after them is let in', () => {
    const refusals = new Refusals<string>(() => 0);
    const before = refusals.now;
    refusals.refused('write', 'a');
    // What was under way already says nothing: the right may have gone in between.
    expect(refusals.accepted('write', before)).toEqual([]);
    expect(refusals.accepted('read', refusals.now)).toEqual([]);
    expect(refusals.accepted('write', refusals.now)).toEqual(['a']);
    expect(refusals.settle()).toEqual({ alone: [], undecided: [] });
  });

  it('concern single blobs at the end where anything was let in by the same right', () => {
    const refusals = new Refusals<string>(() => 0);
    refusals.accepted('write', refusals.now);
    refusals.refused('write', 'a');
    refusals.refused('delete', 'b');
    expect(refusals.settle()).toEqual({ alone: ['a'], undecided: ['b'] });
    expect(refusals.hasSome).toBe(false);
  });

  it.each([
    [0, fewestRefusals],
    [40, 40],
    [10 * mostRefusals, mostRefusals],
  ])('are enough in a row, with %i let in before, when there are %i', (letIn, enough) => {
    const refusals = new Refusals<number>(() => letIn);
    const told = many(enough).map((number) => refusals.refused('write', number));
    expect(told.indexOf('stop')).toBe(enough - 1);
  });

  it('say of each blob once what it is, whatever order all comes in', () => {
    const events = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('refused' as const), right: fc.constantFrom('read', 'write') }),
        fc.record({ kind: fc.constant('accepted' as const), right: fc.constantFrom('read', 'write'), ago: fc.nat(5) }),
      ),
    );
    fc.assert(
      fc.property(events, (all) => {
        const refusals = new Refusals<number>(() => Infinity);
        const told: number[] = [];
        let put = 0;
        for (const event of all) {
          if (event.kind === 'refused') {
            refusals.refused(event.right, put);
            put += 1;
          } else told.push(...refusals.accepted(event.right, Math.max(0, refusals.now - event.ago)));
        }
        const { alone, undecided } = refusals.settle();
        expect([...told, ...alone, ...undecided].sort((one, other) => one - other)).toEqual(many(put));
      }),
    );
  });
});
