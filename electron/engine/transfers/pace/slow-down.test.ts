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
