// Timed runs over days of a clock that the test moves: each time of the timetable is measured once, across restarts,
// failures, hours in which nothing runs, and the end.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { experimentOf } from '@shared/lab/definitions';
import { noTotals } from '@shared/lab/fixtures/no-totals';
import { clearLine } from '@shared/lab/line-settings';
import type { LabEvent, TimedRun } from '@shared/lab/lab-messages';
import { type RunRecord, rowsOf, runRecord } from '@shared/lab/run';
import { type FakeClock, createFakeClock } from '../../../testing/clock';
import { type LabRunOrder, newRunId } from '../runs/lab-runs';
import { type RunStore, headOf } from '../runs/run-store';
import { type CurrentTimedRun, TimedRuns } from './timed-runs';

const hourMs = 3_600_000;
const study = experimentOf('transfer-study');
const columns = study.columns.map(({ name }) => name);
const request: LabRunOrder = {
  connectionId: 'c1',
  experimentId: study.id,
  parameters: { seed: 7 },
  name: 'Over a day',
  node: 'n1',
};
const aDay = { everyMinutes: 60, forMinutes: 24 * 60 };

let folder: string;
let clock: FakeClock;
let runs: Pick<RunStore, 'list' | 'read' | 'save'>;
/** The orders of all samples that were begun. */
let orders: LabRunOrder[];
/** What a sample does besides its ten minutes. */
let during: (signal: AbortSignal) => Promise<void>;
let open: TimedRuns[];
let draws = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-timed-'));
  clock = createFakeClock(Date.UTC(2026, 0, 5, 14));
  runs = runsInMemory();
  orders = [];
  open = [];
  during = () => Promise.resolve();
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.end()));
  await rm(folder, { recursive: true, force: true });
});

function startProcess(): TimedRuns {
  const timed = new TimedRuns({
    folder: join(folder, 'timed'),
    clock,
    random: () => (draws += 0.001),
    log: () => undefined,
    runs,
    measure: async (order, signal, push) => {
      orders.push(order);
      push({ kind: 'started', runId: 'of-the-sample', columns, dryRun: undefined as never, seed: 1 });
      const startedAtMs = clock.now();
      await during(signal);
      return sampleOf(order, startedAtMs, signal.aborted ? 'cancelled' : 'done');
    },
  });
  open.push(timed);
  return timed;
}

const environment = {
  appVersion: '1',
  node: '20',
  platform: 'linux',
  arch: 'x64',
  cpu: 'c',
  cpuCount: 1,
  memoryBytes: 1,
  target: 'emulator',
  connection: 'West',
  credential: 'key' as const,
};

function sampleOf(order: LabRunOrder, startedAtMs: number, end: RunRecord['end']): RunRecord {
  const rows = [{ node: 'n1', repetition: 1, startMs: 0, durationMs: 10, fileBytes: 1000, direction: 'up', ok: 1 }];
  return {
    schemaVersion: 1,
    id: newRunId(startedAtMs, () => 0.1),
    name: order.name,
    experimentId: order.experimentId,
    nodes: ['n1'],
    startedAtMs,
    end,
    endReason: '',
    seed: Number(order.parameters.seed),
    parameters: order.parameters,
    line: clearLine,
    environments: [environment],
    totals: noTotals,
    sampleCount: rows.length,
    columns,
    rows: rowsOf(columns, rows),
  };
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

function runsInMemory(): typeof runs {
  const saved = new Map<string, RunRecord>();
  const noSuchRun = new StowageError('not-found.resource', 'There is no such run.');
  return {
    list: () => Promise.resolve([...saved.values()].map(headOf)),
    read: (id) => {
      const run = saved.get(id);
      return run === undefined ? Promise.reject(noSuchRun) : Promise.resolve(run);
    },
    save: (run) => {
      // As from a file.
      saved.set(run.id, runRecord.parse(JSON.parse(JSON.stringify(run))));
      return Promise.resolve();
    },
  };
}

const nothing = (): void => undefined;
const hoursOf = (run: RunRecord): unknown[] => run.rows.map((row) => row[columns.indexOf('repetition')]);

/** Moves time from wait to wait, each once the run has come to it. */
async function pass(hours: number, { ended }: CurrentTimedRun): Promise<void> {
  const untilMs = clock.now() + hours * hourMs;
  let isOver = false;
  const over = (): void => void (isOver = true);
  ended.then(over, over);
  while (clock.now() < untilMs && !isOver) {
    const [waitMs] = clock.pending();
    if (waitMs === undefined) await new Promise((resolve) => setImmediate(resolve));
    else await clock.advance(Math.min(waitMs, untilMs - clock.now()));
  }
}

describe('timed runs', () => {
  it('takes a sample an hour, each with the next seed, and is done after the last', async () => {
    const timed = startProcess();
    const events: LabEvent[] = [];
    const states: string[] = [];
    const watching = new AbortController();
    const watched = timed.watch(watching.signal, (all) =>
      states.push(...all.map((one) => `${one.state} ${one.measured}`)),
    );
    const current = await timed.start(request, aDay, (event) => events.push(event));
    const { id } = current;
    while (states.at(-1) !== 'waiting 1') await new Promise((resolve) => setImmediate(resolve));
    watching.abort();
    await watched;
    expect(events).toMatchObject([
      { kind: 'started', runId: id },
      { kind: 'ended', head: { id, end: 'interrupted', timetable: { reached: 1, samples: 24 } } },
    ]);
    await pass(24, current);
    const run = await current.ended;
    expect(run).toMatchObject({
      id,
      name: 'Over a day',
      seed: 7,
      end: 'done',
      timetable: { measured: 24, reached: 24 },
    });
    expect(orders.map(({ parameters }) => parameters.seed)).toEqual(
      Array.from({ length: 24 }, (_, index) => 7 + index),
    );
    expect(await timed.list()).toEqual([]);
    expect(await readdir(join(folder, 'timed'))).toEqual([]);
  });

  it('continues in the next process at the next full interval; the hours between are gaps', async () => {
    const first = startProcess();
    const current = await first.start({ ...request, others: ['c2'], ownFolder: '/files' }, aDay, nothing);
    await pass(2.5, current);
    await first.end();
    expect(await current.ended).toBe('interrupted');
    await clock.advance(3 * hourMs);
    const next = startProcess();
    expect(await next.list()).toMatchObject([
      { runId: current.id, state: 'not-running', measured: 3, samples: 24, next: { number: 7 } },
    ]);
    await next.resumeAll();
    const [shown] = await next.list();
    expect(shown).toEqual<TimedRun>({
      runId: current.id,
      name: 'Over a day',
      experimentId: study.id,
      connectionId: 'c1',
      measured: 3,
      samples: 24,
      next: { number: 7, atMs: Date.UTC(2026, 0, 5, 20) },
      state: 'waiting',
      problem: '',
    });
    await pass(24, await next.resume(current.id, nothing));
    const run = await runs.read(current.id);
    expect(run).toMatchObject({ end: 'done', timetable: { measured: 21, reached: 24 } });
    expect(hoursOf(run)).toEqual([1, 2, 3, ...Array.from({ length: 18 }, (_, index) => 7 + index)]);
    expect(orders.at(-1)).toMatchObject({ others: ['c2'], ownFolder: '/files' });
  });

  it('counts a sample once that was interrupted and is taken again', async () => {
    const first = startProcess();
    const current = await first.start(request, aDay, nothing);
    // The second sample begins, and measures until the process ends.
    during = untilAborted;
    await pass(1, current);
    expect(await first.list()).toMatchObject([{ state: 'measuring', measured: 1 }]);
    await first.end();
    during = () => Promise.resolve();
    const next = startProcess();
    const again = await next.resume(current.id, nothing);
    await pass(1.5, again);
    expect(orders.map(({ parameters }) => parameters.seed)).toEqual([7, 8, 8, 9]);
    expect(hoursOf(await runs.read(current.id))).toEqual([1, 2, 3]);
  });

  it('records a sample that measured nothing with its reason, and goes on', async () => {
    const timed = startProcess();
    const current = await timed.start(request, aDay, nothing);
    during = () => Promise.reject(new StowageError('network.timeout', 'No answer.'));
    await pass(1.5, current);
    expect(await timed.list()).toMatchObject([{ problem: 'Request timed out', measured: 1 }]);
    during = () => Promise.resolve();
    await pass(1, current);
    expect(await timed.list()).toMatchObject([{ problem: '', measured: 2, next: { number: 4 } }]);
    const { timetable, end } = await runs.read(current.id);
    expect([end, timetable]).toMatchObject([
      'interrupted',
      { reached: 3, measured: 2, failures: [{ sample: 2, code: 'network.timeout' }] },
    ]);
  });

  it('skips the times that a long sample has passed', async () => {
    const timed = startProcess();
    const current = await timed.start(request, aDay, nothing);
    during = (signal) => clock.sleep(1.5 * hourMs, signal).catch(nothing);
    await pass(6.4, current);
    expect(hoursOf(await runs.read(current.id))).toEqual([1, 2, 4]);
  });

  it('ends with what it has when it is cancelled, wherever it is', async () => {
    const timed = startProcess();
    const waiting = await timed.start(request, aDay, nothing);
    await pass(2.5, waiting);
    await timed.cancel(waiting.id);
    expect(await waiting.ended).toMatchObject({
      end: 'cancelled',
      stop: { kind: 'timetable-stopped', reached: 3, samples: 24 },
    });
    // In the first sample, whose rows stay.
    during = untilAborted;
    let id = '';
    const measuring = timed.start({ ...request, name: 'Second' }, aDay, (event) => {
      if (event.kind !== 'started') return;
      id = event.runId;
      void timed.cancel(event.runId);
    });
    expect(await (await measuring).ended).toMatchObject({ id, end: 'cancelled', sampleCount: 1 });
    // One that no process measures.
    during = () => Promise.resolve();
    const left = await timed.start({ ...request, name: 'Third' }, aDay, nothing);
    await timed.end();
    await startProcess().cancel(left.id);
    expect(await runs.read(left.id)).toMatchObject({ end: 'cancelled', timetable: { reached: 1 } });
    expect(await readdir(join(folder, 'timed'))).toEqual([]);
  });

  it('leaves nothing of a run whose first sample cannot be taken', async () => {
    during = () => Promise.reject(new StowageError('auth.denied', 'No.'));
    const timed = startProcess();
    await expect(timed.start(request, aDay, nothing)).rejects.toMatchObject({ code: 'auth.denied' });
    expect([await runs.list(), await readdir(join(folder, 'timed'))]).toEqual([[], []]);
    await expect(timed.start({ ...request, experimentId: 'read-cost', parameters: {} }, aDay, nothing)).rejects.toThrow(
      'measures once',
    );
    await expect(timed.resume('20260105140000-aaaaa', nothing)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('is done with its gaps when it is resumed after its end', async () => {
    const first = startProcess();
    const current = await first.start(request, aDay, nothing);
    await first.end();
    await clock.advance(30 * hourMs);
    const again = await startProcess().resume(current.id, nothing);
    expect(await again.ended).toMatchObject({ end: 'done', timetable: { measured: 1, reached: 24 } });
  });
});
