// A command and the timetable: jobs that really move, under a wall clock that the test sets.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KiB } from '@shared/units';
import { type Pace, pace } from '@shared/model/transfer-pace';
import { evenTimetable } from '@shared/timetable/pace-at';
import { systemClock } from '../../engine/system-clock';
import { openPersistedFile } from '../../disk/persisted-file';
import type { Beginning, JobHandle, Transfers } from '../../engine/transfers/api';
import { useBench } from '../../engine/transfers/fixtures/use-bench';
import { createOutput } from '../output';
import { beginningOf, endedAfterPauses, isHeldForGood } from './timetable-wait';

const { bench } = useBench();
const mondayAt = (hour: number): number => Date.UTC(2026, 10, 16, hour);
let atMs = mondayAt(10);
const clock = { ...systemClock, now: () => atMs };
const context = { signal: new AbortController().signal };

const openRoom = (earlierJobs: 'go on' | 'rest' = 'rest'): Transfers => {
  const path = join(bench.stateDir, 'pace.json');
  const fileOptions = { path, entry: pace, maxBytes: 64 * KiB, now: () => atMs, log: () => undefined };
  return bench.roomWith({
    clock,
    timeZone: () => 'UTC',
    earlierJobs,
    persistedPace: openPersistedFile<Pace>(fileOptions),
  });
};
/** Nothing moves on Monday from 10 to 11, or in no hour at all. */
const pauseFor = async (room: Transfers, when: 'an hour' | 'good'): Promise<void> => {
  const hours = evenTimetable('full').map((hour, at) => (when === 'good' || at === 10 ? 'pause' : hour));
  await room.calls['transfers.write-pace']({ pace: { kind: 'timetable', hours } }, context);
};
const upload = async (room: Transfers, beginning: Beginning = {}): Promise<JobHandle> =>
  room.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    options: bench.options(),
    paths: [await bench.file('one.bin', 1000)],
    ...beginning,
  });
const follow = (job: JobHandle, transfers: Transfers, signal = context.signal) => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const output = createOutput({ stdout: stream, stderr: stream }, 'json');
  return { written, ended: endedAfterPauses(job, { transfers, output, connectionArguments: [], signal }) };
};

/** A job that a command waits with, and the app with the same state folder. */
async function heldWhileTheAppOpens() {
  atMs = mondayAt(10);
  const [command, app] = [openRoom(), openRoom('go on')];
  await pauseFor(command, 'an hour');
  const job = await upload(command);
  const { written, ended } = follow(job, command);
  await expect.poll(() => written.join('')).toContain('"waitsFor":"timetable"');
  await app.recover();
  return { command, app, job, ended };
}

describe('a command in an hour that pauses', () => {
  it('waits, reports until when, and ends with its job', async () => {
    atMs = mondayAt(10);
    const room = openRoom();
    await pauseFor(room, 'an hour');
    const { written, ended } = follow(await upload(room), room);
    await expect.poll(() => written.join('')).toContain(`"waitsFor":"timetable","untilMs":${mondayAt(11)}`);
    expect(written[0]).toMatch(
      /^The schedule pauses it until \S.* \d\d:\d\d\. To start anyway, press Ctrl\+C, then run .* --now$/mu,
    );
    atMs = mondayAt(11);
    expect(await ended).toMatchObject({ state: 'done', files: 1 });
  });

  it('starts at once on request', async () => {
    atMs = mondayAt(10);
    const room = openRoom();
    await pauseFor(room, 'good');
    const { written, ended } = follow(await upload(room, beginningOf({ now: true })), room);
    expect(await ended).toMatchObject({ state: 'done', files: 1 });
    expect(written).toEqual([]);
  });

  it('does not wait for an hour that never comes, and can start anyway on request', async () => {
    const room = openRoom();
    await pauseFor(room, 'good');
    const job = await upload(room);
    const { written, ended } = follow(job, room);
    expect(await ended).toMatchObject({ state: 'paused', files: 0 });
    expect(written.join('')).toContain(`stowage jobs resume ${job.jobId} --now`);
    expect(isHeldForGood(job.jobId, room)).toBe(true);
    const again = await room.resume(job.jobId, beginningOf({ now: true }));
    expect(await follow(again, room).ended).toMatchObject({ state: 'done', files: 1 });
  });

  it('can be stopped, and the process that manages all jobs resumes the job, not another command', async () => {
    atMs = mondayAt(10);
    const room = openRoom();
    await pauseFor(room, 'an hour');
    const stopping = new AbortController();
    const { written, ended } = follow(await upload(room), room, stopping.signal);
    await expect.poll(() => written.length).toBeGreaterThan(0);
    stopping.abort();
    expect(await ended).toMatchObject({ state: 'paused' });
    await room.dispose();

    atMs = mondayAt(11);
    const [command, app] = [openRoom('rest'), openRoom('go on')];
    await command.recover();
    await app.recover();
    await expect.poll(() => app.jobs()[0]?.state, { timeout: 20_000 }).toBe('done');
    expect(command.jobs()[0]).toMatchObject({ state: 'paused', waitsFor: 'timetable' });
  });

  it('ends with a job that the app has moved meanwhile, and does not move it again', async () => {
    const { app, job, ended } = await heldWhileTheAppOpens();
    expect(await (await app.resume(job.jobId, beginningOf({ now: true }))).ended).toMatchObject({ state: 'done' });
    const before = bench.requests().length;
    atMs = mondayAt(11);
    expect(await ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().slice(before)).toEqual([]);
  });

  it.each(['cancelled', 'removed'])('lets a job rest that the app has %s meanwhile', async (what) => {
    const { command, app, job, ended } = await heldWhileTheAppOpens();
    await app.registry.calls['jobs.cancel']({ jobId: job.jobId }, context);
    if (what === 'removed') await app.registry.calls['jobs.forget']({ jobId: job.jobId }, context);
    atMs = mondayAt(11);
    await ended;
    expect(command.jobs()[0]).toMatchObject({ state: 'cancelled', filesDone: 0 });
  });
});
