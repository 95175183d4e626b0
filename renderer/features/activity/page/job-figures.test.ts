// The figures of a job show what it has moved, not what it attempted.
import { describe, expect, it } from 'vitest';
import type { TransferJob } from '@shared/model/transfer';
import type { TransferTrace } from '@shared/model/transfer-trace';
import { MiB } from '@shared/units';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { figuresOf, optionTexts } from './job-figures';

const traceWith = (movedBytes: number): TransferTrace => ({
  startedAtMs: 0,
  elapsedMs: 2000,
  movedBytes,
  samples: [],
  steps: [],
  bottleneck: 'line',
  threadUse: 0,
  waits: { diskMs: 0, cpuMs: 0, lineMs: 0, serviceMs: 0, capMs: 0 },
  requests: 7,
  retries: 0,
  throttled: 0,
  latencyMs: { p50: 1, p95: 2, p99: 3 },
});
const over = (change: Partial<TransferJob>): TransferJob =>
  transferJobOf({ state: 'done', endedAtMs: 3000, ...change });
const figures = (job: TransferJob, movedBytes: number): Record<string, string> =>
  Object.fromEntries(figuresOf(job, traceWith(movedBytes)).map(({ name, value }) => [name, value]));

describe('the figures of a job that runs', () => {
  it('have its current rate, and show where nothing was answered yet, as the queue does', () => {
    const job = transferJobOf({ state: 'running', kind: 'upload', bytesTotal: MiB, bytesDone: 0, inFlight: 4 });
    expect(figures({ ...job, bytesPerSecond: 2 * MiB }, MiB)).toMatchObject({ Rate: '2.0 MiB/s' });
    expect(figures({ ...job, bytesPerSecond: 0 }, 0)).toMatchObject({ Rate: 'no response yet' });
    expect(figures({ ...job, bytesPerSecond: 0, waitsFor: 'network' }, 0)).toMatchObject({ Rate: '–' });
  });
});

describe('the figures of a job that is over', () => {
  it('have the rate of what was moved', () => {
    const shown = figures(over({ bytesDone: 20 * MiB }), 20 * MiB);
    expect(shown).toMatchObject({ Rate: '10.0 MiB/s', Moved: '20.0 MiB' });
    expect(Object.keys(shown)).toEqual(['Rate', 'Moved', 'Files', 'Requests', 'p50 · p99']);
  });

  it('have no rate when every file was rejected, and still show what was sent', () => {
    const job = over({ state: 'failed', bytesDone: 0, failedCount: 3, filesTotal: 3 });
    expect(figures(job, 20 * MiB)).toMatchObject({
      Rate: '–',
      Moved: '0 B',
      'Sent but not stored': '20.0 MiB',
      Failed: '3',
    });
    expect(figures({ ...job, kind: 'download' }, MiB)).toMatchObject({
      Rate: '–',
      'Received but discarded': '1.0 MiB',
    });
  });

  it('count what an earlier run has moved as moved', () => {
    const shown = figures(over({ bytesDone: 100 * MiB }), 20 * MiB);
    expect(shown).toMatchObject({ Rate: '10.0 MiB/s', Moved: '100.0 MiB' });
    expect(shown).not.toHaveProperty('Sent but not stored');
  });

  it('have the rate of all runs beside what all of them have moved, also where none ran since the start', () => {
    const job = over({ bytesDone: 100 * MiB, ranMs: 20_000 });
    expect(figures(job, 1)).toMatchObject({ Rate: '5.0 MiB/s', Moved: '100.0 MiB' });
    expect(figuresOf(job, null)).toContainEqual({ name: 'Rate', value: '5.0 MiB/s' });
    expect(figures({ ...job, kind: 'verify' }, 20 * MiB)).toMatchObject({ Rate: '10.0 MiB/s' });
  });

  it('count the requests of all runs, or show that they are those of the last one', () => {
    expect(figures(over({ requests: 4096 }), 0)).toMatchObject({ Requests: '4,096' });
    const { requests: _unknown, ...older } = over({});
    expect(figures(older, 0)).toMatchObject({ 'Requests (last run)': '7' });
    expect(figuresOf(older, null)).toContainEqual({ name: 'Requests (last run)', value: '–' });
  });

  it('show that more files may be planned', () => {
    expect(figures(over({ plan: 'partial', filesDone: 3, filesTotal: 9 }), 0)).toMatchObject({
      Files: '3 of at least 9',
    });
  });

  it('have no latency when no request was sent to the service', () => {
    const idle = { ...traceWith(0), requests: 0, latencyMs: { p50: 0, p95: 0, p99: 0 } };
    expect(figuresOf(over({}), idle)).toContainEqual({ name: 'p50 · p99', value: '–' });
  });

  it('leave the results of a verification to its own figures', () => {
    const shown = figures(over({ kind: 'verify', bytesDone: 0, failedCount: 3 }), 20 * MiB);
    expect(shown).toMatchObject({ Rate: '10.0 MiB/s', Compared: '0 B' });
    expect(shown).not.toHaveProperty('Failed');
  });
});

it('show the current speed for a running job', () => {
  const shown = figures(transferJobOf({ bytesDone: 0, bytesPerSecond: 3 * MiB }), 20 * MiB);
  expect(shown).toMatchObject({ Rate: '3.0 MiB/s', Moved: '0 B' });
  expect(shown).not.toHaveProperty('Sent but not stored');
});

it('options: names those of an upload, and none of a job that has none', () => {
  const options = {
    ...({ overwrite: 'if-newer', verify: 'md5', blockBytes: 'auto', concurrency: 'auto' } as const),
    ...({ preserveTimes: true, emptyFolders: true, followLinks: 'inside', preserveProperties: true } as const),
    changeBlobType: true,
    blob: { cacheControl: 'no-store', metadata: { owner: 'me', n: '1' }, tags: { stage: 'test' } },
  };
  expect(optionTexts(transferJobOf({ kind: 'upload', options }))).toEqual([
    ...['existing names are replaced if older', 'modification times', 'empty folders', 'symbolic links followed'],
    ...['properties of replaced blobs', 'page and append blobs replaced'],
    ...['Cache-Control: no-store', 'metadata: owner, n', 'tags: stage'],
  ]);
  const { options: _options, ...older } = transferJobOf({ kind: 'upload', options });
  expect(optionTexts(older)).toEqual([]);
});
