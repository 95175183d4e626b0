// `stowage jobs`: its output for a job, and when another process acquires or releases one between two polls.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { StowageError } from '@shared/errors';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferJob } from '@shared/model/transfer';
import { createOutput } from '../output';
import type { CommandAction, Session } from '../session';
import { type ShowFlags, cancelJob, forgetJob, listJobs, showJob } from './jobs';

const job = (state: TransferJob['state']): TransferJob =>
  transferJobOf({ state, source: '/a', target: 'box/', bytesDone: 0, bytesTotal: 1, createdAtMs: 0 });

interface Snapshots {
  readonly atFirst: readonly TransferJob[];
  readonly elsewhere: readonly TransferJob[];
  readonly then: readonly TransferJob[];
}

/** What a command prints as JSON while the jobs of this process and of others are these. */
async function printed(command: CommandAction, { atFirst, elsewhere, then }: Snapshots): Promise<readonly unknown[]> {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) };
  let own = atFirst;
  const jobs = {
    list: () => own,
    elsewhere: async () => {
      own = then;
      return elsewhere;
    },
  };
  const calls = { 'jobs.forget': async () => ({}) };
  const session = {
    engine: { recovered: Promise.resolve([]), rooms: { jobs }, calls },
    output: createOutput({ stdout: stream, stderr: stream }, 'json'),
    connectionArguments: [],
    signal: new AbortController().signal,
  } as unknown as Session;
  await command(session);
  return lines
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

const released: Snapshots = { atFirst: [], elsewhere: [], then: [job('interrupted')] };
const taken: Snapshots = { atFirst: [job('interrupted')], elsewhere: [job('running')], then: [job('interrupted')] };

it.each([
  ['that was let go of', released, 'interrupted'],
  ['that was taken', taken, 'running'],
] as const)('jobs: reports once a job %s meanwhile', async (_what, snapshots, state) => {
  const listed = [expect.objectContaining({ id: 'job-1', state })];
  expect(await printed(listJobs, snapshots)).toEqual(listed);
  expect(await printed(showJob('job-1'), snapshots)).toEqual(listed);
});

it('jobs list: lists the readable jobs and reports the unreadable ones', async () => {
  const out = { stdout: '', stderr: '' };
  const streamOf = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (out[name] += text) });
  const unread = new StowageError('local.denied', 'The file system answered EACCES.', {
    context: { path: '/state/j' },
  });
  const session = {
    engine: {
      recovered: Promise.resolve([unread]),
      rooms: { jobs: { list: () => [job('done')], elsewhere: async () => [] } },
    },
    output: createOutput({ stdout: streamOf('stdout'), stderr: streamOf('stderr') }, 'text'),
  } as unknown as Session;
  expect(await listJobs(session)).toBe(0);
  expect(out.stdout).toContain('job-1');
  expect(out.stderr).toBe('Some jobs cannot be read. The file system answered EACCES. /state/j\n');
});

it('jobs: drops a released job, and none that was acquired', async () => {
  expect(await printed(forgetJob('job-1'), released)).toEqual([{ forgotten: 'job-1' }]);
  await expect(printed(forgetJob('job-1'), taken)).rejects.toMatchObject({ code: 'conflict.other' });
  await expect(printed(forgetJob('job-2'), released)).rejects.toMatchObject({ code: 'not-found.job' });
});

it.each(['failed', 'done', 'cancelled'] as const)('cancels no job that is %s already', async (state) => {
  let err = '';
  const calls = {
    'jobs.cancel': () => {
      throw new Error('it was cancelled');
    },
  };
  const session = {
    engine: {
      recovered: Promise.resolve([]),
      rooms: { jobs: { list: () => [job(state)], elsewhere: async () => [] } },
      calls,
    },
    output: createOutput({ stdout: { write: () => 0 }, stderr: { write: (text: string) => (err += text) } }, 'text'),
    connectionArguments: ['--state-dir', '/s'],
    signal: new AbortController().signal,
  } as unknown as Session;
  expect(await cancelJob('job-1')(session)).toBe(5);
  expect(err).toContain('there is nothing to cancel');
  expect(err).toContain('stowage jobs forget job-1 --state-dir /s');
});

const denied = (n: number) => ({
  file: n,
  source: `/a/${n}`,
  target: `${n}`,
  bytes: 7,
  bytesDone: 0,
  state: 'failed',
  code: 'auth.denied',
  message: 'PutBlob: the service rejected it.',
  context: { account: 'acme' },
});

/** What `jobs show` prints of this job, whose failed files are these. */
async function shown(
  listed: TransferJob,
  files: readonly object[],
  flags: ShowFlags = {},
  runs: 'here' | 'elsewhere' = 'here',
): Promise<string> {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const jobs = {
    list: () => (runs === 'here' ? [listed] : []),
    elsewhere: async () => (runs === 'here' ? [] : [listed]),
  };
  const transfers = { failedFiles: async () => files };
  const session = {
    engine: { recovered: Promise.resolve([]), rooms: { jobs, transfers } },
    output: createOutput({ stdout: stream, stderr: stream }, 'text'),
    connectionArguments: ['--connection', 'lab'],
    signal: new AbortController().signal,
  } as unknown as Session;
  await showJob('job-1', flags)(session);
  return text;
}

it('jobs: shows the remedy of a failed job, how to resume it, and how many more failures there are', async () => {
  const failed = { ...job('failed'), failed: [denied(0), denied(1)], failedCount: 1500 } as TransferJob;
  expect((await shown(failed, [])).split('\n').slice(3)).toEqual([
    'failed  /a/0: Access denied',
    'failed  /a/1: Access denied',
    '… and 1,498 more; the --report file contains all of them',
    expect.stringMatching(/^2 of the first 2 failed ones: Access denied\. Account “acme” denied/u),
    'Retry the failed files with: stowage jobs resume job-1 --connection lab',
    '',
  ]);
  expect(await shown({ ...failed, failedCount: 2 }, [])).toMatch(/^2 files: Access denied\./mu);
  expect(await shown(job('interrupted'), [])).toMatch(
    /\nContinue with: stowage jobs resume job-1 --connection lab\n$/u,
  );
  expect(await shown(job('done'), [])).not.toContain('resume');
});

it.each(['here', 'elsewhere'] as const)('writes every failed file of a job that runs %s to a report', async (runs) => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const report = join(folder, 'failed.csv');
  const failed = { ...job('running'), failed: [denied(0)], failedCount: 2000 } as TransferJob;
  const files = Array.from({ length: 2000 }, (_, n) => denied(n));
  const text = await shown(failed, files, { report }, runs);
  expect(text).toContain('… and 1,999 more; the --report file contains all of them\n');
  expect(text.includes('the report contains the failures so far')).toBe(runs === 'elsewhere');
  const lines = (await readFile(report, 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2001);
  expect(lines.at(-1)).toBe(
    '/a/1999,1999,7,failed,auth.denied,Access denied. Account “acme” denied the request. Check the credentials of the connection and the network rules of the account.,,,,,,',
  );
});

it('jobs: rejects a report with an invalid target before it shows anything', async () => {
  const nowhere = { report: join(tmpdir(), 'stowage-nowhere', 'failed.csv') };
  await expect(shown(job('failed'), [], nowhere)).rejects.toMatchObject({
    code: 'invalid.input',
    context: { field: '--report' },
  });
});
