// When the transfers open by themselves.
import { describe, expect, it } from 'vitest';
import type { TransferJob } from '@shared/model/transfer';
import { hasNewWork } from './dock-for-work';

const job = (id: string, state: TransferJob['state']): TransferJob => ({
  id,
  kind: 'upload',
  state,
  connectionId: 'local',
  title: 'survey.bin',
  source: 'survey.bin',
  target: 'photos/',
  bytesDone: 0,
  bytesTotal: 1,
  filesDone: 0,
  filesTotal: 1,
  filesSkipped: 0,
  failed: [],
  failedCount: 0,
  bytesPerSecond: 0,
  remainingMs: null,
  retries: 0,
  throttled: 0,
  inFlight: 0,
  blockBytes: 0,
  cells: '',
  bottleneck: 'none',
  note: '',
  createdAtMs: 0,
  endedAtMs: null,
});

describe('new work for the transfers', () => {
  it('is what has not ended when the window opens', () => {
    expect(hasNewWork(null, [job('a', 'done'), job('b', 'failed')])).toBe(false);
    expect(hasNewWork(null, [job('a', 'done'), job('b', 'running')])).toBe(true);
    expect(hasNewWork(null, [job('a', 'interrupted')])).toBe(true);
  });

  it('is every job that was not there, even when it ended at once', () => {
    expect(hasNewWork([], [job('a', 'done')])).toBe(true);
  });

  it('is not a job that only goes on or leaves the list', () => {
    expect(hasNewWork([job('a', 'waiting'), job('b', 'done')], [job('a', 'running')])).toBe(false);
  });
});
