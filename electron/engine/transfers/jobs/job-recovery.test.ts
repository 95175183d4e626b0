import { describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { createFakeClock } from '../../../testing/clock';
import type { JobState } from '../records/job-state';
import type { JobStore, ReadJobs } from '../records/job-store';
import { recoverJobs } from './job-recovery';

const jobState = (id: string): JobState => ({ head: { id } }) as JobState;
const nothing: ReadJobs = { states: [], elsewhere: [], unreadable: [] };
const error = new StowageError('local.io', 'It cannot be read.');

describe('recovery', () => {
  it('takes all that can be read, says that one cannot, and takes that one once it can be read', async () => {
    const clock = createFakeClock();
    const taken: string[] = [];
    const read = vi
      .fn<JobStore['read']>()
      .mockResolvedValueOnce({ ...nothing, states: [jobState('a')], unreadable: [{ jobId: 'b', error }] })
      .mockRejectedValueOnce(new StowageError('local.io', 'The folder is gone for a moment.'))
      .mockResolvedValueOnce({ ...nothing, states: [jobState('b')] });
    const { signal } = new AbortController();
    const take = (states: readonly JobState[]) => void taken.push(...states.map(({ head }) => head.id));
    const reported: (readonly StowageError[])[] = [];
    const notify = (unread: readonly StowageError[]) => void reported.push(unread);
    const recovering = recoverJobs({ clock, store: { read } as unknown as JobStore, take, notify, signal });
    await expect(recovering).rejects.toBe(error);
    expect(taken).toEqual(['a']);
    await clock.advance(1000);
    expect(taken).toEqual(['a']);
    await clock.advance(1000);
    expect(taken).toEqual(['a', 'b']);
    expect(reported).toMatchObject([[error], [{ message: 'The folder is gone for a moment.' }], []]);
    expect(read.mock.calls).toEqual([['all'], [['b']], [['b']]]);
    expect(clock.pending()).toEqual([]);
  });

  it('says why no job can be read at all, and takes them once they can be', async () => {
    const clock = createFakeClock();
    const read = vi
      .fn<JobStore['read']>()
      .mockRejectedValueOnce(error)
      .mockResolvedValueOnce({ ...nothing, states: [jobState('a')] });
    const take = vi.fn();
    const notify = vi.fn();
    const { signal } = new AbortController();
    await expect(recoverJobs({ clock, store: { read } as unknown as JobStore, take, notify, signal })).rejects.toBe(
      error,
    );
    await clock.advance(1000);
    expect(notify.mock.calls).toEqual([[[error]], [[]]]);
    expect(take.mock.calls).toEqual([[[jobState('a')]]]);
    expect(read.mock.calls).toEqual([['all'], ['all']]);
    expect(clock.pending()).toEqual([]);
  });
});
