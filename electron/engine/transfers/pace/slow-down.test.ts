// What many requests that wait at once leave behind.
import { setMaxListeners } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../../testing/clock';
import { SlowDown } from './slow-down';

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
  // It ends sooner than was said.
  slowDown.set(0);
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => 400));
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

it('holds back until the last time that was set, and nobody once that is over', async () => {
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
