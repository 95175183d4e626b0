// `stowage jobs` while another process takes a job, or lets go of it, between two looks of this one.
import { expect, it } from 'vitest';
import type { TransferJob } from '@shared/model/transfer';
import { createOutput } from '../output';
import type { CommandAction, Session } from '../session';
import { forgetJob, listJobs, showJob } from './jobs';

const job = (state: TransferJob['state']): TransferJob =>
  ({
    ...{ id: 'job-1', kind: 'upload', state, source: '/a', target: 'box/', note: '', failed: [], failedCount: 0 },
    ...{ bytesDone: 0, bytesTotal: 1, filesDone: 0, filesTotal: 1, filesSkipped: 0, plan: 'whole', createdAtMs: 0 },
  }) as unknown as TransferJob;

interface Looks {
  readonly atFirst: readonly TransferJob[];
  readonly elsewhere: readonly TransferJob[];
  readonly then: readonly TransferJob[];
}

/** What a command prints as JSON while the jobs of this process and of others are these. */
async function printed(command: CommandAction, { atFirst, elsewhere, then }: Looks): Promise<readonly unknown[]> {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  let own = atFirst;
  const transfers = {
    jobs: () => own,
    jobsElsewhere: async () => {
      own = then;
      return elsewhere;
    },
  };
  const calls = { 'transfers.forget': async () => ({}) };
  const session = {
    engine: { recovered: Promise.resolve(), rooms: { transfers }, calls },
    output: createOutput({ stdout: stream, stderr: stream }, 'json'),
    signal: new AbortController().signal,
  } as unknown as Session;
  await command(session);
  return lines
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

const released: Looks = { atFirst: [], elsewhere: [], then: [job('interrupted')] };
const taken: Looks = { atFirst: [job('interrupted')], elsewhere: [job('running')], then: [job('interrupted')] };

it.each([
  ['that was let go of', released, 'interrupted'],
  ['that was taken', taken, 'running'],
] as const)('tells once of a job %s meanwhile', async (_what, looks, state) => {
  const told = [expect.objectContaining({ id: 'job-1', state })];
  expect(await printed(listJobs, looks)).toEqual(told);
  expect(await printed(showJob('job-1'), looks)).toEqual(told);
});

it('forgets a job that was let go of, and none that was taken', async () => {
  expect(await printed(forgetJob('job-1'), released)).toEqual([{ forgotten: 'job-1' }]);
  await expect(printed(forgetJob('job-1'), taken)).rejects.toMatchObject({ code: 'conflict.other' });
  await expect(printed(forgetJob('job-2'), released)).rejects.toMatchObject({ code: 'not-found.job' });
});
