import { expect, it } from 'vitest';
import { createPatience } from './network-patience';

it('ends after the limit without the network, and starts anew when it was back', () => {
  let nowMs = 0;
  const patience = createPatience(1000, () => nowMs);
  const at = (ms: number, waitsFor?: 'network' | 'server'): boolean => {
    nowMs = ms;
    return patience.isOver(waitsFor);
  };
  expect([at(0, 'network'), at(999, 'network'), at(1000, 'network')]).toEqual([false, false, true]);
  expect([at(1500), at(1600, 'network'), at(2599, 'network'), at(2600, 'network')]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect([at(9000, 'server'), at(99_000, 'server')]).toEqual([false, false]);
});
