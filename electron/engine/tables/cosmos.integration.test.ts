// Everything about tables that Cosmos DB does differently, against Azurite behind a proxy that answers as Cosmos DB does.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StagedEdit } from '@shared/model/edit';
import { systemClock } from '../../testing/clock';
import { type CosmosTables, startCosmosTables } from '../../testing/cosmos-tables';
import { createMetricsLog } from '../../testing/metrics-log';
import type { Account, KeySource } from '../azure/account';
import { type AccountDeps, createAccountDeps } from '../azure/account-deps';
import { createAccount } from '../azure/create-account';
import { pointRequest } from '../lab/steps/payload';
import { writeEntities } from './batch-write';
import { createBulkChanges } from './bulk/create-bulk';
import { countSource } from './copy/count-source';
import { type CopyBench, contentOf, copyOf, someRows, startCopyBench, text } from './copy/fixtures/copy-bench';
import { applyEdits } from './edit/apply';
import { KnownIndexes } from './indexes/index-definitions';
import { openMoveJournal } from './edit/move-journal';
import { openUndoFiles } from './edit/undo-file';
import { JobRegistry } from '../jobs/registry';
import { createTableFiles } from './create-table-files';
import { importWorkerPath, keysOf, open, pagesOf, query, row, rowsOf } from './fixtures/table-bench';
import { readMany } from './read-many';
import { sortedPages } from './sorted-pages';

let bench: CopyBench;
let service: CosmosTables;
let deps: AccountDeps;
let cosmos: Account;
const found: string[] = [];
beforeAll(async () => {
  bench = await startCopyBench();
  const { descriptor } = bench.direct;
  const table = new URL(descriptor.endpoints.table ?? '');
  service = await startCosmosTables(table.origin);
  deps = createAccountDeps({
    metrics: createMetricsLog(),
    clock: systemClock,
    random: Math.random,
    onCosmos: (connectionId) => found.push(connectionId),
  });
  const endpoints = { table: `${service.origin}${table.pathname}` };
  cosmos = createAccount({ ...descriptor, endpoints, tableService: 'cosmos' }, deps);
  await bench.fill('Rows', someRows(600, 20));
});
afterAll(async () => {
  cosmos.dispose();
  deps.dispose();
  await service.dispose();
  await bench.dispose();
});
afterEach(() => service.throttle('alone', 0, 0));

const { signal } = new AbortController();
const sorted = (keys: readonly string[]): string[] => [...keys].sort();
const wanted = (): string[] => sorted(keysOf(someRows(600, 20)));

describe('reading rows in no order', () => {
  it('returns each row once over tokens of many KB, also where ranges would be split', async () => {
    const splitOr = { filterText: "PartitionKey eq 'p001' or PartitionKey eq 'p007'", splitOr: true };
    const ways = [query('Rows'), query('Rows', { parallel: 8 })];
    for (const way of ways) {
      const keys = keysOf(rowsOf(await pagesOf(open(cosmos, way))));
      expect(keys).not.toEqual(wanted());
      expect(sorted(keys)).toEqual(wanted());
    }
    const some = keysOf(rowsOf(await pagesOf(open(cosmos, query('Rows', splitOr)))));
    expect(sorted(some)).toEqual(wanted().filter((key) => /^\["p00[17]"/.test(key)));
  });

  it('continues from a token in the middle of a page', async () => {
    const first = open(cosmos, query('Rows', { limit: 330, pageSize: 250 }));
    const pages = await pagesOf(first);
    const [, second] = pages;
    expect(pages.map(({ rows }) => rows.length)).toEqual([250, 80]);
    const rest = await pagesOf(open(cosmos, query('Rows', { limit: 330, pageSize: 250 }), pages[0]?.token ?? ''));
    expect(second?.token).not.toBeNull();
    const after = await pagesOf(open(cosmos, query('Rows', { limit: 520 }), second?.token ?? ''));
    expect(sorted(keysOf([...rowsOf(pages), ...rowsOf(after)]))).toEqual(wanted());
    expect(rowsOf(rest).length).toBe(330);
  });

  it('counts partitions, finds chosen rows, and sorts where an order is needed, in pieces on disk', async () => {
    let last;
    for await (const preview of countSource(
      cosmos,
      { connectionId: 'bench', query: query('Rows') },
      { clock: systemClock, signal },
    )) {
      last = preview;
    }
    expect(last).toMatchObject({ state: 'complete', rows: 600, partitions: 20, batches: 20 });
    const keys = someRows(600, 20).filter((_, index) => index % 100 < 41);
    const many = await readMany({ account: cosmos, table: 'Rows', clock: systemClock, signal }, keys);
    expect(keysOf(many.rows.flatMap((found) => found ?? []))).toEqual(keysOf(keys));
    const inOrder: string[] = [];
    const options = { concurrency: 4, clock: systemClock, signal, pieceBytes: 30_000 };
    for await (const rows of sortedPages(cosmos, query('Rows'), options)) inOrder.push(...keysOf(rows));
    expect(inOrder).toEqual(wanted());
  });
});

describe('writing', () => {
  it('merges as a POST that names it: alone, in a batch, and in the lab', async () => {
    await bench.fill('Merged', someRows(6, 1));
    const ports = { undo: openUndoFiles(bench.dir), moves: openMoveJournal(bench.dir), indexes: new KnownIndexes() };
    const rows = rowsOf(await pagesOf(open(cosmos, query('Merged'))));
    const edits = rows.map((read, index): StagedEdit => ({
      kind: 'update',
      id: String(index),
      read,
      readColumns: 'all',
      condition: 'as-read',
      changes: [{ kind: 'set', name: 'W', value: { type: 'Edm.String', value: 'new' } }],
      mode: 'merge',
    }));
    const target = { account: cosmos, table: 'Merged', clock: systemClock, signal };
    const single = await applyEdits(target, { edits: edits.slice(0, 1), grouping: 'each' }, ports);
    const batch = await applyEdits(target, { edits: edits.slice(1), grouping: 'transaction' }, ports);
    expect([...single.outcomes, ...batch.outcomes].map(({ kind }) => kind)).toEqual(Array(6).fill('applied'));
    await writeEntities(cosmos, 'Merged', [row('p000', '000001', [text('X', 'x')])], { mode: 'upsert-merge' });
    const tableTarget = { table: 'Merged', endpoint: '', signal };
    await cosmos.send(
      pointRequest(tableTarget, 'update', { partitionKey: 'p000', rowKey: '000002' }, [text('Y', 'y')]),
    );
    const stored = await bench.rowsIn('Merged');
    expect(stored.every(({ properties }) => properties.some(({ name }) => name === 'W'))).toBe(true);
    expect(stored[1]?.properties.map(({ name }) => name)).toEqual(['V', 'W', 'X']);
    expect(stored[2]?.properties.map(({ name }) => name)).toEqual(['V', 'W', 'Y']);
    expect(service.requests.some(({ method }) => method === 'PATCH' || method === 'MERGE')).toBe(false);
  });

  it('waits as long as the service asks for, when it is throttled alone or inside a batch', async () => {
    await bench.fill('Busy', []);
    const timed = async (kind: 'alone' | 'in-batch'): Promise<number> => {
      const from = service.requests.length;
      service.throttle(kind, 1, 900);
      await writeEntities(cosmos, 'Busy', someRows(20, 1), { mode: 'upsert-replace' });
      const times = service.requests.slice(from).map(({ atMs }) => atMs);
      expect(times).toHaveLength(2);
      return (times[1] ?? 0) - (times[0] ?? 0);
    };
    expect(await timed('alone')).toBeGreaterThanOrEqual(895);
    expect(await timed('in-batch')).toBeGreaterThanOrEqual(895);
    expect(await bench.rowsIn('Busy')).toHaveLength(20);
  });

  it('rejects what the service would not store, with the limit, before anything is sent', async () => {
    const from = service.requests.length;
    const rejected = await writeEntities(
      cosmos,
      'Rows',
      [
        row('p', 'ä'.repeat(128)),
        row('p'.repeat(2049), 'r'),
        row('p', 'r', [text('ResourceId', 'x')]),
        row('p', 'r', [text('Long', 'x'.repeat(1_048_570)), text('Longer', 'y'.repeat(1_048_570))]),
      ],
      { mode: 'insert', rejectedRows: 'collect' },
    );
    expect(rejected.rejected.map(({ error }) => error.message)).toEqual([
      'RowKey takes 256 bytes, more than Cosmos DB stores. Shorten it to 255 bytes of UTF-8 or fewer.',
      'PartitionKey takes 2049 bytes, more than Cosmos DB stores. Shorten it to 2048 bytes of UTF-8 or fewer.',
      'ResourceId: Cosmos DB uses this name for a property of its own. Give the property another name.',
      expect.stringMatching(/^entity: the entity has 2097\d{3} bytes\. An entity can have at most 2097152 bytes\.$/),
    ]);
    expect(service.requests).toHaveLength(from);
  });
});

describe('jobs on tables in no order', () => {
  it('copies, verifies and compares', async () => {
    const { room } = bench.openRoom(() => cosmos);
    const job = await room.copies.start(copyOf('Rows', 'RowsCopy'));
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 600, error: null });
    expect(job.report().verdict).toMatchObject({ outcome: 'same', rowsFound: 600, missing: 0, different: 0 });
    await writeEntities(bench.direct, 'RowsCopy', [row('p001', '000001', [text('V', 'else')])], {
      mode: 'upsert-replace',
    });
    const side = (table: string) => ({ connectionId: 'bench', query: query(table) });
    const request = { left: side('Rows'), right: side('RowsCopy'), leaveOut: [] };
    const diff = await room.diffs.run(request, signal, () => undefined);
    expect(diff.counts).toEqual({ equal: 599, added: 0, removed: 0, changed: 1 });
  });

  it('exports every row once, imports with the reason for each rejected row, and changes the result of a query', async () => {
    const files = createTableFiles({
      accounts: { open: async () => cosmos, openForWriting: async () => cosmos },
      sources: { resolve: (token) => Promise.resolve(join(bench.dir, token)) },
      stateDir: join(bench.dir, 'files'),
      clock: systemClock,
      importWorkerPath,
      jobs: new JobRegistry(systemClock),
      log: () => undefined,
    });
    const path = join(bench.dir, 'rows.jsonl');
    const source = { kind: 'query', query: query('Rows', { parallel: 4 }) } as const;
    const exporting = await files.exports.start({ connectionId: 'b', source, columns: [], format: 'jsonl', path });
    expect(await exporting.ended()).toMatchObject({ state: 'done', rowsDone: 600 });

    await bench.fill('Imported', []);
    const csv = join(bench.dir, 'rows.csv');
    await writeFile(csv, `PartitionKey,RowKey,A\np,${'r'.repeat(300)},1\np,good,2\n`);
    const { defaultImportSettings } = await import('@shared/model/table-import');
    const importing = await files.imports.start({
      connectionId: 'b',
      table: 'Imported',
      location: { kind: 'file', path: csv },
      reading: {},
      settings: { ...defaultImportSettings, mode: 'upsert-merge', rejectedRows: 'collect' },
    });
    expect(await importing.ended()).toMatchObject({ state: 'done', rowsDone: 1, rowsRejected: 1 });
    const [rejected] = await importing.rejects.first(1, ',');
    expect(rejected?.message).toBe('RowKey: takes 300 bytes, more than Cosmos DB stores.');
    expect(contentOf(await bench.rowsIn('Imported'))).toMatchObject([{ rowKey: 'good' }]);

    const bulk = createBulkChanges({
      accounts: { open: async () => cosmos, openForWriting: async () => cosmos },
      stateDir: join(bench.dir, 'bulk'),
      clock: systemClock,
      jobs: new JobRegistry(systemClock),
      sources: { resolve: () => Promise.resolve(null) },
      log: () => undefined,
    });
    const change = { kind: 'set', name: 'V', value: { type: 'Edm.String', value: 'bulk' } } as const;
    const preview = await bulk.preview('b', {
      scope: { kind: 'query', query: query('RowsCopy', { parallel: 4 }) },
      action: { kind: 'update', changes: [change], mode: 'merge' },
      condition: 'as-read',
      undo: 'keep',
    });
    expect(await (await preview.start(null)).ended()).toMatchObject({ state: 'done', rowsDone: 600 });
    const changed = await bench.rowsIn('RowsCopy');
    expect(changed.every(({ properties }) => properties[0]?.value.value === 'bulk')).toBe(true);
    await files.dispose();
  });
});

it('takes the second key of the account when it answers 401 to the first', async () => {
  const { credential } = cosmos.descriptor;
  if (credential.kind !== 'key') throw new Error('No key.');
  const wrong = Buffer.alloc(64, 7).toString('base64');
  const accepted: string[] = [];
  const keys: KeySource = {
    other: (_id, rejected) => Promise.resolve(rejected === wrong ? credential.accountKey : null),
    accepted: (_id, key) => void accepted.push(key),
  };
  const rotated = { ...cosmos.descriptor, credential: { ...credential, accountKey: wrong } };
  const list = { service: 'table', operation: 'QueryTables', method: 'GET', path: '/Tables' } as const;
  const send = (account: Account) =>
    account.send({ ...list, resource: '', headers: { accept: 'application/json' }, replay: 'safe' });
  const account = createAccount(rotated, { ...deps, keys });
  expect((await send(account)).status).toBe(200);
  expect(accepted).toEqual([credential.accountKey]);
  const alone = createAccount(rotated, deps);
  await expect(send(alone)).rejects.toMatchObject({ code: 'auth.key-rejected' });
});

it('is recognised by its answers where the host does not reveal it', async () => {
  const { tableService: _known, ...unknown } = cosmos.descriptor;
  const account = createAccount({ ...unknown, connectionId: 'own-domain' }, deps);
  found.length = 0;
  // Without the knowledge, an answer without its headers could come from anywhere; its charge tells the difference.
  const list = { service: 'table', operation: 'QueryTables', method: 'GET', path: '/Tables', resource: '' } as const;
  const headers = { accept: 'application/json' };
  expect((await account.send({ ...list, headers, replay: 'safe' })).status).toBe(200);
  expect(found).toEqual(['own-domain']);
  account.dispose();
});
