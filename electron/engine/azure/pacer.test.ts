import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/clock';
import { createPacer, createPacers } from './pacer';

describe('a pacer', () => {
  it('delays nobody while no wait was requested', async () => {
    const pacer = createPacer(createFakeClock(), () => 0.5);
    await pacer.ready();
    expect(pacer.remainingMs()).toBe(0);
  });

  it('delays all requests for the longest requested wait, and resumes them spread out', async () => {
    const clock = createFakeClock();
    let chance = 0;
    const pacer = createPacer(clock, () => (chance += 0.25));
    pacer.slowDown(3_000);
    pacer.slowDown(1_000);
    const back: number[] = [];
    const waiting = [1, 2, 3].map(() => pacer.ready().then(() => back.push(clock.monotonic())));
    await clock.advance(3_000);
    expect(back).toEqual([]);
    await clock.advance(500);
    await Promise.all(waiting);
    expect(back).toEqual([3_050, 3_100, 3_150]);
  });

  it('delays longer when the pause is extended meanwhile', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(clock, () => 0);
    pacer.slowDown(1_000);
    let through = false;
    const waiting = pacer.ready().then(() => {
      through = true;
    });
    await clock.advance(500);
    pacer.slowDown(5_000);
    await clock.advance(4_900);
    expect([through, pacer.remainingMs()]).toEqual([false, 100]);
    await clock.advance(100);
    await waiting;
  });

  it('leaves no listener on the signal of waiting requests', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(clock, () => 0);
    const { signal } = new AbortController();
    pacer.slowDown(1_000);
    const waiting = pacer.ready(signal);
    expect(getEventListeners(signal, 'abort').length).toBeGreaterThan(0);
    await clock.advance(1_000);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('can be released early by the user', async () => {
    const pacer = createPacer(createFakeClock(), () => 0);
    pacer.slowDown(60_000);
    const waiting = Promise.all([pacer.ready(), pacer.ready()]);
    pacer.release();
    await waiting;
    expect(pacer.remainingMs()).toBe(0);
  });

  it('rejects a cancelled waiter immediately', async () => {
    const pacer = createPacer(createFakeClock(), () => 0);
    pacer.slowDown(60_000);
    const stop = new AbortController();
    const waiting = pacer.ready(stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled.by-user' });
    await expect(pacer.ready(stop.signal)).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });
});

describe('the pacers of a process', () => {
  it('are one for each account and endpoint', () => {
    const pacers = createPacers(createFakeClock(), () => 0);
    expect(pacers.of('a', 'https://a.example')).toBe(pacers.of('a', 'https://a.example'));
    expect(pacers.of('a', 'https://a.example')).not.toBe(pacers.of('b', 'https://a.example'));
  });
});
