import { describe, expect, it } from 'vitest';
import { ReadLanes } from './read-lanes';

describe('the lanes of a scan', () => {
  it('are as many as asked for, within 1 and 32', () => {
    expect([0, 1, 8, 32, 99].map((asked) => new ReadLanes(asked).allowed)).toEqual([1, 1, 8, 32, 32]);
  });

  it('halve once for requests that were refused together, and never end', () => {
    const lanes = new ReadLanes(8);
    for (let refused = 0; refused < 8; refused += 1) lanes.throttled();
    expect([lanes.allowed, lanes.throttles]).toEqual([4, 8]);
    for (let again = 0; again < 5; again += 1) {
      lanes.succeeded();
      lanes.throttled();
    }
    expect(lanes.allowed).toBe(1);
  });

  it('grow back by one for each turn without a refusal, up to what was asked for', () => {
    const lanes = new ReadLanes(4);
    lanes.throttled();
    const allowed = Array.from({ length: 12 }, () => {
      lanes.succeeded();
      return lanes.allowed;
    });
    expect(allowed).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
  });

  it('let those that wait go on when one is given back or more are asked for', async () => {
    const lanes = new ReadLanes(1);
    expect(lanes.tryTake()).toBe(true);
    expect(lanes.tryTake()).toBe(false);
    const waiting = [lanes.take(), lanes.take()];
    lanes.give();
    await waiting[0];
    lanes.setAsked(2);
    await waiting[1];
    expect(lanes.inFlight).toBe(2);
  });
});
