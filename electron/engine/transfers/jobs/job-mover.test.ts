// How a file ends when its run is stopped, whatever its last request is told at the same moment.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import { type MoverPorts, createJobMover } from './job-mover';
import { RejectedFiles } from './rejected-files';
import { JobTrace } from '../progress/job-trace';
import { type JobRecord, jobRecord } from '../records/job-records';
import { replayJob } from '../records/job-state';

function jobOfOneFile(): NonNullable<ReturnType<typeof replayJob>> {
  const records = [
    {
      t: 'job',
      version: 1,
      id: '0123456789abcdef01234567',
      createdAtMs: 1000,
      title: 'long.bin',
      spec: {
        kind: 'upload',
        connectionId: 'c',
        container: 'box',
        prefix: '',
        paths: ['/long.bin'],
        options: defaultTransferOptions,
      },
    },
    {
      t: 'upload',
      f: 0,
      attempt: 0,
      path: '/long.bin',
      name: 'long.bin',
      bytes: 100,
      mtimeNs: '1',
      ino: '1',
      blockBytes: 10,
    },
    { t: 'planned' },
  ];
  const jobState = replayJob(records.map((record): JobRecord => jobRecord.parse(record)));
  if (jobState === null) throw new Error('The records begin with a job.');
  return jobState;
}

/** Moves the one file of a job and refuses its key; `meanwhile` happens just before. */
async function runRejected(meanwhile: (stop: () => void, leaveOut: () => void) => void): Promise<readonly JobRecord[]> {
  const jobState = jobOfOneFile();
  const stopping = new AbortController();
  const noted: JobRecord[] = [];
  const ports: Partial<MoverPorts> = {
    state: jobState,
    context: {
      signal: stopping.signal,
      journal: { note: (record: JobRecord) => noted.push(record) },
      progress: { file: () => undefined, skipped: () => undefined, closed: () => undefined },
      trace: new JobTrace(() => 0),
      remark: () => undefined,
      scheduler: { expect: () => () => undefined },
    } as unknown as MoverPorts['context'],
    claims: {
      take: () => {
        meanwhile(
          () => stopping.abort(),
          () => mover.cancelFile(0),
        );
        return Promise.reject(new StowageError('auth.denied', 'No.'));
      },
    },
    rejectedFiles: new RejectedFiles({ insists: 'no', filesDone: () => 0 }),
    reached: () => 'yes',
    onFailure: () => undefined,
    onItem: () => undefined,
    onSettled: () => undefined,
  };
  const mover = createJobMover(ports as MoverPorts);
  const [open] = jobState.open.values();
  if (open !== undefined) mover.begin(open);
  await mover.settled();
  return noted;
}

it('stays open when the run is stopped, for the next run to move', async () => {
  expect(await runRejected((stop) => stop())).toEqual([]);
});

it('is left out when a person left it out, though the run is stopped as well', async () => {
  const noted = await runRejected((stop, leaveOut) => {
    leaveOut();
    stop();
  });
  expect(noted).toEqual([{ t: 'ended', f: 0, outcome: 'skipped', reason: 'cancelled' }]);
});
