// Caps and timetables on jobs that really move: the setting of an hour applies within one poll, paused jobs resume
// automatically, and the user may start one anyway. The tests move the wall clock; time itself is real.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import type { TransferJob } from '@shared/model/transfer';
import { type HourPace, type Pace, pace } from '@shared/model/transfer-pace';
import { evenTimetable } from '@shared/timetable/pace-at';
import { systemClock } from '../../../system-clock';
import { rightIsMissing } from '../../../../testing/faults';
import { openPersistedFile } from '../../../../disk/persisted-file';
import type { JobHandle, Transfers } from '../../api';
import { type Bench, openBench, startStore } from '../../fixtures/test-bench';
import { isBlock, isWrite } from '../../fixtures/requests';

const mondayAt = (hour: number, minute = 0): number => Date.UTC(2026, 10, 16, hour, minute);
const hourMs = 3_600_000;

let store: Awaited<ReturnType<typeof startStore>>;
let bench: Bench;
let room: Transfers;
let shiftMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + shiftMs };
const setWallTime = (atMs: number): void => {
  shiftMs = atMs - systemClock.now();
};
const openRoom = (): Transfers =>
  bench.roomWith({
    clock,
    timeZone: () => 'UTC',
    persistedPace: openPersistedFile<Pace>({
      path: join(bench.stateDir, 'pace.json'),
      entry: pace,
      maxBytes: 64 * KiB,
      now: () => clock.now(),
      log: () => undefined,
    }),
  });

beforeAll(async () => {
  store = await startStore();
});
afterAll(async () => {
  await store.proxy.dispose();
  await store.azurite.stop();
});
beforeEach(async () => {
  setWallTime(mondayAt(10, 15));
  bench = await openBench(store);
  room = openRoom();
});
afterEach(() => bench.dispose());

const context = { signal: new AbortController().signal };
const upload = async (name: string, bytes: number): Promise<JobHandle> =>
  room.uploadPaths({
    connectionId: 'test',
    container: bench.container.containerName,
    prefix: '',
    paths: [await bench.file(name, bytes)],
    options: bench.options({ blockBytes: 256 * KiB, concurrency: 2 }),
  });
const only = (from = room): TransferJob | undefined => from.jobs()[0];
const becomes = (shape: Partial<TransferJob>, from = room): Promise<void> =>
  expect.poll(() => only(from), { timeout: 20_000, interval: 10 }).toMatchObject(shape);
/** Monday's hours from 10 on; full speed otherwise. */
const fromTen = (...hours: readonly HourPace[]): Pace => ({
  kind: 'timetable',
  hours: evenTimetable('full').map((basePace, index) => hours[index - 10] ?? basePace),
});
const setTotal = (total: Pace) => room.calls['transfers.write-pace']({ pace: total }, context);
const setOwn = (jobId: string, own: Pace) => room.calls['transfers.write-job-pace']({ jobId, pace: own }, context);
const startNow = (jobId: string) => room.registry.calls['jobs.start-now']({ jobId }, context);

describe('an hour that pauses', () => {
  it.each([
    ['', () => Promise.resolve()],
    [', nor a person who pauses it then', (jobId: string) => room.registry.calls['jobs.pause']({ jobId }, context)],
  ])('remembers that the user wants denied items attempted to the end%s', async (_who, pause) => {
    bench.proxy.inject({
      fault: rightIsMissing,
      when: isWrite,
      times: Infinity,
    });
    const job = await upload('held.bin', 1000);
    expect(await job.ended).toMatchObject({ state: 'paused', failedCount: 0, stoppedBy: { code: 'auth.denied' } });
    await setTotal(fromTen('pause'));
    await room.resume(job.jobId);
    await becomes({ state: 'paused', waitsFor: 'timetable' });
    await pause(job.jobId);
    const { waitsFor } = only() ?? {};
    await room.dispose();
    room = openRoom();
    await room.recover();
    setWallTime(mondayAt(11));
    if (waitsFor === 'person') await room.resume(job.jobId);
    await becomes({ state: 'failed', failedCount: 1 });
  });

  it('holds a new job until the hour is over, then resumes it automatically', async () => {
    await setTotal(fromTen('pause'));
    const job = await upload('one.bin', 1000);
    expect(await job.ended).toMatchObject({ state: 'paused', files: 0 });
    expect(bench.requests().filter(({ method }) => method === 'PUT')).toEqual([]);
    const held = { at: 'pause', untilMs: mondayAt(11), of: 'all' };
    expect(only()).toMatchObject({ state: 'paused', waitsFor: 'timetable', pace: held });

    setWallTime(mondayAt(11));
    await becomes({ state: 'done' });
    expect(only()?.pace).toBeUndefined();
  });

  it('stops a moving job, and the next run sends only the missing blocks', async () => {
    await setTotal(fromTen('full', 'pause'));
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 4, times: Infinity });
    const job = await upload('long.bin', 2 * MiB);
    await expect.poll(() => hang.hits(), { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
    setWallTime(mondayAt(11));
    await becomes({ state: 'paused', waitsFor: 'timetable' });
    hang.remove();
    const before = bench.requests().length;
    setWallTime(mondayAt(12, 30));
    await becomes({ state: 'done' });
    const again = bench.requests().slice(before).filter(isBlock);
    expect(again).toHaveLength(8 - 4);
    const sent = await bench.container.getBlobClient('long.bin').downloadToBuffer();
    expect(sent.equals(await readFile(join(bench.folder, 'long.bin')))).toBe(true);
    expect(job.jobId).toBe(only()?.id);
  });

  it('yields to a user who starts the job now, and applies again to the next one', async () => {
    await setTotal(fromTen('pause', 'full', 'pause'));
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 2, times: Infinity });
    const job = await upload('long.bin', 2 * MiB);
    await job.ended;
    await startNow(job.jobId);
    await expect.poll(() => hang.hits(), { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
    expect(only()).toMatchObject({ state: 'running' });
    expect(only()?.pace).toBeUndefined();
    setWallTime(mondayAt(12, 1));
    await becomes({ state: 'paused', waitsFor: 'timetable' });
    hang.remove();
    await startNow(job.jobId);
    await becomes({ state: 'done' });
  });

  it('ignores a job that the user pauses meanwhile, and allows its cancellation', async () => {
    await setTotal(fromTen('pause'));
    const job = await upload('one.bin', 1000);
    await job.ended;
    await room.registry.calls['jobs.pause']({ jobId: job.jobId }, context);
    expect(only()).toMatchObject({ state: 'paused', waitsFor: 'person' });
    const other = await upload('other.bin', 1000);
    await other.ended;
    setWallTime(mondayAt(11));
    // The other one has gone on in a beat that left this one alone.
    await becomes({ id: other.jobId, state: 'done' });
    expect(room.jobs().find(({ id }) => id === job.jobId)).toMatchObject({ state: 'paused', waitsFor: 'person' });
    await room.registry.calls['jobs.cancel']({ jobId: job.jobId }, context);
    expect(room.jobs().find(({ id }) => id === job.jobId)).toMatchObject({ state: 'cancelled' });
  });

  it.each(['', ' after a restart'])('leaves waiting jobs in the order that the user set%s', async (after) => {
    await setTotal(fromTen('full', 'pause'));
    bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ path }) => path.includes('hold'), times: Infinity });
    const ids: string[] = [];
    for (const name of ['hold1', 'hold2', 'hold3', 'w1', 'w2', 'w3']) ids.push((await upload(name, 10)).jobId);
    const [, , , w1 = '', , w3 = ''] = ids;
    await room.registry.calls['jobs.reorder']({ jobId: w3, before: w1 }, context);
    const of = (id: string): TransferJob | undefined => room.jobs().find((job) => job.id === id);
    const states = (): readonly unknown[] => ids.map((id) => of(id)?.state);
    setWallTime(mondayAt(11));
    await expect.poll(states, { timeout: 20_000, interval: 10 }).toEqual(ids.map(() => 'paused'));
    if (after !== '') {
      await room.dispose();
      room = openRoom();
      await room.recover();
    }

    setWallTime(mondayAt(12));
    await expect.poll(states, { timeout: 20_000, interval: 10 }).not.toContain('paused');
    const places = (): readonly unknown[] => ids.map((id) => of(id)?.queuePosition);
    expect(places()).toEqual([undefined, undefined, undefined, 2, 3, 1]);
    const turns = ids.map((id) => of(id)?.turn ?? 0);
    expect([...turns].sort((a, b) => a - b)).toEqual([0, 1, 2, 5, 3, 4].map((at) => turns[at]));
  });

  it('survives a restart, and so do the jobs that wait for its end', async () => {
    await setTotal(fromTen('pause'));
    const job = await upload('one.bin', 1000);
    await job.ended;
    await setOwn(job.jobId, { kind: 'limit', bytesPerSecond: 50_000 });
    await room.dispose();
    const later = openRoom();
    await later.recover();
    expect(only(later)).toMatchObject({ state: 'paused', waitsFor: 'timetable', pace: { of: 'all' } });
    expect(await later.calls['transfers.read-job-pace']({ jobId: job.jobId }, context)).toMatchObject({
      pace: { kind: 'limit', bytesPerSecond: 50_000 },
    });
    setWallTime(mondayAt(11));
    await becomes({ state: 'done' }, later);
  });
});

describe('a cap', () => {
  it('slows down a moving job and shows until when; jobs that wait for it resume when it is lifted', async () => {
    await setTotal({ kind: 'limit', bytesPerSecond: 2048 });
    const job = await upload('long.bin', 2 * MiB);
    await becomes({ state: 'running', pace: { at: 2048, untilMs: null, of: 'all' } });
    await setOwn(job.jobId, fromTen(4096));
    await becomes({ pace: { at: 2048, untilMs: null, of: 'all' } });
    await setTotal({ kind: 'full' });
    await becomes({ pace: { at: 4096, untilMs: mondayAt(11), of: 'job' } });
    setWallTime(mondayAt(10) + hourMs);
    await becomes({ state: 'done' });
    expect(await job.ended).toMatchObject({ files: 1 });
  });

  it('of one job leaves the others alone', async () => {
    const slow = await upload('slow.bin', 2 * MiB);
    await setOwn(slow.jobId, { kind: 'limit', bytesPerSecond: 2048 });
    const fast = await upload('fast.bin', 2 * MiB);
    expect(await fast.ended).toMatchObject({ state: 'done' });
    await room.registry.calls['jobs.cancel']({ jobId: slow.jobId }, context);
  });
});
