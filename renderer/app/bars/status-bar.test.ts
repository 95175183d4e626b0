import { expect, it } from 'vitest';
import { latencyFigures } from './status-bar';

it('shows a percentile only where it differs from the slowest, and one figure where all are the same', () => {
  const shown = (p50: number, p95: number, p99: number): readonly string[] =>
    latencyFigures({ p50, p95, p99 }).map(({ name, value }) => `${name} ${value}`.replace(/\s/gu, ' '));
  expect(shown(63, 63, 63)).toEqual(['latency 63 ms']);
  expect(shown(17, 33, 33)).toEqual(['p50 17 ms', 'p99 33 ms']);
  expect(shown(17, 33, 48)).toEqual(['p50 17 ms', 'p95 33 ms', 'p99 48 ms']);
  expect(shown(63.01, 63.2, 63.3), 'the same once it is rounded').toEqual(['latency 63 ms']);
});
