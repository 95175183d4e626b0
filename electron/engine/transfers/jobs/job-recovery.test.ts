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
      .mockRejectedValueOnce(new Error('the folder is gone for a moment'))
      .mockResolvedValueOnce({ ...nothing, standings: [standing('b')] });
    const { signal } = new AbortController();
    const take = (standings: readonly JobStanding[]) => void taken.push(...standings.map(({ head }) => head.id));
    const recovering = recoverJobs({ clock, store: { read } as unknown as JobStore, take, signal });
    await expect(recovering).rejects.toBe(error);
    expect(taken).toEqual(['a']);
    await clock.advance(1000);
    expect(taken).toEqual(['a']);
    await clock.advance(1000);
    expect(taken).toEqual(['a', 'b']);
    expect(read.mock.calls).toEqual([['all'], [['b']], [['b']]]);
    expect(clock.pending()).toEqual([]);
  });
});
