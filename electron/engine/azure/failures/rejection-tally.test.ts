import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RejectionTally, minRejections, maxRejections } from './rejection-tally';

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('refusals', () => {
  it('concern single blobs as soon as something that began after them is let in', () => {
    const rejections = new RejectionTally<string>(() => 0);
    const before = rejections.now;
    rejections.rejected('write', 'a');
    // What was under way already says nothing: the right may have gone in between.
    expect(rejections.accepted('write', before)).toEqual([]);
    expect(rejections.accepted('read', rejections.now)).toEqual([]);
    expect(rejections.accepted('write', rejections.now)).toEqual(['a']);
    expect(rejections.settle()).toEqual({ alone: [], undecided: [] });
  });

  it('concern single blobs at the end where anything was let in by the same right', () => {
    const rejections = new RejectionTally<string>(() => 0);
    rejections.accepted('write', rejections.now);
    rejections.rejected('write', 'a');
    rejections.rejected('delete', 'b');
    expect(rejections.settle()).toEqual({ alone: ['a'], undecided: ['b'] });
    expect(rejections.hasSome).toBe(false);
  });

  it.each([
    [0, minRejections],
    [40, 40],
    [10 * maxRejections, maxRejections],
  ])('are enough in a row, with %i let in before, when there are %i', (letIn, enough) => {
    const rejections = new RejectionTally<number>(() => letIn);
    const decisions = many(enough).map((number) => rejections.rejected('write', number));
    expect(decisions.indexOf('stop')).toBe(enough - 1);
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
        const rejections = new RejectionTally<number>(() => Infinity);
        const decisions: number[] = [];
        let put = 0;
        for (const event of all) {
          if (event.kind === 'refused') {
            rejections.rejected(event.right, put);
            put += 1;
          } else decisions.push(...rejections.accepted(event.right, Math.max(0, rejections.now - event.ago)));
        }
        const { alone, undecided } = rejections.settle();
        expect([...decisions, ...alone, ...undecided].sort((one, other) => one - other)).toEqual(many(put));
      }),
    );
  });
});
