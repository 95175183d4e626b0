import { describe, expect, it } from 'vitest';
import { cancelled } from '@shared/errors';
import { createMemoryBudget } from './memory-budget';
import { type Scheduler, type SchedulerPorts, createScheduler, eachOf } from './scheduler';

function make(some: Partial<SchedulerPorts> = {}): { readonly scheduler: Scheduler; readonly stop: AbortController } {
  const stop = new AbortController();
  const scheduler = createScheduler({
    limit: () => 4,
    memory: createMemoryBudget(1000),
    cap: { take: () => Promise.resolve(0) },
    accountReady: () => Promise.resolve(),
    onCapWait: () => undefined,
    signal: stop.signal,
    ...some,
  });
  return { scheduler, stop };
}
/** Of a file that is not given up. */
const whole = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that runs until the test ends it. */
function held(): { readonly work: () => Promise<void>; readonly finish: () => void; readonly started: () => number } {
  const waiting: (() => void)[] = [];
  let started = 0;
  return {
    work: () => {
      started += 1;
      return new Promise((resolve) => waiting.push(resolve));
    },
    finish: () => waiting.splice(0).forEach((resolve) => resolve()),
    started: () => started,
  };
}

describe('scheduler', () => {
  it('releases the requests of an abandoned file although all slots are taken', async () => {
    const { scheduler } = make({ limit: () => 2 });
    const gate = held();
    const giveUp = new AbortController();
    const others = Promise.all([1, 2].map(() => scheduler.openLane(whole).run(1, gate.work)));
    const waiting = scheduler.openLane(giveUp.signal).runAll(
      eachOf([1, 2, 3]),
      () => 1,
      () => gate.work(),
    );
    const after = scheduler.openLane(whole).run(1, gate.work);
    giveUp.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(scheduler.openLane(giveUp.signal).run(1, gate.work)).rejects.toMatchObject({ kind: 'cancelled' });
    expect(gate.started()).toBe(2);
    gate.finish();
    await others;
    await turn();
    expect(gate.started()).toBe(3);
    gate.finish();
    await after;
    await turn();
    expect(scheduler.inFlight()).toBe(0);
  });

  const never = (signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(cancelled()), { once: true }));
  const full = (): SchedulerPorts['memory'] => {
    const memory = createMemoryBudget(10);
    memory.tryReserve(10);
    return memory;
  };
  it.each<[string, () => Partial<SchedulerPorts>]>([
    ['the cap', () => ({ cap: { take: (_bytes, signal = whole) => never(signal) } })],
    ['its account', () => ({ accountReady: never })],
    ['memory', () => ({ memory: full() })],
  ])('releases a request that waits for %s, and its slot, when its file is abandoned', async (_what, ports) => {
    const { scheduler } = make({ ...ports(), limit: () => 1 });
    const giveUp = new AbortController();
    const gate = held();
    const waiting = scheduler.openLane(giveUp.signal).run(5, gate.work);
    await turn();
    giveUp.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await turn();
    expect([gate.started(), scheduler.inFlight()]).toEqual([0, 0]);
  });

  it('holds no memory of all jobs while it waits for its account', async () => {
    const memory = createMemoryBudget(10);
    const unreachable = make({ memory, accountReady: never });
    const giveUp = new AbortController();
    const stuck = unreachable.scheduler.openLane(giveUp.signal).run(10, () => Promise.resolve());
    await turn();
    const other = make({ memory });
    expect(await other.scheduler.openLane(whole).run(10, () => Promise.resolve('done'))).toBe('done');
    giveUp.abort();
    await expect(stuck).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('fills its slots again once a large block has its memory', async () => {
    const memory = createMemoryBudget(10);
    const letGo = memory.tryReserve(10);
    const { scheduler } = make({ memory, limit: () => 2 });
    const gate = held();
    const first = scheduler.openLane(whole).run(5, gate.work);
    await turn();
    // While the first one waits for memory, it would only join it.
    const second = scheduler.openLane(whole).run(5, gate.work);
    await turn();
    expect(scheduler.inFlight()).toBe(1);
    letGo?.();
    await turn();
    expect(gate.started()).toBe(2);
    gate.finish();
    await Promise.all([first, second]);
  });

  it('respects the limit and serves files round robin', async () => {
    const { scheduler } = make();
    const order: string[] = [];
    const gate = held();
    const runs = ['a', 'b'].map((name) =>
      scheduler.openLane(whole).runAll(
        eachOf([1, 2, 3, 4, 5, 6, 7, 8]),
        () => 1,
        (item) => {
          order.push(`${name}${item}`);
          return gate.work();
        },
      ),
    );
    await turn();
    expect(scheduler.inFlight()).toBe(4);
    while (order.length < 16) {
      gate.finish();
      await turn();
    }
    gate.finish();
    await Promise.all(runs);
    expect(order.slice(4, 12).filter((name) => name.startsWith('a'))).toHaveLength(4);
    expect(new Set(order).size).toBe(16);
    expect(scheduler.inFlight()).toBe(0);
  });

  it('starts nothing without memory, and preserves the position of a large block', async () => {
    const memory = createMemoryBudget(10);
    const { scheduler } = make({ memory });
    const gate = held();
    const large = held();
    const first = scheduler.openLane(whole).run(6, gate.work);
    const second = scheduler.openLane(whole).run(9, large.work);
    const third = scheduler.openLane(whole).run(1, gate.work);
    await turn();
    expect(gate.started()).toBe(1);
    gate.finish();
    await first;
    await turn();
    expect(large.started()).toBe(1);
    large.finish();
    await second;
    await turn();
    gate.finish();
    await third;
    await turn();
    expect(memory.freeBytes()).toBe(10);
  });

  it('continues with the follow-up that its work returns', async () => {
    const { scheduler } = make();
    const left = [8];
    const seen: number[] = [];
    await scheduler.openLane(whole).runAll(
      () => left.pop() ?? null,
      () => 1,
      (item) => {
        if (item > 1) left.push(item / 2, item / 2);
        else seen.push(item);
        return Promise.resolve();
      },
    );
    expect(seen).toHaveLength(8);
  });

  it('runs fewer requests of one file concurrently while the file limits itself', async () => {
    const { scheduler } = make();
    const gate = held();
    let max = 2;
    const all = scheduler.openLane(whole).runAll(
      eachOf([1, 2, 3, 4, 5, 6, 7, 8]),
      () => 1,
      gate.work,
      () => max,
    );
    await turn();
    expect(gate.started()).toBe(2);
    max = Infinity;
    gate.finish();
    await turn();
    expect(gate.started()).toBe(6);
    while (gate.started() < 8) {
      gate.finish();
      await turn();
    }
    gate.finish();
    await all;
  });

  it('stops at the first failure and waits for what is in flight', async () => {
    const { scheduler } = make({ limit: () => 2 });
    const seen: number[] = [];
    const all = scheduler.openLane(whole).runAll(
      eachOf([1, 2, 3, 4, 5, 6]),
      () => 1,
      (item) => {
        seen.push(item);
        return item === 2 ? Promise.reject(new Error('broken')) : Promise.resolve();
      },
    );
    await expect(all).rejects.toMatchObject({ code: 'bug.unexpected' });
    expect(seen.length).toBeLessThan(6);
    expect(scheduler.inFlight()).toBe(0);
  });

  it('rejects everything waiting when stopped', async () => {
    const { scheduler, stop } = make({ limit: () => 1 });
    const gate = held();
    const first = scheduler.openLane(whole).run(1, gate.work);
    const second = scheduler.openLane(whole).run(1, gate.work);
    await turn();
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled.by-user' });
    gate.finish();
    await first;
    expect(gate.started()).toBe(1);
  });

  it('requests another file only while slots are free', async () => {
    const { scheduler } = make({ limit: () => 2 });
    const gate = held();
    await scheduler.whenFileWanted();
    const works = [scheduler.openLane(whole).run(1, gate.work), scheduler.openLane(whole).run(1, gate.work)];
    let wasRequested = false;
    const asking = scheduler.whenFileWanted().then(() => (wasRequested = true));
    await turn();
    expect(wasRequested).toBe(false);
    gate.finish();
    await Promise.all([...works, asking]);
  });

  it('counts files that are being opened: while that is slow, no others are opened beside them', async () => {
    const { scheduler } = make({ limit: () => 2 });
    const gate = held();
    const [first, second] = [scheduler.expect(), scheduler.expect()];
    let wasRequested = false;
    const asking = scheduler.whenFileWanted().then(() => (wasRequested = true));
    await turn();
    expect(wasRequested).toBe(false);
    // It has a slot now, and counts as before.
    const work = scheduler.openLane(whole, first).run(1, gate.work);
    await turn();
    expect(wasRequested).toBe(false);
    // It needs none.
    second();
    await asking;
    gate.finish();
    await work;
  });
});
