// An upload of several folders whose plan was cut short: of two sources with one name the second is neither left out
// silently nor put over the first, though the first has vanished when the plan is made again.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { JobRecord, UploadSpec } from '../records/job-records';
import { type JobState, apply, newJobState } from '../records/job-state';
import type { MovedFile } from '../records/moved-files';
import { createNameSet } from '../records/name-set';
import { type PlannerPorts, planInto } from './job-planner';

let folder: string;
let jobState: JobState;
let moved: MovedFile[];
let reported: string[];

const sourceOf = (path: string): string => path.slice(folder.length + 1).replaceAll('\\', '/');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-twins-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['one', 'two']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'x.bin'), name);
  }
  const paths = ['one', 'two'].map((name) => `${join(folder, name)}/`);
  const options = defaultTransferOptions;
  const spec: UploadSpec = { kind: 'upload', connectionId: 'c', container: 'box', prefix: '', options, paths };
  jobState = newJobState({ t: 'job', version: 1, id: 'j', createdAtMs: 0, title: '', spec });
  [moved, reported] = [[], []];
});

/** Is cut short behind that many groups of steps: one for each folder. */
async function plan(groups = Infinity): Promise<void> {
  let left = groups;
  const ports: PlannerPorts = {
    state: jobState,
    preferredBlockBytes: () => null,
    onFile: () => undefined,
    leftOut: createNameSet(),
    onLeftOut: () => undefined,
    journal: { note: (record: JobRecord) => apply(jobState, record), write: () => Promise.resolve() } as never,
    onProblem: (f, { source, target, error }) => {
      reported.push(`${sourceOf(source)} ${error.code}`);
      const failure = { source, target, code: error.code, message: '', context: {} };
      apply(jobState, { t: 'ended', f, outcome: 'failed', failure });
    },
    remark: () => undefined,
    onSteps: () => ((left -= 1) === 0 ? Promise.reject(new Error('It was stopped.')) : Promise.resolve()),
    signal: new AbortController().signal,
  };
  const movedBy = async function* () {
    yield moved;
  };
  const planning = planInto({ insists: 'no', movedBy } as unknown as Parameters<typeof planInto>[0], ports);
  await (groups === Infinity ? planning : expect(planning).rejects.toThrow('It was stopped.'));
}

const planned = (): string[] =>
  [...jobState.open.values()].flatMap(({ file }) => (file.t === 'upload' ? [sourceOf(file.path)] : []));

it.each(['moves', 'is done'])('tells of the second where the first %s', async (how) => {
  await plan(1);
  expect(planned()).toEqual(['one/x.bin']);
  if (how === 'is done') {
    moved.push({ f: 0, path: join(folder, 'one', 'x.bin'), name: 'x.bin', segments: [], source: '' });
    apply(jobState, { t: 'ended', f: 0, outcome: 'done' });
  }
  await rm(join(folder, 'one', 'x.bin'));
  await plan();
  expect(reported).toEqual(['two/x.bin conflict.target-exists']);
  expect(planned()).toEqual(how === 'moves' ? ['one/x.bin'] : []);
});

it('tells of it once, and plans no file twice, where both are still there', async () => {
  await plan(1);
  await plan(2);
  await plan();
  expect(reported).toEqual(['two/x.bin conflict.target-exists']);
  expect(planned()).toEqual(['one/x.bin']);
  expect(jobState).toMatchObject({ files: 2, planned: true });
});
