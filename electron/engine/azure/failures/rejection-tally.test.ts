import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RejectionTally, minRejections, maxRejections } from './rejection-tally';

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('denials', () => {
  it('concern single blobs as soon as a request that began after them is accepted', () => {
    const rejections = new RejectionTally<string>(() => 0);
    const before = rejections.now;
    rejections.rejected('write', 'a');
    // A request in progress is no evidence: the right may have been lost in between.
    expect(rejections.accepted('write', before)).toEqual([]);
    expect(rejections.accepted('read', rejections.now)).toEqual([]);
    expect(rejections.accepted('write', rejections.now)).toEqual(['a']);
    expect(rejections.settle()).toEqual({ alone: [], undecided: [] });
  });

  it('concern single blobs at the end when anything was accepted by the same right', () => {
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
  ])('stop the work after a run: with %i accepted before, after %i', (letIn, enough) => {
    const rejections = new RejectionTally<number>(() => letIn);
    const decisions = many(enough).map((number) => rejections.rejected('write', number));
    expect(decisions.indexOf('stop')).toBe(enough - 1);
  });

  it('classify each blob once, in any order of events', () => {
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
