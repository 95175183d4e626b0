import { describe, expect, it } from 'vitest';
import { ReadSlots } from './read-slots';

describe('the lanes of a scan', () => {
  it('are as many as requested, within 1 and 32', () => {
    expect([0, 1, 8, 32, 99].map((requested) => new ReadSlots(requested).allowed)).toEqual([1, 1, 8, 32, 32]);
  });

  it('halve once for requests that were throttled together, and never reach zero', () => {
    const slots = new ReadSlots(8);
    for (let rejected = 0; rejected < 8; rejected += 1) slots.throttled();
    expect([slots.allowed, slots.throttles]).toEqual([4, 8]);
    for (let again = 0; again < 5; again += 1) {
      slots.succeeded();
      slots.throttled();
    }
    expect(slots.allowed).toBe(1);
  });

  it('grow back by one for each round without throttling, up to the requested number', () => {
    const slots = new ReadSlots(4);
    slots.throttled();
    const allowed = Array.from({ length: 12 }, () => {
      slots.succeeded();
      return slots.allowed;
    });
    expect(allowed).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
  });

  it('let waiting requests continue when one is released or more are requested', async () => {
    const slots = new ReadSlots(1);
    expect(slots.tryTake()).toBe(true);
    expect(slots.tryTake()).toBe(false);
    const waiting = [slots.take(), slots.take()];
    slots.give();
    await waiting[0];
    slots.setRequested(2);
    await waiting[1];
    expect(slots.inFlight).toBe(2);
  });
});
