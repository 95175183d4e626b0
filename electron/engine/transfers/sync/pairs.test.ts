import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PromptRequest } from '@shared/model/prompt';
import type { SyncPlan } from '@shared/model/sync';
import { createFakeClock } from '../../../testing/clock';
import type { Transfers } from '../api';
import { SyncPairs } from './pairs';
import type { SyncRequest } from './sync-spec';

let stateDir: string;
let pairs: SyncPairs;
let runs: SyncRequest[];
let prompted: PromptRequest[];
let answer: 'confirmed' | 'declined';
let jobState: 'running' | 'done';
let hasSource: boolean;
const clock = createFakeClock();
const context = { signal: new AbortController().signal };

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-pairs-'));
  [runs, prompted, answer, jobState, hasSource] = [[], [], 'declined', 'running', true];
  const transfers = {
    sync: (request: SyncRequest) => {
      runs.push(request);
      return Promise.resolve({ jobId: `job-${runs.length}` });
    },
    planSync: async function* planned(_request: SyncRequest, { onSource }: { onSource?: () => void }) {
      if (hasSource) onSource?.();
      yield await Promise.resolve([{ what: 'only there', name: 'a', target: { at: 'blob', bytes: 1 }, deletes: true }]);
    },
    jobs: () => runs.map((_, index) => ({ id: `job-${index + 1}`, state: jobState })),
  } as unknown as Transfers;
  pairs = new SyncPairs({
    stateDir,
    clock,
    log: () => undefined,
    transfers,
    resolveToken: (token) => Promise.resolve(`/picked/${token}`),
    prompts: {
      request: (request) => {
        prompted.push(request);
        return Promise.resolve(answer === 'declined' ? { answer } : { answer, text: '' });
      },
    },
    timetable: 'runs',
  });
});
afterEach(async () => {
  await pairs.dispose();
  await rm(stateDir, { recursive: true, force: true });
});

const remote = { kind: 'remote', connectionId: 'c', container: 'box', prefix: '' } as const;
const local = { kind: 'local', folderToken: 'desk' } as const;
const folders = { emptyFolders: false, followLinks: false } as const;
const choices = { compare: 'mtime-size', deletes: 'never', maxDelete: 10, exclude: [], ...folders } as const;

it('pairs: delete local files only after main has asked, and blobs without', async () => {
  const down = await pairs.calls['sync.prepare']({ source: remote, target: local, ...choices, exclude: [] }, context);
  const run = (): unknown => pairs.calls['sync.run']({ pairId: down.id, deletions: ['a', 'b'] }, context);
  await expect(run()).rejects.toMatchObject({ kind: 'cancelled' });
  expect(runs).toEqual([]);
  expect(prompted).toEqual([{ kind: 'delete-local', folder: '/picked/desk', files: 2, when: 'now' }]);
  answer = 'confirmed';
  await run();
  expect(runs[0]?.settings.deletes).toEqual(['a', 'b']);
  const up = await pairs.calls['sync.prepare']({ source: local, target: remote, ...choices, exclude: [] }, context);
  await pairs.calls['sync.run']({ pairId: up.id, deletions: ['a'] }, context);
  expect(prompted).toHaveLength(2);
});

it('pairs: delete all names that were chosen in the plan, and limit runs by themselves', async () => {
  const pair = { source: local, target: remote, ...choices, deletes: 'all', maxDelete: 2 } as const;
  const { id } = await pairs.calls['sync.prepare']({ ...pair, exclude: [] }, context);
  await pairs.calls['sync.run']({ pairId: id, deletions: ['a', 'b', 'c'] }, context);
  await pairs.calls['sync.save']({ pairId: id, name: 'Desk', everyMinutes: 15 }, context);
  jobState = 'done';
  await clock.advance(20 * 60_000);
  await expect.poll(() => runs.length).toBe(2);
  expect(runs.map(({ settings }) => [settings.deletes, settings.maxDelete])).toEqual([
    [['a', 'b', 'c'], 3],
    ['all', 2],
  ]);
});

it('pairs: run by themselves at their interval, and not while the last run is under way', async () => {
  const { id } = await pairs.calls['sync.prepare']({ source: local, target: remote, ...choices, exclude: [] }, context);
  await pairs.calls['sync.save']({ pairId: id, name: ' Desk ', everyMinutes: 15 }, context);
  await clock.advance(31_000);
  await expect.poll(() => runs.length).toBe(1);
  await clock.advance(20 * 60_000);
  expect(runs).toHaveLength(1);
  jobState = 'done';
  const later = async (): Promise<number> => {
    await clock.advance(31_000);
    return runs.length;
  };
  await expect.poll(later).toBe(2);
  expect(runs[1]).toMatchObject({ source: { kind: 'local', dir: '/picked/desk' }, settings: { deletes: 'never' } });
});

it('pairs: sync empty folders and follow links inside a local source, when they are chosen', async () => {
  const chosen = { ...choices, exclude: [], emptyFolders: true, followLinks: true };
  const ways = [
    { source: local, target: remote },
    { source: remote, target: local },
  ];
  for (const way of ways) {
    const { id } = await pairs.calls['sync.prepare']({ ...way, ...chosen }, context);
    await pairs.calls['sync.run']({ pairId: id, deletions: [] }, context);
  }
  expect(runs.map(({ options }) => options)).toEqual([
    { emptyFolders: true, followLinks: 'inside' },
    { emptyFolders: true },
  ]);
});

it('pairs: say in a plan that the source holds nothing', async () => {
  const { id } = await pairs.calls['sync.prepare']({ source: remote, target: local, ...choices, exclude: [] }, context);
  for (const has of [true, false]) {
    hasSource = has;
    const plans: SyncPlan[] = [];
    const push = (plan: SyncPlan): void => void plans.push(plan);
    await pairs.streams['sync.plan']({ pairId: id }, { signal: context.signal, push });
    expect(plans.at(-1)).toMatchObject({ state: 'complete', isSourceEmpty: !has, sums: { onlyThere: { files: 1 } } });
  }
});
