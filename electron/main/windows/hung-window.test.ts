import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { watchHung } from './windows';

let window: EventEmitter & { isGone: boolean };
let isClosing: boolean;
let answers: ((answer: 'close' | 'wait' | Promise<never>) => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  window = Object.assign(new EventEmitter(), { isGone: false });
  isClosing = true;
  answers = [];
  watchHung(
    Object.assign(window, { destroy: () => (window.isGone = true), isDestroyed: () => window.isGone }) as never,
    () => isClosing,
    () => new Promise((resolve) => answers.push(resolve)),
  );
});

it('hung window: prompts once at a time, and again when the user waits and it still hangs', async () => {
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(answers).toHaveLength(1);
  answers[0]?.('wait');
  await vi.advanceTimersByTimeAsync(9_999);
  window.emit('unresponsive');
  expect(answers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toHaveLength(2);
  expect(window.isGone).toBe(false);
  answers[1]?.('close');
  await vi.advanceTimersByTimeAsync(0);
  expect(window.isGone).toBe(true);
});

it('hung window: prompts again when the prompt could not be shown', async () => {
  window.emit('unresponsive');
  answers[0]?.(Promise.reject(new Error('Object has been destroyed')));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answers).toHaveLength(2);
  answers[1]?.('close');
  await vi.advanceTimersByTimeAsync(0);
  expect(window.isGone).toBe(true);
});

it('hung window: is left alone when it recovers meanwhile, and prompts when it hangs again', async () => {
  window.emit('unresponsive');
  isClosing = false;
  answers[0]?.('close');
  await vi.advanceTimersByTimeAsync(0);
  expect(window.isGone).toBe(false);
  window.emit('unresponsive');
  expect(answers, 'nobody closes it').toHaveLength(1);
  await vi.advanceTimersByTimeAsync(0);
  isClosing = true;
  window.emit('unresponsive');
  expect(answers).toHaveLength(2);
  answers[1]?.('wait');
  window.isGone = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(2);
});
