// What a batch sweep concludes claims nothing of batches that were not measured.
import { expect, it } from 'vitest';
import { perEntityText } from './batch-sweep';

it('reports where the latency of an entity flattens, and nothing beyond the largest batch', () => {
  expect(perEntityText(50, 100)).toBe('Latency per entity hardly falls beyond 50 entities per batch.');
  expect(perEntityText(100, 100)).toBe(
    'Latency per entity falls up to the largest batch that was measured, 100 entities.',
  );
});
