import { describe, expect, it } from 'vitest';
import { type FaultLimit, createFaultLimit, maxFaultsPerMinute, maxInspectedPerMinute } from './fault-limit';

let nowMs = 0;
const newLimit = (): FaultLimit => {
  nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
  return createFaultLimit(() => nowMs);
};

describe('a storm of faults', () => {
  it('of one kind is written once a minute, and then its number of repetitions', () => {
    const limit = newLimit();
    const fault = 'unforeseen: An unexpected TypeError was thrown.\n    at f (/a.js:1:1)';
    expect(limit.take(fault)).toEqual([fault]);
    for (let n = 0; n < 57; n += 1) expect(limit.take(fault)).toEqual([]);
    nowMs += 60_000;
    expect(limit.take('later')).toEqual(['again 57 times: unforeseen: An unexpected TypeError was thrown.', 'later']);
    expect(limit.take(fault)).toEqual([fault]);
  });

  it('of the same text counts as two when the locations differ', () => {
    const limit = newLimit();
    expect(limit.take('broke\n    at f (/a.js:1:1)')).toHaveLength(1);
    expect(limit.take('broke\n    at g (/a.js:2:1)')).toHaveLength(1);
  });

  it('of many kinds leaves the first ones, and reports how many were omitted', () => {
    const limit = newLimit();
    const written = Array.from({ length: 100 }, (_, n) => limit.take(`fault ${n}`)).flat();
    expect(written).toEqual(Array.from({ length: maxFaultsPerMinute }, (_, n) => `fault ${n}`));
    nowMs += 59_999;
    expect(limit.take('too early')).toEqual([]);
    nowMs += 1;
    expect(limit.take('later')).toEqual([`${101 - maxFaultsPerMinute} more were left out before this.`, 'later']);
    expect(limit.take('and then')).toEqual(['and then']);
  });

  it('is not even described while it repeats', () => {
    const limit = newLimit();
    for (let n = 0; n < maxInspectedPerMinute; n += 1) {
      expect(limit.hasRoom()).toBe(true);
      limit.take('again');
    }
    for (let n = 0; n < 5; n += 1) expect(limit.hasRoom()).toBe(false);
    nowMs += 60_000;
    expect(limit.hasRoom()).toBe(true);
    expect(limit.take('later')).toEqual([
      `again ${maxInspectedPerMinute - 1} times: again\n5 more were left out before this.`,
      'later',
    ]);
  });

  it('starts a new minute when the clock is set back', () => {
    const limit = newLimit();
    for (let n = 0; n < maxFaultsPerMinute; n += 1) limit.take(`fault ${n}`);
    nowMs -= 3_600_000;
    expect(limit.take('later')).toEqual(['later']);
  });

  it('reminds of no part of a text, which might be half a secret', () => {
    const limit = newLimit();
    const long = `broke ${'canary'.repeat(100)}`;
    limit.take(long);
    limit.take(long);
    nowMs += 60_000;
    expect(limit.take('later')).toEqual(['again once: something long', 'later']);
  });
});
