// Plans that are made again, after an interruption or in part: everything comes once, wherever it would go now.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { Account } from '../../azure/account';
import { endpointsOf } from '../records/files-state';
import type { DownloadSpec, JobRecord, PlannedFile, UploadSpec } from '../records/job-records';
import { replayJob } from '../fixtures/replay-job';
import { type JobState, apply, newJobState } from '../records/job-state';
import type { MovedFile } from '../records/settled-files';
import { createNameSet } from '../records/name-set';
import { type PlanSink, type PlanSources, otherTargets, planInto } from './planner';

// A plan that was interrupted and is made again: what it reported before is reported once.
describe('a move whose plan was interrupted', () => {
  const chosen = ['a.bin', 'b.bin', 'c.bin'];
  let jobState: JobState;
  let stored: Set<string>;
  let reported: string[];
  let remarks: string[];
  let ports: PlanSink;

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
      untilEnded: async () => 0,
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

  it('reports once what cannot be planned, and counts it once', async () => {
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

  it('does not report sources planned before they disappeared, or a folder that the job has emptied', async () => {
    await planUntilBroken(2);
    for (const f of [0, 3]) apply(jobState, { t: 'ended', f, outcome: 'done' });
    stored.clear();
    await planInto(sources, ports);
    expect(reported).toEqual(['1 b.bin not-found.blob']);
    expect(jobState).toMatchObject({ files: 4, filesDone: 2, planned: true });
  });

  it('leaves items retried during planning to the user, and plans none of them twice', async () => {
    await planUntilBroken();
    stored.add('b.bin');
    const onSteps = (): Promise<void> => {
      if (jobState.failed.has(1)) apply(jobState, { t: 'retry', f: 1, plan: 'again' });
      return Promise.resolve();
    };
    await planInto(sources, { ...ports, onSteps });
    expect(jobState).toMatchObject({ files: 4, failed: new Map(), unplanned: new Map(), planned: true });
  });

  it('reports once what cannot be planned even if it is planned again', async () => {
    await planInto(sources, ports);
    apply(jobState, { t: 'retry', f: 1, plan: 'again' });
    sources = { ...sources, async *movedBy() {} };
    await planUntilBroken();
    await planInto(sources, ports);
    expect(reported).toEqual(['1 b.bin not-found.blob', '4 b.bin not-found.blob']);
    expect(jobState).toMatchObject({ files: 4, failed: new Map([[4, expect.anything()]]), unplanned: new Map() });
  });

  it('plans a choice once if it failed again before the network failed and was retried since', async () => {
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
});

// A download whose plan was interrupted, and whose blobs have changed when it is made again: each is planned once,
// whatever path it would get now.
describe('a download whose plan was interrupted', () => {
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
    // The plan looks up 32 blobs at once: the third one comes with the next group.
    const others = Array.from({ length: 30 }, (_, number) => `${number}.bin`);
    const names = ['one/x.bin', 'two/x.bin', ...others, 'three/x.bin'];
    const selection = names.map((name) => ({ kind: 'blob', name }) as const);
    const options = { ...defaultTransferOptions, overwrite: 'rename' as const };
    const spec: DownloadSpec = {
      kind: 'download',
      connectionId: 'c',
      container: 'from',
      options,
      targetDir,
      selection,
    };
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
    const ports: PlanSink = {
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
      untilEnded: async () => 0,
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

  it('gives each blob one path when nothing has changed', async () => {
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
    'plans no blob twice that %s, and gives its path to no other, even if a new one precedes it',
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
});

// An upload of several folders whose plan was cut short: of two sources with one name the second is neither left out
// silently nor put over the first, though the first has vanished when the plan is made again.
describe('an upload whose plan was interrupted', () => {
  let folder: string;
  let jobState: JobState;
  let moved: MovedFile[];
  let reported: string[];

  const sourceOf = (path: string): string => path.slice(folder.length + 1).replaceAll('\\', '/');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-twins-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // A slow disk, so that the first group of steps is one folder.
    let nowMs = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 200));
    onTestFinished(() => now.mockRestore());
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
    const ports: PlanSink = {
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
      untilEnded: async () => 0,
      onSteps: () => ((left -= 1) === 0 ? Promise.reject(new Error('It was stopped.')) : Promise.resolve()),
      signal: new AbortController().signal,
    };
    const movedBy = async function* () {
      yield moved;
    };
    const target = { descriptor: { accountName: 'own', endpoints: {}, credential: { kind: 'key' } } };
    const planning = planInto({ target, insists: 'no', movedBy } as unknown as PlanSources, ports);
    await (groups === Infinity ? planning : expect(planning).rejects.toThrow('It was stopped.'));
  }

  const planned = (): string[] =>
    [...jobState.open.values()].flatMap(({ file }) => (file.t === 'upload' ? [sourceOf(file.path)] : []));

  it.each(['moves', 'is done'])('reports the second file when the first %s', async (how) => {
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

  it('reports it once, and plans no file twice, when both still exist', async () => {
    await plan(1);
    await plan(2);
    await plan();
    expect(reported).toEqual(['two/x.bin conflict.target-exists']);
    expect(planned()).toEqual(['one/x.bin']);
    expect(jobState).toMatchObject({ files: 2, planned: true });
  });
});

// Where the other files of a job are while files finish.
describe('a part that is planned again', () => {
  const upload = (f: number, name: string) =>
    ({
      t: 'upload',
      f,
      attempt: 0,
      path: `/from/${name}`,
      name,
      bytes: 1,
      mtimeNs: '1',
      ino: '1',
      blockBytes: 0,
    }) as const satisfies PlannedFile;

  it('recognises a file that finishes during its lookup', async () => {
    const spec = {
      ...({ kind: 'upload', connectionId: 'c', container: 'box', options: defaultTransferOptions } as const),
      prefix: '',
      paths: ['/from'],
    };
    const head = { t: 'job', version: 1, id: 'j', createdAtMs: 0, title: '', spec } as const;
    const jobState = replayJob([head, upload(0, 'soon.bin'), upload(1, 'slow.bin'), { t: 'planned' }]);
    if (jobState === null) expect.unreachable();
    jobState.unplannedFrom = 2;
    const ended: MovedFile[] = [];
    let written: readonly MovedFile[] = [];
    const looking = otherTargets(
      jobState,
      {
        write: async () => {
          written = [...ended];
        },
      },
      async function* () {
        yield await Promise.resolve(written);
      },
    );
    apply(jobState, { t: 'ended', f: 0, outcome: 'done' });
    ended.push({ ...upload(0, 'soon.bin'), segments: [], source: '' });
    const { claim } = await looking;
    const kinds = ['soon.bin', 'slow.bin', 'new.bin', 'new.bin'].map((name) => {
      const { f: _f, attempt: _attempt, ...file } = upload(9, name);
      return claim({ kind: 'file', file, remark: '' }).kind;
    });
    expect(kinds).toEqual(['problem', 'problem', 'file', 'problem']);
  });
});
