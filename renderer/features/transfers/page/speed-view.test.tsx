// The speed of a run: what its charts are called and which of them there are.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferTrace } from '@shared/model/transfer-trace';
import { MiB } from '@shared/units';
import { traceOf } from './fixtures/trace';
import { SpeedView } from './speed-view';

afterEach(cleanup);

const traceWith = (blockSizes: readonly number[]): TransferTrace =>
  traceOf({
    elapsedMs: blockSizes.length * 1000,
    samples: blockSizes.map((blockBytes, index) => ({
      atMs: (index + 1) * 1000,
      bytesPerSecond: 1,
      concurrency: 4,
      inFlight: 2,
      blockBytes,
    })),
  });

it('draws the size of the blocks over time, and names the sizes as they followed each other', () => {
  render(<SpeedView job={transferJobOf()} trace={traceWith([4, 8, 8, 4].map((size) => size * MiB))} />);
  const chart = screen.getByRole('figure', { name: 'Block size over time, MiB' });
  expect(chart.textContent).toContain('blocks of 4.0 MiB → 8.0 MiB → 4.0 MiB');
});

it('has no such chart where nothing moved in blocks', () => {
  render(<SpeedView job={transferJobOf()} trace={traceWith([0, 0, 0])} />);
  expect(screen.getByRole('figure', { name: 'Requests at once over time' })).toBeTruthy();
  expect(screen.queryByRole('figure', { name: /^Block size/ })).toBeNull();
});
