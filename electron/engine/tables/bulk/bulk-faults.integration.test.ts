import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withChanges } from '@shared/edit/changes';
import type { PropertyChange } from '@shared/model/edit';
import type { EdmValue, Entity } from '@shared/model/entity';
import type { BulkAction } from '@shared/model/table-bulk';
import { createFakeClock } from '../../../testing/clock';
import { type FakeTableFault, startFakeTableService } from '../../../testing/fake-table-service';
import { type Fault, type FaultyRequest, busyAfterActing } from '../../../testing/faults';
import { createMetricsLog } from '../../../testing/metrics-log';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { query, row } from '../fixtures/table-bench';
import { JobRegistry } from '../../jobs/registry';
import { createBulkChanges } from './create-bulk';
import { type BulkBench, hastyClock, mark, noSources, orders, request, startBulkBench } from './fixtures/bulk-bench';
import type { BulkChildTask } from './fixtures/bulk-child';
import { effectiveChanges } from './row-action';

let bench: BulkBench;
let programDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  programDir = await mkdtemp(join(tmpdir(), 'stowage-bulk-child-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '@shared': resolve(__dirname, '../../../../shared') } },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(__dirname, 'fixtures/bulk-child.ts'),
      outDir: programDir,
      emptyOutDir: true,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'child.js', codeSplitting: false } },
    },
  });
  bench = await startBulkBench();
});
afterAll(async () => {
  await bench.dispose();
  await rm(programDir, { recursive: true, force: true });
});
afterEach(() => {
  bench.proxy.clearFaults();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const isBatch = ({ method }: FaultyRequest): boolean => method === 'POST';
const remove: BulkAction = { kind: 'delete' };

/**
 * Runs the change in a separate process, which never receives the outcome of its batches after the first `batches`;
 * kills it when it has sent more.
 */
async function runKilled(task: Omit<BulkChildTask, 'descriptor' | 'stateDir'>, batches: number): Promise<string> {
  const unseen = bench.proxy.inject({
    fault: { kind: 'stall-download', afterBytes: 0 },
    when: isBatch,
    skip: batches,
    times: 1000,
  });
  const whole: BulkChildTask = { ...task, descriptor: bench.proxied.descriptor, stateDir: bench.stateDir };
  const child = spawn(process.execPath, [join(programDir, 'child.js'), JSON.stringify(whole)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  await expect.poll(unseen.hits).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  unseen.remove();
  return line.toString().trim();
}

describe('a process killed in the middle', () => {
  it('leaves a deletion that resumes to the last row and can be undone to the byte', async () => {
    const table = bench.newTable();
    await bench.fill(table, orders(1300));
    const before = mark(await bench.stored(table));
    const jobId = await runKilled({ request: request(table, remove), rowsPerSecond: null }, 5);
    const left = (await bench.stored(table)).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(1300);

    const engine = bench.engine();
    await engine.recover();
    const job = engine.job(jobId);
    expect(job.view()).toMatchObject({ state: 'interrupted', rowsTotal: 1300 });
    expect(job.view().rowsDone).toBeLessThanOrEqual(1300 - left);
    await job.resume();
    expect(await job.ended()).toMatchObject({
      state: 'done',
      rowsDone: 1300,
      rowsRejected: 0,
      bulk: { rowsUnchanged: 0 },
    });
    expect(await bench.stored(table)).toEqual([]);

    const undone = await engine.undo(jobId);
    expect(await undone.ended()).toMatchObject({ state: 'done', rowsDone: 1300, rowsRejected: 0 });
    expect(mark(await bench.stored(table))).toBe(before);
  });

  it('leaves an update that changes every row once', async () => {
    const table = bench.newTable();
    await bench.fill(table, orders(1500));
    const before = await bench.stored(table);
    const change = { kind: 'set', name: 'Status', value: { type: 'Edm.String', value: 'closed' } } as const;
    const action: BulkAction = { kind: 'update', changes: [change], mode: 'merge' };
    const jobId = await runKilled({ request: request(table, action), rowsPerSecond: null }, 5);
    const changedOnce = new Map((await bench.stored(table)).map((one) => [one.rowKey, one]));

    const engine = bench.engine();
    await engine.recover();
    const job = engine.job(jobId);
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 1500, rowsRejected: 0 });
    const after = await bench.stored(table);
    expect(mark(after)).toBe(
      mark(before.map((one) => ({ ...one, properties: withChanges(one.properties, [change]) }))),
    );
    const untouched = after.filter(({ rowKey, etag }) => changedOnce.get(rowKey)?.etag === etag);
    const wereDone = [...changedOnce.values()].filter(({ properties }) =>
      properties.some(({ name, value }) => name === 'Status' && value.value === 'closed'),
    );
    expect(wereDone.length).toBeGreaterThan(0);
    expect(untouched).toHaveLength(wereDone.length);
  });
});

const values: fc.Arbitrary<EdmValue> = fc.oneof(
  fc.constantFrom('', 'x', 'ä"\u2028').map((value): EdmValue => ({ type: 'Edm.String', value })),
  fc.constantFrom('1.0', 'NaN').map((value): EdmValue => ({ type: 'Edm.Double', value })),
  fc.constantFrom('9007199254740993').map((value): EdmValue => ({ type: 'Edm.Int64', value })),
);
const names = fc.constantFrom('A', 'B', 'C');
const changes: fc.Arbitrary<PropertyChange> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), name: names, value: values }),
  fc.record({ kind: fc.constant('remove' as const), name: names }),
  fc.record({ kind: fc.constant('rename' as const), name: names, to: fc.constantFrom('A', 'D') }),
);
const actions: fc.Arbitrary<BulkAction> = fc.oneof(
  fc.constant(remove),
  fc.record({
    kind: fc.constant('update' as const),
    changes: fc.array(changes, { minLength: 1, maxLength: 3 }),
    mode: fc.constantFrom('merge' as const, 'replace' as const),
  }),
);
const tables: fc.Arbitrary<Entity[]> = fc
  .array(fc.dictionary(names, values, { noNullPrototype: false }), { minLength: 1, maxLength: 40 })
  .map((list) =>
    list.map((properties, index) =>
      row(
        `p${index % 4}`,
        String(index),
        Object.entries(properties).map(([name, value]) => ({ name, value })),
      ),
    ),
  );
const faults: fc.Arbitrary<Fault> = fc.constantFrom<Fault>(
  { kind: 'drop-reply' },
  { kind: 'reset-upload', afterBytes: 20 },
  { kind: 'answer', status: 503, headers: { 'x-ms-request-id': 'x', 'retry-after': '1' } },
  { kind: 'answer-after', status: 500, headers: { 'x-ms-request-id': 'x' } },
  busyAfterActing,
  { kind: 'cut-body', bytes: 40 },
);

/**
 * The result of the action for a row; null for none. A row that already has the target name of a rename is rejected.
 */
function modelled(action: BulkAction, entity: Entity): Entity | null {
  if (action.kind === 'delete') return null;
  let { properties } = entity;
  for (const change of effectiveChanges(action.changes, properties)) {
    const clashes = change.kind === 'rename' && properties.some(({ name }) => name === change.to);
    if (clashes) return entity;
    properties = withChanges(properties, [change]);
  }
  return { ...entity, properties };
}

/** Rows of which nothing is left but their keys, in one transaction. */
const twoOfAPartition = ['0', '4'].map((key) =>
  row('p0', key, [{ name: 'B', value: { type: 'Edm.String', value: '' } }]),
);
const onlyPropertyRemoved: BulkAction = { kind: 'update', changes: [{ kind: 'remove', name: 'B' }], mode: 'merge' };

describe('whatever goes wrong on the way', () => {
  it('the result is the action applied to each row that matches', async () => {
    await fc.assert(
      fc.asyncProperty(tables, actions, fc.array(faults, { maxLength: 3 }), async (rows, action, injected) => {
        const table = bench.newTable();
        await bench.fill(table, rows);
        for (const fault of injected) bench.proxy.inject({ fault, when: ({ method }) => method !== 'GET' });
        bench.proxy.inject({ fault: { kind: 'empty-page' }, when: ({ path }) => path.endsWith('()') });
        const scope = { kind: 'query', query: query(table, { filterText: "PartitionKey ne 'p1'" }) } as const;
        const job = await (await bench.engine().preview('bench', request(table, action, { scope }))).start(null);
        const view = await job.ended();
        bench.proxy.clearFaults();
        expect(view).toMatchObject({ state: 'done', error: null });
        const wanted = rows.flatMap((one) => (one.partitionKey === 'p1' ? one : (modelled(action, one) ?? [])));
        expect(mark(await bench.stored(table))).toBe(mark(wanted));
      }),
      {
        numRuns: 15,
        examples: [
          [twoOfAPartition, onlyPropertyRemoved, []],
          [twoOfAPartition, remove, [busyAfterActing]],
        ],
      },
    );
  });

  it('the preview finds every row once, however the service cuts its pages', async () => {
    const service = await startFakeTableService();
    const deps = createAccountDeps({ metrics: createMetricsLog(), clock: hastyClock, random: Math.random });
    const account = createAccount(service.descriptor, deps);
    const open = () => Promise.resolve(account);
    const clock = createFakeClock();
    const engine = createBulkChanges({
      accounts: { open, openForWriting: open },
      stateDir: bench.stateDir,
      clock,
      jobs: new JobRegistry(clock),
      sources: noSources,
      log: () => undefined,
    });
    const cuts: fc.Arbitrary<FakeTableFault | null> = fc.constantFrom<FakeTableFault | null>(
      ...[null, { kind: 'empty-page' } as const, { kind: 'partition-boundary' } as const],
      ...[{ kind: 'time-over', rowsRead: 3 } as const, { kind: 'truncated-body', bytes: 30 } as const],
    );
    // An answer that is cut a third time is given up.
    const cutLists = fc
      .array(cuts, { maxLength: 12 })
      .filter((list) => list.filter((cut) => cut?.kind === 'truncated-body').length < 3);
    await fc.assert(
      fc.asyncProperty(tables, cutLists, async (rows, list) => {
        service.fill('Faulty', rows);
        const first = service.requests.length;
        service.suffer(({ number }) => list[number - first - 1] ?? null);
        const { found, dispose } = await engine.preview('fake', request('Faulty', remove));
        await dispose();
        expect(found).toMatchObject({ rows: rows.length, affected: rows.length, ended: 'end' });
        expect(found.partitions).toBe(new Set(rows.map(({ partitionKey }) => partitionKey)).size);
      }),
      { numRuns: 60 },
    );
    await service.dispose();
    account.dispose();
    deps.dispose();
  });

  it('stopped at any moment has written exactly what it reports, and is undone to the byte', async () => {
    const change = { kind: 'set', name: 'Status', value: { type: 'Edm.String', value: 'closed' } } as const;
    const stopped = fc.constantFrom<BulkAction>(remove, { kind: 'update', changes: [change], mode: 'merge' });
    await fc.assert(
      fc.asyncProperty(stopped, fc.integer({ min: 5, max: 30 }), fc.nat(3), async (action, rate, seconds) => {
        const table = bench.newTable();
        await bench.fill(table, orders(90));
        const before = await bench.stored(table);
        const clock = createFakeClock();
        const engine = bench.engine({ clock });
        const scope = { kind: 'query', query: query(table, { filterText: "Status eq 'open'" }) } as const;
        const job = await (await engine.preview('bench', request(table, action, { scope }))).start(rate);
        // It waits for the next second, and all its requests received a response: otherwise their outcome would be
        // unknown.
        const isPaused = (): boolean => clock.pending().length > 0 && job.view().bulk?.rowsInDoubt === 0;
        const untilPaused = async (): Promise<void> => {
          await expect.poll(() => isPaused() || job.view().endedAtMs !== null).toBe(true);
        };
        await untilPaused();
        for (let second = 0; second < seconds && job.view().endedAtMs === null; second += 1) {
          await clock.advance(1000);
          await untilPaused();
        }
        if (job.view().endedAtMs === null) await job.cancel();
        const after = new Map((await bench.stored(table)).map((one) => [one.rowKey, one.etag]));
        const touched = before.filter(({ rowKey, etag }) => after.get(rowKey) !== etag);
        expect(touched).toHaveLength(job.view().rowsDone - (job.view().bulk?.rowsUnchanged ?? 0));
        expect(touched.length).toBeLessThanOrEqual(rate * (seconds + 1));
        expect(touched.every(({ properties }) => properties.some(({ value }) => value.value === 'open'))).toBe(true);
        await (await engine.undo(job.id)).ended();
        expect(mark(await bench.stored(table))).toBe(mark(before));
      }),
      { numRuns: 3, examples: [[remove, 5, 1]] },
    );
  });
});
