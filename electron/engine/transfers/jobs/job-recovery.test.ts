import { describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { createFakeClock } from '../../../testing/clock';
import type { JobStanding } from '../records/job-standing';
import type { JobStore, ReadJobs } from '../records/job-store';
import { recoverJobs } from './job-recovery';

const standing = (id: string): JobStanding => ({ head: { id } }) as JobStanding;
const nothing: ReadJobs = { standings: [], elsewhere: [], unreadable: [] };
const error = new StowageError('local.io', 'It cannot be read.');

describe('recovery', () => {
  it('takes all that can be read, says that one cannot, and takes that one once it can be read', async () => {
    const clock = createFakeClock();
    const taken: string[] = [];
    const read = vi
      .fn<JobStore['read']>()
      .mockResolvedValueOnce({ ...nothing, standings: [standing('a')], unreadable: [{ jobId: 'b', error }] })
      .mockRejectedValueOnce(new StowageError('local.io', 'The folder is gone for a moment.'))
      .mockResolvedValueOnce({ ...nothing, standings: [standing('b')] });
    const { signal } = new AbortController();
    const take = (standings: readonly JobStanding[]) => void taken.push(...standings.map(({ head }) => head.id));
    const told: (readonly StowageError[])[] = [];
    const tell = (unread: readonly StowageError[]) => void told.push(unread);
    const recovering = recoverJobs({ clock, store: { read } as unknown as JobStore, take, tell, signal });
    await expect(recovering).rejects.toBe(error);
    expect(taken).toEqual(['a']);
    await clock.advance(1000);
    expect(taken).toEqual(['a']);
    await clock.advance(1000);
    expect(taken).toEqual(['a', 'b']);
    expect(told).toMatchObject([[error], [{ message: 'The folder is gone for a moment.' }], []]);
    expect(read.mock.calls).toEqual([['all'], [['b']], [['b']]]);
    expect(clock.pending()).toEqual([]);
  });

  it('says why no job can be read at all, and takes them once they can be', async () => {
    const clock = createFakeClock();
    const read = vi
      .fn<JobStore['read']>()
      .mockRejectedValueOnce(error)
      .mockResolvedValueOnce({ ...nothing, standings: [standing('a')] });
    const take = vi.fn();
    const tell = vi.fn();
    const { signal } = new AbortController();
    await expect(recoverJobs({ clock, store: { read } as unknown as JobStore, take, tell, signal })).rejects.toBe(
      error,
    );
    await clock.advance(1000);
    expect(tell.mock.calls).toEqual([[[error]], [[]]]);
    expect(take.mock.calls).toEqual([[[standing('a')]]]);
    expect(read.mock.calls).toEqual([['all'], ['all']]);
    expect(clock.pending()).toEqual([]);
  });
});
