import { describe, expect, it } from 'vitest';
import { createRestartPolicy } from './restart-policy';

const delays = (times: readonly number[]): readonly (number | null)[] => {
  const policy = createRestartPolicy();
  return times.map((time) => policy.delayAfterDeath(time));
};

describe('restart policy', () => {
  it('waits longer after each crash and gives up at the sixth within a minute', () => {
    expect(delays([0, 1, 2, 3, 4, 5])).toEqual([100, 200, 400, 800, 1600, null]);
  });

  it('forgets deaths after a minute', () => {
    expect(delays([0, 59_999, 60_000, 200_000])).toEqual([100, 200, 200, 100]);
  });

  it('starts again after a reset', () => {
    const policy = createRestartPolicy();
    for (let death = 0; death < 6; death += 1) policy.delayAfterDeath(death);
    policy.forget();
    expect(policy.delayAfterDeath(6)).toBe(100);
  });
});
