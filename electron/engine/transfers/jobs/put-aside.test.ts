// What becomes of a file that was refused and put aside when a person leaves it out or pauses it.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { JobTrace } from '../progress/job-trace';
import { targetOf } from '../files/local-target';
import { oneDownload, oneDownloadId, stateAfter } from '../fixtures/one-download';
import type { JobRecord } from '../records/job-records';
import { apply, pauseOf } from '../records/job-state';
import { type JobMover, type MoverPorts, createJobMover } from './job-mover';
import { RejectedFiles } from './rejected-files';

let folder = '';
let temporary = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-put-aside-'));
  temporary = targetOf(folder, ['long.bin'], { id: oneDownloadId }, 0).temporaryPath;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface PutAside {
  readonly mover: JobMover;
  readonly rejectedFiles: RejectedFiles;
  readonly ended: readonly JobRecord[];
  readonly pause: () => void;
}

/** A download whose one file has been refused, with a temporary file on the disk. */
async function putAside(): Promise<PutAside> {
  const jobState = stateAfter(oneDownload(folder));
  const ended: JobRecord[] = [];
  const rejectedFiles = new RejectedFiles({ insists: 'no', filesDone: () => 0 });
  const ports: Partial<MoverPorts> = {
    state: jobState,
    rejectedFiles,
    context: {
      signal: new AbortController().signal,
      journal: {
        write: () => Promise.resolve(),
        note: (record: JobRecord) => {
          ended.push(record);
          apply(jobState, record);
        },
      },
      progress: { file: () => undefined, skipped: () => undefined, closed: () => undefined },
      trace: new JobTrace(() => 0),
      remark: () => undefined,
      scheduler: { expect: () => () => undefined },
      pool: { release: () => undefined },
    } as unknown as MoverPorts['context'],
    claims: { take: () => Promise.reject(new StowageError('auth.denied', 'No.')) },
    reached: () => 'yes',
    onFailure: () => undefined,
    onItem: () => undefined,
    onSettled: () => undefined,
  };
  await writeFile(temporary, '');
  const mover = createJobMover(ports as MoverPorts);
  const [open] = jobState.open.values();
  if (open !== undefined) mover.begin(open);
  await mover.settled();
  expect(rejectedFiles.hasSome).toBe(true);
  const pause = (): void => {
    apply(jobState, pauseOf(0, 'yes'));
    mover.pauseFile(0);
  };
  return { mover, rejectedFiles, ended, pause };
}
const leftOut = [{ t: 'ended', f: 0, outcome: 'skipped', reason: 'cancelled' }];

it('leaves nothing on the disk', async () => {
  const { mover, ended } = await putAside();
  mover.cancelFile(0);
  await mover.settled();
  expect(ended).toEqual(leftOut);
  expect(existsSync(temporary)).toBe(false);
});

it('says nothing of the others, nor of the whole job, once it is left out', async () => {
  const { mover } = await putAside();
  mover.cancelFile(0);
  expect(mover.settleRejected()).toBe(false);
  await mover.settled();
});

it('ends once where it is found at the same moment to be refused alone', async () => {
  const { mover, rejectedFiles, ended } = await putAside();
  rejectedFiles.accepted('read', rejectedFiles.now);
  mover.cancelFile(0);
  await mover.settled();
  expect(ended).toEqual(leftOut);
});

it('fails where others are let in and nobody leaves it out', async () => {
  const { mover, rejectedFiles, ended } = await putAside();
  rejectedFiles.accepted('read', rejectedFiles.now);
  await mover.settled();
  expect(ended).toMatchObject([{ f: 0, outcome: 'failed', failure: { context: { others: 'accepted' } } }]);
  expect(existsSync(temporary)).toBe(false);
});

it('stays open and keeps what it has where a person pauses it', async () => {
  const { mover, rejectedFiles, ended, pause } = await putAside();
  pause();
  expect(mover.settleRejected()).toBe(false);
  rejectedFiles.accepted('read', rejectedFiles.now);
  await mover.settled();
  expect(ended).toEqual([]);
  expect(existsSync(temporary)).toBe(true);
});
