// What is said of a job that began stays while the job does, and no longer.
import type { TableJob } from '@shared/model/table-job';
import { liveTableJobs } from '@renderer/live/table-jobs';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tableJobOf } from '../fixtures/job';
import { announceStart } from './job-endings';

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
      'table-jobs.watch': (_input, tools) => {
        push = tools.push;
        open();
        tools.signal.addEventListener('abort', () => leave());
        return left;
      },
    },
  });
});
afterEach(() => bridge.dispose());

const listed = (): readonly string[] => liveTableJobs.store.getState().jobs.map(({ id }) => id);

it.each([
  { name: 'ends', id: 'a', last: [tableJobOf({ id: 'a', state: 'done', endedAtMs: 2_000 })] },
  { name: 'is forgotten', id: 'b', last: [] },
])('follows the jobs until its own $name', async ({ id, last }) => {
  announceStart(id, 'Exporting Orders', () => undefined);
  await opened;
  push([tableJobOf({ id: 'other' })]);
  push([tableJobOf({ id: 'other' }), tableJobOf({ id })]);
  await expect.poll(listed).toEqual(['other', id]);
  push([tableJobOf({ id: 'other' }), ...last]);
  await left;
});

it('follows nothing when its own has ended before', async () => {
  const stop = liveTableJobs.retain();
  await opened;
  push([tableJobOf({ id: 'x', state: 'failed', endedAtMs: 2_000 })]);
  await expect.poll(listed).toEqual(['x']);
  announceStart('x', 'Exporting Orders', () => undefined);
  stop();
  await left;
});
