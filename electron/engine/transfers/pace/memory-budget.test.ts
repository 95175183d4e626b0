import { describe, expect, it } from 'vitest';
import { createMemoryBudget } from './memory-budget';

describe('memory budget', () => {
  it('never holds more than the total and serves in order', async () => {
    const budget = createMemoryBudget(100);
    const order: string[] = [];
    const first = await budget.reserve(60);
    const large = budget.reserve(80).then((release) => (order.push('large'), release));
    const small = budget.reserve(10).then((release) => (order.push('small'), release));
    expect(budget.tryReserve(10)).toBeNull();
    first();
    const releases = [await large, await small];
    expect(order).toEqual(['large', 'small']);
    expect(budget.freeBytes()).toBe(10);
    for (const release of releases) release();
    expect(budget.freeBytes()).toBe(100);
  });

  it('grants more than the whole budget only to a lone caller', async () => {
    const budget = createMemoryBudget(100);
    const release = await budget.reserve(1000);
    expect(budget.tryReserve(1)).toBeNull();
    release();
    release();
    expect(budget.freeBytes()).toBe(100);
  });

  it('leaves the line when cancelled, and lets the next one pass', async () => {
    const budget = createMemoryBudget(100);
    const first = await budget.reserve(50);
    const controller = new AbortController();
    const large = budget.reserve(90, controller.signal);
    const small = budget.reserve(50);
    controller.abort();
    await expect(large).rejects.toMatchObject({ code: 'cancelled.by-user' });
    (await small)();
    first();
    expect(budget.freeBytes()).toBe(100);
  });

  it('rejects a caller cancelled before, and drops one cancelled later', async () => {
    const budget = createMemoryBudget(10);
    await expect(budget.reserve(1, AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
    expect(budget.freeBytes()).toBe(10);
    const stop = new AbortController();
    const release = await budget.reserve(10, stop.signal);
    const next = budget.reserve(10);
    stop.abort();
    release();
    (await next)();
    expect(budget.freeBytes()).toBe(10);
  });
});
