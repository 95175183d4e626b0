// What becomes of a download whose temporary file cannot be removed when a person leaves it out, or cancels its job.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cancelled } from '@shared/errors';
import { JobTrace } from '../progress/job-trace';
import { createFakeClock } from '../../../testing/clock';
import { launcherOver } from '../fixtures/launcher-over';
import { oneDownload, oneDownloadId, stateAfter } from '../fixtures/one-download';
import { targetOf } from '../files/local-target';
import { createTurnQueue } from '../pace/turn-queue';
import { noteOf } from '../records/job-remarks';
import type { JobRecord } from '../records/job-records';
import { type JobState, apply } from '../records/job-state';
import { newEntry } from './job-entry';
import { type MoverPorts, createJobMover } from './job-mover';
import { createJobStops } from './job-stops';
import { RejectedFiles } from './rejected-files';

let folder = '';
let temporary = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-left-out-'));
  temporary = targetOf(folder, ['long.bin'], { id: oneDownloadId }, 0).temporaryPath;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Stands for whatever cannot be removed. */
const makeStuck = (): Promise<unknown> => mkdir(temporary);

it('ends all the same, and what it leaves is told', async () => {
  await makeStuck();
  const jobState = stateAfter(oneDownload(folder));
  const noted: JobRecord[] = [];
  const remarks: string[] = [];
  const ports: Partial<MoverPorts> = {
    state: jobState,
    rejectedFiles: new RejectedFiles({ insists: 'no', filesDone: () => 0 }),
    context: {
      clock: createFakeClock(),
      signal: new AbortController().signal,
      journal: {
        note: (record: JobRecord) => {
          noted.push(record);
          apply(jobState, record);
        },
      },
      progress: { file: () => undefined, skipped: () => undefined, closed: () => undefined },
      trace: new JobTrace(() => 0),
      remark: (remark: string) => remarks.push(remark),
      scheduler: { expect: () => () => undefined },
      pool: { release: () => undefined },
    } as unknown as MoverPorts['context'],
    claims: {
      take: () => {
        mover.cancelFile(0);
        return Promise.reject(cancelled());
      },
    },
    reached: () => 'yes',
    onFailure: () => undefined,
    onItem: () => undefined,
    onSettled: () => undefined,
  };
  const mover = createJobMover(ports as MoverPorts);
  const [open] = jobState.open.values();
  if (open !== undefined) mover.begin(open);
  await mover.settled();
  expect(noted).toEqual([{ t: 'ended', f: 0, outcome: 'skipped', reason: 'cancelled' }]);
  expect(remarks).toContain('leftover');
});

interface Resting {
  readonly cancel: () => Promise<void>;
  readonly state: () => JobState;
  readonly released: () => number;
}

/** A paused job; its journal fails to be written as often as told. */
function resting(failures: number): Resting {
  const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person' } as const;
  const entry = newEntry(stateAfter([...oneDownload(folder), paused]));
  const { launcher, released } = launcherOver(() => stateAfter([...oneDownload(folder), paused]), failures);
  const turns = createTurnQueue(1);
  const stop = createJobStops({ clock: createFakeClock(), turns, launcher, onChange: () => undefined });
  return { cancel: () => stop(entry, 'cancel'), state: () => entry.state, released };
}

it('does not keep its resting job from being cancelled, which tells of it', async () => {
  await makeStuck();
  const job = resting(0);
  await job.cancel();
  expect(job.state().state).toBe('cancelled');
  expect(noteOf(job.state())).toBe('1 file: left .stowage-….part in its folder, which could not be removed');
  expect(job.released()).toBe(1);
});

it('is cancelled at the second try where the first could not be recorded', async () => {
  await writeFile(temporary, '');
  const job = resting(1);
  await expect(job.cancel()).rejects.toThrow('The disk is full.');
  expect(job.released()).toBe(1);
  await job.cancel();
  expect(job.state().state).toBe('cancelled');
  expect(existsSync(temporary)).toBe(false);
});
