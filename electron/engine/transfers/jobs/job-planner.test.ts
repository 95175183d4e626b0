// A plan that was cut short and is made again: what it said before is said once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { Account } from '../../azure/account';
import { createNameSet } from '../records/name-set';
import type { JobRecord } from '../records/job-records';
import { type JobState, apply, newJobState } from '../records/job-state';
import { type PlanSources, type PlannerPorts, planInto } from './job-planner';

const chosen = ['a.bin', 'b.bin', 'c.bin'];
let jobState: JobState;
let stored: Set<string>;
let reported: string[];
let remarks: string[];
let ports: PlannerPorts;

const send = ({ path, query }: { path: string; query?: { prefix?: string } }): Promise<unknown> => {
  if (query?.prefix !== undefined) {
    const { prefix } = query;
    const blobs = [...stored]
      .filter((name) => name.startsWith(prefix))
      .map((name) => `<Blob><Name>${name}</Name></Blob>`);
    const body = `<EnumerationResults><Blobs>${blobs.join('')}</Blobs><NextMarker /></EnumerationResults>`;
    return Promise.resolve({ body: Buffer.from(body), headers: {}, status: 200 });
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!stored.has(name)) return Promise.reject(new StowageError('not-found.blob', 'It is not there.'));
  return Promise.resolve({ headers: { 'content-length': '1', etag: '"1"' }, status: 200 });
};
const account = { send, descriptor: { accountName: 'own', endpoints: {} } } as unknown as Account;
let sources: PlanSources;

beforeEach(() => {
  sources = { source: account, target: account, insists: 'no' } as unknown as PlanSources;
  const from = { connectionId: 'c', container: 'from' };
  const selection = [
    ...chosen.map((name) => ({ kind: 'blob', name, as: name }) as const),
    { kind: 'prefix', prefix: 'in/', as: 'in/' } as const,
  ];
  const spec = { kind: 'move', connectionId: 'c', container: 'to', options: defaultTransferOptions } as const;
  jobState = newJobState({
    t: 'job',
    version: 1,
    id: 'j',
    createdAtMs: 0,
    title: '',
    spec: { ...spec, prefix: '', from, selection },
  });
  stored = new Set(['a.bin', 'c.bin', 'in/d.bin']);
  reported = [];
  remarks = [];
  const note = (record: JobRecord): void => apply(jobState, record);
  ports = {
    state: jobState,
    preferredBlockBytes: () => null,
    onFile: () => undefined,
    leftOut: createNameSet(),
    onLeftOut: () => undefined,
    journal: { note, write: () => Promise.resolve() } as never,
    onProblem: (f, { source, target, error }) => {
      reported.push(`${f} ${source} ${error.code}`);
      const failure = { source, target, code: error.code, message: '', context: {} };
      note({ t: 'ended', f, outcome: 'failed', failure });
    },
    remark: (remark) => remarks.push(remark),
    onSteps: () => Promise.resolve(),
    signal: new AbortController().signal,
  };
});

/** Until the line breaks behind its first groups of steps. */
async function planUntilBroken(groups = 1): Promise<void> {
  const broken = new Error('The line broke.');
  let left = groups;
  const onSteps = (): Promise<void> => {
    left -= 1;
    return left === 0 ? Promise.reject(broken) : Promise.resolve();
  };
  await expect(planInto(sources, { ...ports, onSteps })).rejects.toThrow(broken);
}

it('says once what cannot be planned, and counts it once', async () => {
  await planUntilBroken();
  await planUntilBroken(2);
  await planInto(sources, ports);
  expect(reported).toEqual(['1 b.bin not-found.blob']);
  expect(jobState).toMatchObject({ files: 4, failed: new Map([[1, expect.anything()]]), planned: true });
});

it('forgets what can be planned by now', async () => {
  await planUntilBroken();
  stored.add('b.bin');
  await planInto(sources, ports);
  expect(jobState).toMatchObject({ files: 4, failed: new Map(), planned: true });
});

it('says nothing of its own of what was planned before it was gone, and of a folder that the job has emptied', async () => {
  await planUntilBroken(2);
  for (const f of [0, 3]) apply(jobState, { t: 'ended', f, outcome: 'done' });
  stored.clear();
  await planInto(sources, ports);
  expect(reported).toEqual(['1 b.bin not-found.blob']);
  expect(jobState).toMatchObject({ files: 4, filesDone: 2, planned: true });
});

it('leaves to the person what is tried again while it is planned, as what was planned by then is not planned twice', async () => {
  await planUntilBroken();
  stored.add('b.bin');
  const onSteps = (): Promise<void> => {
    if (jobState.failed.has(1)) apply(jobState, { t: 'retry', f: 1, plan: 'again' });
    return Promise.resolve();
  };
  await planInto(sources, { ...ports, onSteps });
  expect(jobState).toMatchObject({ files: 4, failed: new Map(), unplanned: new Map(), planned: true });
});

it('says once what cannot be planned though it is planned once more', async () => {
  await planInto(sources, ports);
  apply(jobState, { t: 'retry', f: 1, plan: 'again' });
  sources = { ...sources, async *movedBy() {} };
  await planUntilBroken();
  await planInto(sources, ports);
  expect(reported).toEqual(['1 b.bin not-found.blob', '4 b.bin not-found.blob']);
  expect(jobState).toMatchObject({ files: 4, failed: new Map([[4, expect.anything()]]), unplanned: new Map() });
});

it('plans a choice once that failed anew before the line broke and was tried again since', async () => {
  await planInto(sources, ports);
  apply(jobState, { t: 'retry', f: 1, plan: 'again' });
  sources = { ...sources, async *movedBy() {} };
  await planUntilBroken();
  apply(jobState, { t: 'retry', f: 4, plan: 'again' });
  await planInto(sources, ports);
  expect(reported).toEqual(['1 b.bin not-found.blob', '4 b.bin not-found.blob', '5 b.bin not-found.blob']);
  expect(jobState).toMatchObject({ files: 4, failed: new Map([[5, expect.anything()]]), unplanned: new Map() });
});

it('knows a file that failed under another name than was planned', async () => {
  await planUntilBroken();
  const { file } = jobState.open.get(0) ?? expect.unreachable();
  apply(jobState, { ...file, name: 'a (1).bin' });
  const failure = { source: 'a.bin', target: 'a (1).bin', code: 'network.reset', message: '', context: {} };
  apply(jobState, { t: 'ended', f: 0, outcome: 'failed', failure });
  await planInto(sources, ports);
  expect(jobState).toMatchObject({
    files: 4,
    failed: new Map([
      [0, expect.anything()],
      [1, expect.anything()],
    ]),
  });
  apply(jobState, { t: 'retry', f: 0 });
  expect(jobState.open.get(0)).toMatchObject({ plannedTarget: 'a.bin', file: { name: 'a (1).bin' } });
});

it('gives a name that two blobs would get to the first of them, whichever is answered first and also once it is moved', async () => {
  const { head } = jobState;
  if (head.spec.kind !== 'move') expect.unreachable();
  const selection = ['a.bin', 'c.bin'].map((name) => ({ kind: 'blob', name, as: 'same.bin' }) as const);
  jobState = newJobState({ ...head, spec: { ...head.spec, selection } });
  const note = (record: JobRecord): void => apply(jobState, record);
  ports = { ...ports, state: jobState, journal: { note } as never };
  await planUntilBroken();
  const answers: (() => void)[] = [];
  const later = (request: { path: string }): Promise<unknown> =>
    new Promise((resolve) => {
      answers.unshift(() => resolve(send(request)));
      if (answers.length === 2) for (const answer of answers) answer();
    });
  sources = { ...sources, source: { ...account, send: later } as unknown as Account };
  await planUntilBroken();
  expect(jobState.open.get(0)?.file).toMatchObject({ source: 'a.bin' });
  apply(jobState, { t: 'ended', f: 0, outcome: 'done' });
  stored.delete('a.bin');
  answers.length = 0;
  await planInto(sources, ports);
  expect(reported).toEqual(['1 c.bin conflict.target-exists']);
  expect(jobState).toMatchObject({ files: 2, filesDone: 1, failed: new Map([[1, expect.anything()]]) });
});

it('remarks once what it leaves out', async () => {
  const targetDir = await mkdtemp(join(tmpdir(), 'stowage-plan-'));
  onTestFinished(() => rm(targetDir, { recursive: true }));
  const marker = { headers: { 'content-length': '0', etag: '"1"', 'x-ms-resource-type': 'directory' }, status: 200 };
  const marked = { ...account, send: () => Promise.resolve(marker) } as unknown as Account;
  const spec = { kind: 'download', connectionId: 'c', container: 'from', options: defaultTransferOptions } as const;
  const selection = [{ kind: 'blob', name: 'marked' } as const];
  jobState = newJobState({ ...jobState.head, spec: { ...spec, targetDir, selection } });
  ports = { ...ports, state: jobState, journal: { note: (record: JobRecord) => apply(jobState, record) } as never };
  sources = { ...sources, source: marked };
  await planUntilBroken();
  await planInto(sources, ports);
  expect(remarks).toEqual(['folder marker']);
});
