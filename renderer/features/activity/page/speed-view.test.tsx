// The speed of a run: what its charts are called and which of them there are.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { JobFile } from '@shared/model/transfer';
import type { TransferTrace } from '@shared/model/transfer-trace';
import { MiB } from '@shared/units';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { traceOf } from './fixtures/trace';
import { SpeedView } from './speed-view';

let bridge: TestBridge;
let done: readonly JobFile[] = [];
beforeEach(() => {
  done = [];
  bridge = installBridge({
    calls: {
      'transfers.files': ({ every = 1 }) => ({
        total: done.length,
        files: done.filter((_, index) => index % every === 0),
        causes: [],
      }),
    },
  });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

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
  render(<SpeedView job={transferJobOf()} trace={traceWith([4, 8, 8, 4].map((size) => size * MiB))} isActive />);
  const chart = screen.getByRole('figure', { name: 'Block size over time, MiB' });
  expect(chart.textContent).toContain('blocks of 4.0 MiB → 8.0 MiB → 4.0 MiB');
});

it('has no such chart when nothing moved in blocks', () => {
  render(<SpeedView job={transferJobOf()} trace={traceWith([0, 0, 0])} isActive />);
  expect(screen.getByRole('figure', { name: 'Concurrent requests over time' })).toBeTruthy();
  expect(screen.queryByRole('figure', { name: /^Block size/ })).toBeNull();
});

const doneFile = (file: number, timing: JobFile['timing']): JobFile => ({
  file,
  source: `crate-${file}.bin`,
  target: `quay/crate-${file}.bin`,
  bytes: MiB,
  bytesDone: MiB,
  state: 'done',
  code: '',
  message: '',
  ...(timing === undefined ? {} : { timing }),
});
const took = (durationMs: number) => ({ startedAtMs: 1000, endedAtMs: 1000 + durationMs, requests: 1, tries: 1 });

it('file rates: are drawn in order and by how often they occur, also of a job that ran before the app was started', async () => {
  done = [doneFile(1, took(500)), doneFile(2, undefined), doneFile(3, took(250)), doneFile(4, took(0))];
  render(<SpeedView job={transferJobOf({ filesDone: 4 })} trace={null} isActive />);
  const inOrder = await screen.findByRole('figure', { name: 'Rate of each file in order, MiB/s' });
  // Of an earlier version, and too short to be measured: no dot.
  expect(inOrder.querySelectorAll('circle')).toHaveLength(2);
  expect(screen.getByRole('figure', { name: 'Number of files at each rate, MiB/s' })).toBeTruthy();
});

it('file rates: shows those of every n-th file when there are very many, with a note in the chart', async () => {
  done = Array.from({ length: 1500 }, (_, index) => doneFile(index, took(100 + index)));
  render(<SpeedView job={transferJobOf({ filesDone: 1500 })} trace={null} isActive />);
  const inOrder = await screen.findByRole('figure', { name: 'Rate of each file in order, MiB/s' });
  expect(inOrder.querySelectorAll('circle')).toHaveLength(500);
  expect(inOrder.textContent).toContain('1,500 files in total, 1 of 3 shown');
});

it('file rates: are left out while fewer than two files have one', async () => {
  done = [doneFile(1, took(500))];
  render(<SpeedView job={transferJobOf({ filesDone: 1 })} trace={null} isActive />);
  await screen.findByText(/No data has been transferred since the app started/u);
  await expect.poll(() => bridge.requested.length).toBe(1);
  expect(screen.queryByRole('figure')).toBeNull();
});
