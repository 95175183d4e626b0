// A change of the window's size is dispatched once more after two frames, however many changes came before.
import { expect, it, vi } from 'vitest';
import { reportSettledSize } from './window-size';

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

it('dispatches the last of several changes once more, and does not react to its own event', async () => {
  const stop = reportSettledSize(window);
  const notified = vi.fn();
  window.addEventListener('resize', notified);
  for (let change = 0; change < 3; change += 1) window.dispatchEvent(new Event('resize'));
  expect(notified).toHaveBeenCalledTimes(3);
  await nextFrame();
  await nextFrame();
  await nextFrame();
  expect(notified).toHaveBeenCalledTimes(4);
  for (let frame = 0; frame < 4; frame += 1) await nextFrame();
  expect(notified).toHaveBeenCalledTimes(4);
  stop();
  window.dispatchEvent(new Event('resize'));
  for (let frame = 0; frame < 4; frame += 1) await nextFrame();
  expect(notified).toHaveBeenCalledTimes(5);
  window.removeEventListener('resize', notified);
});
