// Every experiment against a real store, with settings so small that it takes seconds: rows, analysis, clean-up.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { experimentOf, experiments } from '@shared/lab/definitions';
import { runCsv } from '@shared/lab/run-files';
import { type RunRecord, samplesOf } from '@shared/lab/run';
import type { LabEvent } from '@shared/lab/lab-messages';
import type { RunningAzurite } from '../../testing/azurite';
import { sdkTable } from '../../testing/sdk-table';
import { acquireAzurite } from '../../testing/shared-azurite';
import type { AccountSource } from '../azure/account';
import { systemClock } from '../system-clock';
import { MetricsRecorder } from '../metrics/recorder';
import { listTables } from '../tables/table-admin';
import { accountsFor, workerPath } from '../transfers/fixtures/test-bench';
import { createAppliedSettings } from './applied-settings';
import { type Lab, createLab } from './create-lab';
import { openCreatedList } from './runs/created-things';

const KiB = 1024;
let azurite: RunningAzurite;
let accounts: AccountSource;
let stateDir: string;
let lab: Lab;

const openLab = (): Lab =>
  createLab({
    accounts,
    clock: systemClock,
    random: Math.random,
    stateDir,
    applied: createAppliedSettings({ folder: join(stateDir, 'lab'), clock: systemClock, log: () => undefined }),
    metrics: new MetricsRecorder(),
    transferWorkerPath: workerPath,
    log: () => undefined,
    sources: { resolve: (token) => Promise.resolve(token) },
    nameOf: () => Promise.resolve('A store'),
  });

beforeAll(async () => {
  azurite = await acquireAzurite();
  accounts = accountsFor(azurite.descriptor());
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-lab-'));
  lab = openLab();
}, 90_000);

afterAll(async () => {
  await lab.dispose();
  await azurite.stop();
  await rm(stateDir, { recursive: true, force: true });
});

const small: Readonly<Record<string, Parameters<Lab['run']>[0]['parameters']>> = {
  'upload-block-sweep': {
    fileSizes: [256 * KiB],
    blockSizes: [64 * KiB, 512 * KiB],
    concurrencies: [2],
    repetitions: 2,
  },
  'transfer-study': { fileSizes: [2 * KiB, 128 * KiB], files: 2, blockBytes: 64 * KiB },
  'file-or-block': { files: 3, fileBytes: 128 * KiB, blockBytes: 64 * KiB, concurrency: 2 },
  'degraded-line': { blockSizes: [64 * KiB], files: 2, fileBytes: 256 * KiB, line: 'none' },
  'table-latency': { entities: 12 },
  'batch-sweep': { batchSizes: [1, 5], concurrencies: [2], entities: 20 },
  saturation: { concurrencies: [1, 2, 3], entities: 20, batchSize: 5 },
  'read-cost': { entities: 120, pageSizes: [50], repetitions: 2 },
  'page-size': { entities: 120, pageSizes: [50, 100], repetitions: 2 },
  'hot-partition': { entitiesPerSecond: 60, seconds: 1, batchSize: 10 },
};
const expectedRows: Readonly<Record<string, number>> = {
  'upload-block-sweep': 6,
  'transfer-study': 8,
  'file-or-block': 18,
  'degraded-line': 4,
  'table-latency': 48,
  'batch-sweep': 2 * (20 + 4),
  saturation: 2 * 3 * 4,
  'read-cost': 2 * 4 * 3,
  'page-size': 2 * (3 + 2),
  'hot-partition': 6,
};

async function runSmall(id: string, over: (typeof small)[string] = {}, signal = new AbortController().signal) {
  const events: LabEvent[] = [];
  const request = {
    connectionId: 'test',
    experimentId: id,
    parameters: { ...small[id], ...over },
    name: '',
    node: 'n1',
  };
  const record = await lab.run(request, signal, (event) => events.push(event));
  return { record, events };
}

it('read-cost: fills its table beyond the burst of a partition', { timeout: 60_000 }, async () => {
  const { record } = await runSmall('read-cost', { line: 'lab-2010', entities: 400, pageSizes: [200], repetitions: 1 });
  expect(record).toMatchObject({ end: 'done' });
  const read = samplesOf(record).reduce((sum, { entities }) => sum + Number(entities), 0);
  expect(read).toBe(4 * 400);
});

const containers = async (): Promise<number> => {
  const account = await accounts.open('test');
  let count = 0;
  for await (const _ of (await account.blobService()).listContainers()) count += 1;
  return count;
};

describe.each(experiments.map(({ id }) => id))('%s', (id) => {
  it('measures, analyses and leaves nothing behind', { timeout: 60_000 }, async () => {
    const { record, events } = await runSmall(id);
    const experiment = experimentOf(id);
    expect(record).toMatchObject({ end: 'done', experimentId: id, nodes: ['n1'] });
    const samples = samplesOf(record);
    const measured = samples.filter(({ mode }) => mode !== 'slice');
    expect(measured.filter(({ ok }) => ok !== 1)).toEqual([]);
    expect(measured).toHaveLength(expectedRows[id]!);
    for (const sample of samples) expect(sample.durationMs).toBeGreaterThan(0);
    const { tables, charts, findings } = experiment.analyse(samples);
    expect(findings.length).toBeGreaterThan(0);
    expect(tables.every(({ rows, columns }) => rows.every((row) => row.length === columns.length))).toBe(true);
    for (const { id: chart, series } of charts) {
      const points = series.flatMap((one) => one.points);
      expect(points.length, chart).toBeGreaterThan(0);
      for (const { x, y, toX } of points) expect([x, y ?? 0, toX ?? 0].every(Number.isFinite), chart).toBe(true);
    }
    // The window received exactly the results that were saved.
    const reported = events.flatMap((event) => (event.kind === 'progress' ? event.rows : []));
    expect(record.rows.slice(0, reported.length)).toEqual(reported);
    const started = events.find((event) => event.kind === 'started');
    expect(record.totals.requests).toBeLessThanOrEqual((started?.dryRun.requests ?? 0) * 3 + 60);
    const account = await accounts.open('test');
    expect((await listTables(account)).map(({ name }) => name)).toEqual([]);
    expect(await containers()).toBe(0);
    const folder = join(stateDir, 'lab', 'runs', record.id);
    expect(await readFile(join(folder, 'data.csv'), 'utf8')).toBe(runCsv(record));
    expect(JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(record)));
  });
});

describe('a run', () => {
  it('records when each of its files began, not only when they ended', { timeout: 60_000 }, async () => {
    const { record } = await runSmall('file-or-block', { files: 6 });
    for (const direction of ['up', 'down']) {
      const alone = samplesOf(record).filter((sample) => sample.mode === 'single' && sample.direction === direction);
      expect(new Set(alone.map(({ startMs }) => startMs)).size).toBe(6);
      expect(Math.max(...alone.map(({ slot }) => Number(slot)))).toBeLessThan(3);
      const byBlocks = samplesOf(record)
        .filter((sample) => sample.mode === 'blocks' && sample.direction === direction)
        .map(({ startMs, durationMs }) => ({ from: Number(startMs), to: Number(startMs) + Number(durationMs) }))
        .sort((a, b) => a.from - b.from);
      for (const [index, { from }] of byBlocks.slice(1).entries()) {
        expect(from, 'one file at a time').toBeGreaterThanOrEqual(byBlocks[index]!.to);
      }
    }
  });

  it('stages a file that is smaller than a block as one block', { timeout: 60_000 }, async () => {
    const { record } = await runSmall('upload-block-sweep', { repetitions: 1 });
    const requests = (blockBytes: number) =>
      samplesOf(record)
        .filter((sample) => sample.blockBytes === blockBytes)
        .map((sample) => sample.requests);
    // The blocks that are there are listed first; then one block, or four, and the list of blocks.
    expect([requests(0), requests(512 * KiB), requests(64 * KiB)]).toEqual([[1], [3], [6]]);
  });

  it('opens as many connections as a setting requests', { timeout: 60_000 }, async () => {
    const { record } = await runSmall('saturation', { concurrencies: [8, 1, 3], entities: 60 });
    const samples = samplesOf(record);
    expect(new Set(samples.map(({ concurrency }) => concurrency))).toEqual(new Set([1, 3, 8]));
    for (const { concurrency, connections } of samples) expect(connections).toBe(concurrency);
  });

  it('writes to a table that several machines name, leaves it, and rejects one with other rows', async () => {
    const account = await accounts.open('test');
    const shared = { concurrencies: [2], entities: 20, partitions: 'one', table: 'Together', partition: 'shared' };
    for (const _ of ['vm1', 'vm2']) expect((await runSmall('saturation', shared)).record.end).toBe('done');
    const tables = await account.tableService();
    const client = sdkTable(account, 'Together');
    const partitions = new Set<string>();
    let rows = 0;
    for await (const { partitionKey } of client.listEntities()) {
      partitions.add(String(partitionKey));
      rows += 1;
    }
    expect([rows, partitions.size]).toEqual([40, 1]);
    await tables.createTable('Orders');
    await sdkTable(account, 'Orders').createEntity({ partitionKey: 'a', rowKey: 'b', Total: 1 });
    const foreign = runSmall('saturation', { ...shared, table: 'Orders' });
    await expect(foreign).rejects.toThrow('Orders holds rows that the lab did not write.');
    await expect(runSmall('saturation', { ...shared, table: 'own' })).rejects.toThrow('nothing to share');
    for (const name of ['Together', 'Orders']) await tables.deleteTable(name);
  });

  it('applies its settings to a connection and reverts them', { timeout: 60_000 }, async () => {
    const signal = new AbortController().signal;
    const { record } = await runSmall('batch-sweep', { batchSizes: [1, 20], entities: 60 });
    const applied = await lab.calls['lab.apply']({ runId: record.id, connectionId: 'test' }, { signal });
    expect(applied).toMatchObject({ batchSize: 20, batchConcurrency: 2, runId: record.id });
    expect(await lab.calls['lab.applied']({}, { signal })).toEqual([applied]);
    await lab.calls['lab.revert']({ connectionId: 'test' }, { signal });
    expect(await lab.calls['lab.applied']({}, { signal })).toEqual([]);
    const { record: latency } = await runSmall('table-latency');
    const rejected = lab.calls['lab.apply']({ runId: latency.id, connectionId: 'test' }, { signal });
    await expect(rejected).rejects.toThrow('The run gives no advice');
  });

  it('repeats the order of settings for the same seed only', { timeout: 60_000 }, async () => {
    const order = (record: RunRecord): unknown[] => samplesOf(record).map(({ step }) => step);
    const settings = { batchSizes: [1, 2, 3, 4, 5, 6], entities: 1, concurrencies: [1], repetitions: 2 };
    const first = (await runSmall('batch-sweep', { ...settings, seed: 7 })).record;
    const again = (await runSmall('batch-sweep', { ...settings, seed: 7 })).record;
    const other = (await runSmall('batch-sweep', { ...settings, seed: 8 })).record;
    expect([first.seed, order(again)]).toEqual([7, order(first)]);
    expect(order(other)).not.toEqual(order(first));
    expect([...order(other)].sort()).toEqual([...order(first)].sort());
  });

  it('keeps its measurements and cleans up when it is cancelled', { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const request = {
      connectionId: 'test',
      experimentId: 'table-latency',
      parameters: { entities: 5000 },
      name: 'Cut',
      node: '',
    };
    const record = await lab.run(request, stop.signal, (event) => {
      if (event.kind === 'progress' && event.rows.length > 0) stop.abort();
    });
    expect(record).toMatchObject({ end: 'cancelled', name: 'Cut' });
    expect(record.sampleCount).toBeGreaterThan(0);
    expect(record.sampleCount).toBeLessThan(20_000);
    expect(await listTables(await accounts.open('test'))).toEqual([]);
  });

  it('is rejected when it would exceed its caps, and is stopped when it does', { timeout: 60_000 }, async () => {
    const order = { connectionId: 'test', experimentId: 'table-latency', name: '', node: '' };
    const beyond = lab.run(
      { ...order, parameters: { entities: 100, maxRequests: 50 } },
      new AbortController().signal,
      () => undefined,
    );
    await expect(beyond).rejects.toThrow(/404 requests; the limit is 50/);
    // Opening connections is not part of the estimate: the cap is reached before the end.
    const tight = await runSmall('table-latency', { entities: 10, concurrency: 40, maxRequests: 50 });
    expect(tight.record).toMatchObject({ end: 'capped', endReason: 'Stopped at the limit of 50 requests.' });
  });

  it('is listed, renamed, imported, merged with others and deleted', { timeout: 60_000 }, async () => {
    const signal = new AbortController().signal;
    const { record } = await runSmall('file-or-block');
    expect(record.name, 'two runs of one minute are told apart').toMatch(/, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await lab.calls['lab.rename-run']({ runId: record.id, name: 'Monday' }, { signal });
    const path = join(stateDir, 'lab', 'runs', record.id, 'run.json');
    const [copy] = await lab.calls['lab.import-runs']({ sources: [path] }, { signal });
    const merged = await lab.calls['lab.merge-runs']({ runIds: [record.id, copy!.id], name: 'Two nodes' }, { signal });
    expect(merged).toMatchObject({ name: 'Two nodes', nodes: ['n1', 'n1 (2)'], sampleCount: record.sampleCount * 2 });
    const { charts } = experimentOf('file-or-block').analyse(samplesOf(await lab.runs.read(merged.id)));
    expect(charts.map(({ id }) => id)).toContain('nodes');
    await lab.calls['lab.delete-run']({ runId: copy!.id }, { signal });
    const names = (await lab.runs.list()).map(({ name }) => name);
    expect(names.filter((name) => name === 'Monday')).toHaveLength(1);
    await expect(lab.runs.read(copy!.id)).rejects.toMatchObject({ code: 'not-found.resource' });
    await writeFile(join(stateDir, 'not-a-run.json'), '{"schemaVersion":1}');
    await expect(
      lab.calls['lab.import-runs']({ sources: [join(stateDir, 'not-a-run.json')] }, { signal }),
    ).rejects.toThrow(/not-a-run.json: id is not valid in a lab run/);
  });
});

it('lab: removes the leftovers of a killed run at the next start', async () => {
  const account = await accounts.open('test');
  const created = join(stateDir, 'lab', 'created');
  const list = await openCreatedList(created, 'killed-run');
  const folder = join(stateDir, 'lab', 'scratch', 'killed-run');
  await list.note({ kind: 'folder', path: folder });
  await list.note({ kind: 'table', connectionId: 'test', name: 'StowageLabkilled' });
  // Recorded, but never created: the process died in between.
  await list.note({ kind: 'container', connectionId: 'test', name: 'stowage-lab-killed' });
  await (await account.tableService()).createTable('StowageLabkilled');
  const next = openLab();
  const signal = new AbortController().signal;
  expect(await next.calls['lab.clean-up']({}, { signal }), 'while it runs in this very engine').toEqual([]);
  expect((await listTables(account)).map(({ name }) => name)).toEqual(['StowageLabkilled']);
  expect(existsSync(join(created, 'killed-run.jsonl'))).toBe(true);
  await list.keep();
  expect(await next.calls['lab.leftovers']({}, { signal })).toMatchObject([
    { runId: 'killed-run', things: ['local files', 'table StowageLabkilled', 'container stowage-lab-killed'] },
  ]);
  await next.recover();
  expect(await listTables(account)).toEqual([]);
  expect(await next.calls['lab.leftovers']({}, { signal })).toEqual([]);
  expect(existsSync(join(created, 'killed-run.jsonl'))).toBe(false);
  await next.dispose();
});
