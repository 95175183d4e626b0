// A run whose process is killed in the middle of measuring: the next start of the lab finds and removes what it
// created.
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningAzurite } from '../../testing/azurite';
import { acquireAzurite } from '../../testing/shared-azurite';
import { systemClock } from '../system-clock';
import { MetricsRecorder } from '../metrics/recorder';
import { listTables } from '../tables/table-admin';
import { type ChildProgram, buildChildProgram, killed } from '../transfers/fixtures/child-program';
import { accountsFor, workerPath } from '../transfers/fixtures/test-bench';
import type { TimetableChoice } from '@shared/lab/timed/timetable';
import { samplesOf } from '@shared/lab/run';
import { createFakeClock } from '../../testing/clock';
import { createAppliedSettings } from './applied-settings';
import { type Lab, createLab } from './create-lab';
import type { LabChildTask } from './fixtures/test-child';
import { TimedRuns } from './timed/timed-runs';

let azurite: RunningAzurite;
let program: ChildProgram<LabChildTask>;
let stateDir: string;

beforeAll(async () => {
  [azurite, program] = await Promise.all([
    acquireAzurite(),
    buildChildProgram<LabChildTask>(join(__dirname, 'fixtures/test-child.ts')),
  ]);
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-killed-run-'));
}, 90_000);

afterAll(async () => {
  await program.killAll();
  await program.dispose();
  await azurite.stop();
  await rm(stateDir, { recursive: true, force: true });
});

const openLab = (): Lab =>
  createLab({
    accounts: accountsFor(azurite.descriptor()),
    clock: systemClock,
    random: Math.random,
    stateDir,
    applied: createAppliedSettings({ folder: join(stateDir, 'lab'), clock: systemClock, log: () => undefined }),
    metrics: new MetricsRecorder(),
    transferWorkerPath: workerPath,
    log: () => undefined,
    sources: { resolve: () => Promise.resolve(null) },
    nameOf: () => Promise.resolve('A store'),
  });

async function killWhileMeasuring(
  experimentId: string,
  parameters: LabChildTask['request']['parameters'],
  timetable?: TimetableChoice,
) {
  const descriptor = azurite.descriptor();
  const once = { connectionId: descriptor.connectionId, experimentId, parameters, name: '', node: 'n1' };
  const request = timetable === undefined ? once : { ...once, timetable };
  const { child, jobId: measured } = program.start({ descriptor, stateDir, workerPath, request });
  expect(await measured).toContain('measured');
  await killed(child);
}

describe('a killed run', () => {
  it('leaves a table that the next start removes', { timeout: 60_000 }, async () => {
    const account = await accountsFor(azurite.descriptor()).open('test');
    await killWhileMeasuring('table-latency', { entities: 20_000, maxRequests: 200_000 });
    expect((await listTables(account)).map(({ name }) => name)).toEqual([expect.stringMatching(/^StowageLab/)]);
    const lab = openLab();
    await lab.recover();
    expect(await listTables(account)).toEqual([]);
    expect(await lab.calls['lab.leftovers']({}, { signal: new AbortController().signal })).toEqual([]);
    await lab.dispose();
  });

  it('leaves a container and local files, which are removed too', { timeout: 60_000 }, async () => {
    const account = await accountsFor(azurite.descriptor()).open('test');
    const containers = async (): Promise<number> => {
      let count = 0;
      for await (const _ of (await account.blobService()).listContainers()) count += 1;
      return count;
    };
    const scratch = join(stateDir, 'lab', 'scratch');
    await killWhileMeasuring('transfer-study', { fileSizes: [2048], files: 100, repetitions: 20 });
    expect([await containers(), readdirSync(scratch).length]).toEqual([1, 1]);
    const lab = openLab();
    await lab.recover();
    expect(await containers()).toBe(0);
    expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
    await lab.dispose();
  });

  it('by timetable goes on in the next process, and counts its samples once', { timeout: 60_000 }, async () => {
    const study = { fileSizes: [2048], files: 20, repetitions: 1, seed: 11 };
    await killWhileMeasuring('transfer-study', study, { everyMinutes: 60, forMinutes: 180 });
    const lab = openLab();
    await lab.recover();
    const [left] = await lab.timed.list();
    expect(left).toMatchObject({ state: 'not-running', measured: 0, samples: 3 });
    const runId = left?.runId ?? '';
    // The next process starts 50 minutes later; the second and the third hour pass in no time.
    const clock = createFakeClock(Date.now() + 50 * 60_000);
    const measured: number[] = [];
    const timed = new TimedRuns({
      clock,
      folder: join(stateDir, 'lab', 'timed'),
      random: Math.random,
      log: () => undefined,
      runs: lab.runs,
      measure: async (order, signal, push) => {
        measured.push(Number(order.parameters.seed));
        const run = await lab.run(order, signal, push);
        await lab.runs.remove(run.id);
        return { ...run, startedAtMs: clock.now() };
      },
    });
    const { ended } = await timed.resume(runId, () => undefined);
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver) {
      const [waitMs] = clock.pending();
      if (waitMs === undefined) await new Promise((resolve) => setImmediate(resolve));
      else await clock.advance(waitMs);
    }
    const run = await lab.runs.read(runId);
    expect(run).toMatchObject({ end: 'done', seed: 11, timetable: { measured: 2, reached: 3, samples: 3 } });
    expect(measured).toEqual([12, 13]);
    const counts = [2, 3].map((number) => samplesOf(run).filter(({ repetition }) => repetition === number).length);
    expect([counts, run.sampleCount]).toEqual([[40, 40], 80]);
    const account = await accountsFor(azurite.descriptor()).open('test');
    const names: string[] = [];
    for await (const { name } of (await account.blobService()).listContainers()) names.push(name);
    expect([names, await lab.timed.list()]).toEqual([[], []]);
    await lab.dispose();
  });
});
