// A download whose plan was cut short, and whose blobs are other ones when it is made again: each comes once, whatever
// place it would get now.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { Account } from '../../azure/account';
import type { DownloadSpec, JobRecord } from '../records/job-records';
import { type JobState, apply, newJobState } from '../records/job-state';
import type { MovedFile } from '../records/moved-files';
import { createNameSet } from '../records/name-set';
import { endpointsOf } from '../records/files-state';
import { type PlannerPorts, planInto } from './job-planner';

let jobState: JobState;
let stored: Set<string>;
let reported: string[];
let moved: MovedFile[];
let planned: string[];

const send = ({ path }: { path: string }): Promise<unknown> => {
  const name = path.slice('/from/'.length);
  if (!stored.has(name)) return Promise.reject(new StowageError('not-found.blob', 'It is not there.'));
  return Promise.resolve({ headers: { 'content-length': '1', etag: '"1"' }, status: 200 });
};
const account = { send, descriptor: { accountName: 'own', endpoints: {} } } as unknown as Account;

beforeEach(async () => {
  const targetDir = await mkdtemp(join(tmpdir(), 'stowage-plan-'));
  onTestFinished(() => rm(targetDir, { recursive: true }));
  // The plan looks at 32 blobs at once: the third one comes with the next group.
  const others = Array.from({ length: 30 }, (_, number) => `${number}.bin`);
  const names = ['one/x.bin', 'two/x.bin', ...others, 'three/x.bin'];
  const selection = names.map((name) => ({ kind: 'blob', name }) as const);
  const options = { ...defaultTransferOptions, overwrite: 'rename' as const };
  const spec: DownloadSpec = { kind: 'download', connectionId: 'c', container: 'from', options, targetDir, selection };
  jobState = newJobState({ t: 'job', version: 1, id: 'j', createdAtMs: 0, title: '', spec });
  stored = new Set(selection.map(({ name }) => name));
  [reported, moved, planned] = [[], [], []];
});

/** The line breaks behind that many groups of steps. */
async function plan(groups = Infinity): Promise<void> {
  let left = groups;
  const note = (record: JobRecord): void => {
    if (record.t === 'download' && record.name.endsWith('/x.bin'))
      planned.push(`${record.name} ${endpointsOf(record).target}`);
    apply(jobState, record);
  };
  const ports: PlannerPorts = {
    state: jobState,
    preferredBlockBytes: () => null,
    onFile: () => undefined,
    leftOut: createNameSet(),
    onLeftOut: () => undefined,
    journal: { note, write: () => Promise.resolve() } as never,
    onProblem: (f, { source, target, error }) => {
      reported.push(`${source} ${error.code}`);
      const failure = { source, target, code: error.code, message: '', context: {} };
      note({ t: 'ended', f, outcome: 'failed', failure });
    },
    remark: () => undefined,
    onSteps: () => ((left -= 1) === 0 ? Promise.reject(new Error('The line broke.')) : Promise.resolve()),
    signal: new AbortController().signal,
  };
  const movedBy = async function* () {
    yield moved;
  };
  const sources = { source: account, target: account, insists: 'no', movedBy } as unknown as Parameters<
    typeof planInto
  >[0];
  const planning = planInto(sources, ports);
  await (groups === Infinity ? planning : expect(planning).rejects.toThrow('The line broke.'));
}

const done = (f: number): void => {
  const { file } = jobState.open.get(f) ?? expect.unreachable();
  if (file.t !== 'download') expect.unreachable();
  moved.push({ f, path: '', name: file.name, segments: file.segments, source: '' });
  apply(jobState, { t: 'ended', f, outcome: 'done' });
};

it('gives each blob one place when nothing has changed', async () => {
  await plan(1);
  await plan();
  expect(planned).toEqual(['one/x.bin x.bin', 'two/x.bin x (1).bin', 'three/x.bin x (2).bin']);
  expect(jobState).toMatchObject({ files: 33, planned: true });
});

it.each(['moves', 'is done'])(
  'leaves out no blob whose number an earlier one has that %s, though the first is gone',
  async (how) => {
    await plan(1);
    if (how === 'is done') for (const f of [0, 1]) done(f);
    stored.delete('one/x.bin');
    await plan();
    expect(planned).toEqual(['one/x.bin x.bin', 'two/x.bin x (1).bin', 'three/x.bin x (2).bin']);
    expect(reported).toEqual([]);
  },
);

it.each(['moves', 'is done'])(
  'plans no blob twice that %s, and gives its place to no other, though one is new before it',
  async (how) => {
    stored.delete('one/x.bin');
    await plan(1);
    expect(planned).toEqual(['two/x.bin x.bin']);
    if (how === 'is done') done(1);
    stored.add('one/x.bin');
    await plan();
    expect([...planned].sort()).toEqual(['one/x.bin x (1).bin', 'three/x.bin x (2).bin', 'two/x.bin x.bin']);
    expect(jobState).toMatchObject({ files: 33, planned: true });
  },
);
