// When the transfers open by themselves.
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferJob } from '@shared/model/transfer';
import { liveJobs } from '@renderer/live/jobs';
import { usePastMessages } from '@renderer/ui';
import { hasNewWork, openDockForWork } from './watch-window';
import { setPart, useLayout } from './layout-store';

// The engine reports no jobs here.
vi.mock('@renderer/bridge', () => ({ subscribe: () => new Promise<never>(() => undefined) }));

const job = (id: string, state: TransferJob['state']): TransferJob => transferJobOf({ id, state });

describe('new work for the transfers', () => {
  it('is what has not ended when the window opens', () => {
    expect(hasNewWork(null, [job('a', 'done'), job('b', 'failed')])).toBe(false);
    expect(hasNewWork(null, [job('a', 'done'), job('b', 'running')])).toBe(true);
    expect(hasNewWork(null, [job('a', 'interrupted')])).toBe(true);
  });

  it('is every job that was not there, even when it ended at once', () => {
    expect(hasNewWork([], [job('a', 'done')])).toBe(true);
  });

  it('is not a job that only resumes or leaves the list', () => {
    expect(hasNewWork([job('a', 'waiting'), job('b', 'done')], [job('a', 'running')])).toBe(false);
  });
});

describe('the transfers of an open window', () => {
  const notify = (...jobs: readonly TransferJob[]): void =>
    liveJobs.store.setState({ jobs, transfers: jobs, tables: [], status: 'live', error: null });
  const stops: (() => void)[] = [];

  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    liveJobs.store.setState({ jobs: [], transfers: [], tables: [], status: 'waiting', error: null });
    setPart('dock', 'closed');
  });

  it.each(['before it looks', 'once it looks'] as const)('open for a job that is reported %s', (when) => {
    if (when === 'before it looks') notify(job('a', 'interrupted'));
    stops.push(openDockForWork());
    if (when === 'once it looks') notify(job('a', 'interrupted'));
    expect(useLayout.getState().dock).toBe('open');
  });

  it('leave a notification when they close after their work', () => {
    vi.useFakeTimers();
    const { result } = renderHook(usePastMessages);
    stops.push(openDockForWork());
    notify(job('a', 'running'));
    notify(transferJobOf({ id: 'a', state: 'done', title: 'site', target: 'web/', filesDone: 45, bytesDone: 2048 }));
    expect(result.current.messages).toEqual([]);
    act(() => {
      vi.advanceTimersByTime(10_000);
    });
    expect(useLayout.getState().dock).toBe('closed');
    expect(result.current.messages).toMatchObject([{ title: 'site uploaded to web/', text: '45 files, 2.0 KiB' }]);
    expect(result.current.unseen).toBe(1);
    vi.useRealTimers();
  });

  it('stay as they are for jobs that ended long ago', () => {
    notify(job('a', 'done'));
    stops.push(openDockForWork());
    notify(job('a', 'done'));
    expect(useLayout.getState().dock).toBe('closed');
  });
});
