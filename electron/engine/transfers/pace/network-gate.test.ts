// Who waits for a service that does not answer can leave without the others.
import { setMaxListeners } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { StowageError } from '@shared/errors';
import { createFakeClock } from '../../../testing/clock';
import { createNetworkGate, probeEveryMs, SlowDown } from './network-gate';

const lost = new StowageError('network.refused', 'Nobody answers.');

it('network gate: releases an abandoned file, and the others when the service is back', async () => {
  const clock = createFakeClock();
  let answer: 'answers' | 'silent' = 'silent';
  const job = new AbortController();
  const gate = createNetworkGate({
    clock,
    probe: () => Promise.resolve(answer),
    signal: job.signal,
    onChange: () => undefined,
  });
  const [first, second] = [new AbortController(), new AbortController()];
  const back = gate.waitUntilBack(lost, first.signal);
  const through = gate.open(second.signal);
  const others = [gate.waitUntilBack(lost, job.signal), gate.open(job.signal)];
  await clock.advance(probeEveryMs);
  first.abort();
  second.abort();
  await expect(back).rejects.toMatchObject({ kind: 'cancelled' });
  await expect(through).rejects.toMatchObject({ kind: 'cancelled' });
  expect(gate.reason()).toBe(lost);
  answer = 'answers';
  await clock.advance(probeEveryMs);
  expect(await Promise.all(others)).toEqual(['came-back', undefined]);
  expect(gate.reason()).toBeNull();
});

it('network gate: rejects a file that was abandoned before', async () => {
  const job = new AbortController();
  const gate = createNetworkGate({
    clock: createFakeClock(),
    probe: () => Promise.resolve('silent'),
    signal: job.signal,
    onChange: () => undefined,
  });
  await expect(gate.waitUntilBack(lost, AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
  await expect(gate.open(AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' });
  job.abort();
});

it('network gate: opens at once when the service responds, and sends no probe once the job has ended', async () => {
  let probes = 0;
  const job = new AbortController();
  const clock = createFakeClock();
  const changes: unknown[] = [];
  let answer: 'answers' | 'silent' = 'answers';
  const gate = createNetworkGate({
    clock,
    probe: () => Promise.resolve(((probes += 1), answer)),
    signal: job.signal,
    onChange: () => changes.push(gate.reason()),
  });
  await gate.open(job.signal);
  expect(probes).toBe(0);
  expect(await gate.waitUntilBack(lost, job.signal)).toBe('was-there');
  expect([probes, changes]).toEqual([1, [lost, null]]);

  answer = 'silent';
  const waiting = gate.waitUntilBack(lost, new AbortController().signal);
  await clock.advance(0);
  job.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
  await clock.advance(10 * probeEveryMs);
  expect(probes).toBe(2);
  await expect(gate.waitUntilBack(lost, new AbortController().signal)).rejects.toMatchObject({ kind: 'cancelled' });
  expect(probes).toBe(2);
});

// What many requests that wait at once leave behind.

it('holds as many requests back as there are, without a warning of the runtime, and lets them go together', async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const clock = createFakeClock();
  const slowDown = new SlowDown(clock);
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  slowDown.set(1000);
  const waiting = Array.from({ length: 20 }, () => slowDown.over(signal));
  await clock.advance(400);
  // It ends sooner than announced.
  slowDown.set(0);
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => 400));
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

it('network gate: holds until the last time that was set, and nothing once that is over', async () => {
  const clock = createFakeClock();
  const slowDown = new SlowDown(clock);
  const { signal } = new AbortController();
  expect([slowDown.remainingMs, await slowDown.over(signal)]).toEqual([0, 0]);
  slowDown.set(1000);
  const waiting = slowDown.over(signal);
  await clock.advance(400);
  slowDown.set(2000);
  let isOver = false;
  void waiting.then(() => (isOver = true));
  await clock.advance(1999);
  expect([slowDown.remainingMs, isOver]).toEqual([1, false]);
  await clock.advance(1);
  expect([await waiting, slowDown.remainingMs, await slowDown.over(signal)]).toEqual([2400, 0, 0]);
});
