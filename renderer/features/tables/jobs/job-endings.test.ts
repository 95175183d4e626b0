// Notifications about jobs: how long they stay, and which jobs make the rows of an open table outdated.
import type { TableJob } from '@shared/model/table-job';
import { liveJobs } from '@renderer/live/jobs';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tableJobOf } from '@shared/model/fixtures/table-job';
import { announceStart, cameToRest, endedSince, endingOf } from './job-endings';

let bridge: TestBridge;
let push: (jobs: TableJob[]) => void;
let opened: Promise<void>;
let left: Promise<void>;

beforeEach(() => {
  let open: () => void;
  opened = new Promise((resolve) => (open = resolve));
  let leave: () => void;
  left = new Promise((resolve) => (leave = resolve));
  bridge = installBridge({
    streams: {
      'jobs.watch': (_input, tools) => {
        push = tools.push;
        open();
        tools.signal.addEventListener('abort', () => leave());
        return left;
      },
    },
  });
});
afterEach(() => bridge.dispose());

const listed = (): readonly string[] => liveJobs.store.getState().tables.map(({ id }) => id);

it.each([
  { name: 'ends', id: 'a', last: [tableJobOf({ id: 'a', state: 'done', endedAtMs: 2_000 })] },
  { name: 'is forgotten', id: 'b', last: [] },
])("start notification: follows the jobs until the notification's $name", async ({ id, last }) => {
  announceStart(id, 'Exporting Orders', () => undefined);
  await opened;
  push([tableJobOf({ id: 'other' })]);
  push([tableJobOf({ id: 'other' }), tableJobOf({ id })]);
  await expect.poll(listed).toEqual(['other', id]);
  push([tableJobOf({ id: 'other' }), ...last]);
  await left;
});

it('start notification: follows nothing when its job has already ended', async () => {
  const stop = liveJobs.retain();
  await opened;
  push([tableJobOf({ id: 'x', state: 'failed', endedAtMs: 2_000 })]);
  await expect.poll(listed).toEqual(['x']);
  announceStart('x', 'Exporting Orders', () => undefined);
  stop();
  await left;
});

const running = tableJobOf({ id: 'a', state: 'running', rowsDone: 5 });
const done = tableJobOf({ id: 'a', state: 'done', rowsDone: 9 });

it('outdated rows: are reported once, when a job stops, however it ended', () => {
  expect(cameToRest([running], [running], 0)).toEqual([]);
  for (const state of ['done', 'failed', 'cancelled', 'paused', 'interrupted'] as const) {
    expect(cameToRest([running], [{ ...done, state }], 0)).toHaveLength(1);
  }
  expect(cameToRest([done], [done], 0)).toEqual([]);
});

it('outdated rows: are reported for a job that was quicker than the list, not for one of an earlier run of the app', () => {
  expect(cameToRest([], [{ ...done, createdAtMs: 500 }], 400)).toHaveLength(1);
  expect(cameToRest([], [{ ...done, createdAtMs: 300 }], 400)).toEqual([]);
});

it('outdated rows: are not reported for exports and jobs that wrote no row', () => {
  expect(cameToRest([running], [{ ...done, rowsDone: 0 }], 0)).toEqual([]);
  expect(cameToRest([{ ...running, kind: 'export' }], [{ ...done, kind: 'export' }], 0)).toEqual([]);
});

describe('notification of an end', () => {
  const running = tableJobOf();
  const done = tableJobOf({ state: 'done' });

  it('appears once, also for a job that was quicker than the list, never for one that ended before the start', () => {
    expect(endedSince([running], [done], 5_000)).toEqual([done]);
    expect(endedSince([done], [done], 0)).toEqual([]);
    expect(endedSince([], [done], 1_000)).toEqual([done]);
    expect(endedSince([], [done], 5_000)).toEqual([]);
    expect(endedSince([running], [tableJobOf({ state: 'cancelled' })], 0)).toEqual([]);
  });

  it('offers the file if there is one, and stays when rows were rejected', () => {
    const onShow = (): void => undefined;
    expect(endingOf(done, onShow)).toMatchObject({ tone: 'good', action: { label: 'Show' } });
    expect(endingOf(tableJobOf({ state: 'done', outputFile: 'a.csv' }), onShow).action?.label).toBe('Show in folder');
    expect(endingOf(tableJobOf({ state: 'done', rowsRejected: 2 }), onShow)).toMatchObject({
      tone: 'caution',
      text: '25,000 rows processed, 2 rows rejected',
    });
  });
});
