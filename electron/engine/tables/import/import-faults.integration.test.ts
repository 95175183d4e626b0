import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelled } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { type ImportSettings, defaultImportSettings } from '@shared/model/table-import';
import { systemClock } from '../../../testing/clock';
import type { ProxiedRequest } from '../../../testing/fault-proxy';
import {
  type TableBench,
  importWorkerPath,
  open,
  pagesOf,
  query,
  row,
  rowsOf,
  startTableBench,
} from '../fixtures/table-bench';
import type { Account } from '../../azure/account';
import { busyAccount } from '../jobs/fixtures/busy-account';
import { type TableFiles, createTableFiles } from '../create-table-files';
import { writeEntities } from '../batch-write';
import { createTable } from '../table-admin';

let bench: TableBench;
let dir: string;
const opened: TableFiles[] = [];

beforeAll(async () => {
  bench = await startTableBench();
  dir = await mkdtemp(join(tmpdir(), 'stowage-import-faults-'));
});
afterAll(async () => {
  for (const files of opened) await files.dispose();
  await bench.dispose();
  await rm(dir, { recursive: true, force: true });
});

const isBatch = ({ method, path }: Pick<ProxiedRequest, 'method' | 'path'>): boolean =>
  method === 'POST' && path.endsWith('$batch');
const signal = new AbortController().signal;

/** Another run of the engine with the same state, whose requests pass the proxy. */
function engine(reached: Account = bench.proxied): TableFiles {
  const account = () => Promise.resolve(reached);
  const files = createTableFiles({
    accounts: { open: account, openForWriting: account },
    sources: { resolve: (token) => Promise.resolve(join(dir, token)) },
    stateDir: join(dir, 'state'),
    clock: systemClock,
    importWorkerPath,
    log: () => undefined,
  });
  opened.push(files);
  return files;
}

async function stored(table: string): Promise<readonly Entity[]> {
  return rowsOf(await pagesOf(open(bench.direct, query(table))));
}

/** Every hundredth row has no valid number and is rejected. */
function numberOf(index: number): string {
  return index % 100 === 99 ? '"many"' : String(index);
}

const count = 3000;
const header = 'PartitionKey,RowKey,N:Edm.Int32\n';
const key = (index: number): string => String(index).padStart(5, '0');
const inputs = {
  csv: () =>
    header + Array.from({ length: count }, (_, index) => `p${index % 7},${key(index)},${numberOf(index)}\n`).join(''),
  jsonl: () =>
    Array.from(
      { length: count },
      (_, index) => `{"PartitionKey":"p${index % 7}","RowKey":"${key(index)}","N":${numberOf(index)}}\n`,
    ).join(''),
};

describe('an import that is stopped half-way, with lost replies before and after', () => {
  it.each(['csv', 'jsonl'] as const)(
    'resumes: no row of %s twice, none skipped, rejects in a file',
    async (format) => {
      const table = `Stopped${format}`;
      const path = join(dir, `stopped.${format}`);
      await createTable(bench.direct, table);
      await writeFile(path, inputs[format]());
      const settings: ImportSettings = {
        ...defaultImportSettings,
        concurrency: 2,
        batchSize: 20,
        columns: [{ column: 'N', use: 'import', type: 'Edm.Int32' }],
      };
      const lost = bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch, skip: 3, times: 2 });
      const job = await engine().imports.start({
        connectionId: 'bench',
        table,
        location: { kind: 'file', path },
        reading: {},
        settings,
      });
      await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(300);
      // The current write is not recorded: its response never arrives, and it cannot be read back.
      bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ method }) => method === 'GET', times: Infinity });
      const unnoted = bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch, times: 2 });
      await expect.poll(() => unnoted.hits(), { interval: 1, timeout: 20_000 }).toBe(2);
      await job.interrupt();
      bench.proxy.clearFaults();
      expect(lost.hits()).toBe(2);
      expect((await stored(table)).length).toBeLessThan(count * 0.99);
      // A key that another client takes meanwhile is not one that this import has written.
      const [taken, theirs] = [count - 2, { name: 'N', value: { type: 'Edm.Int32', value: '-1' } } as const];
      await writeEntities(bench.direct.direct(), table, [row(`p${taken % 7}`, key(taken), [theirs])], {
        mode: 'insert',
      });

      bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch, skip: 5, times: 2 });
      const files = engine();
      await files.recover();
      const found = files.imports.unfinished(table, path);
      await found?.resume();
      const view = await found?.ended();
      bench.proxy.clearFaults();
      expect(view).toMatchObject({ state: 'done', rowsDone: count * 0.99 - 1, rowsRejected: count / 100 + 1 });
      const rows = await stored(table);
      expect(rows).toHaveLength(count * 0.99);
      const others = rows.filter(
        ({ rowKey, properties }) => !properties.some(({ value }) => value.value === String(Number(rowKey))),
      );
      expect(others.map(({ rowKey }) => rowKey)).toEqual([key(taken)]);

      const target = `rejects.${format}`;
      await files.calls['imports.save-rejected']({ jobId: found?.id ?? '', targetToken: target }, { signal });
      const lines = (await readFile(join(dir, target), 'utf8'))
        .trim()
        .split(/\r?\n/)
        .slice(format === 'csv' ? 1 : 0);
      expect(new Set(lines).size).toBe(count / 100 + 1);
      expect(lines).toHaveLength(count / 100 + 1);
      expect(lines.filter((line) => !line.includes('many'))).toEqual([expect.stringContaining(key(taken))]);
    },
    60_000,
  );
});

describe('an import that ends before it notes anything down', () => {
  it('finds the rows it has written, and rejects none of them', async () => {
    const table = 'Unnoted';
    const path = join(dir, 'unnoted.csv');
    await createTable(bench.direct, table);
    await writeFile(path, header + Array.from({ length: 60 }, (_, at) => `p,${key(at)},${at}\n`).join(''));
    const through = bench.direct.direct();
    let written = 0;
    const unheard: Account = {
      ...bench.direct,
      direct: () => ({
        ...through,
        send: async (request) => {
          const answer = await through.send(request);
          if (request.method === 'GET') return answer;
          written += 1;
          await new Promise<void>((resolve) => request.signal?.addEventListener('abort', () => resolve()));
          throw cancelled();
        },
      }),
    };
    const job = await engine(unheard).imports.start({
      connectionId: 'bench',
      table,
      location: { kind: 'file', path },
      reading: {},
      settings: { ...defaultImportSettings, concurrency: 3, batchSize: 20 },
    });
    await expect.poll(() => written, { interval: 1, timeout: 20_000 }).toBe(3);
    await job.interrupt();
    expect(job.view().rowsDone).toBe(0);
    const files = engine(bench.direct);
    await files.recover();
    const found = files.imports.unfinished(table, path);
    await found?.resume();
    expect(await found?.ended()).toMatchObject({ state: 'done', rowsDone: 60, rowsRejected: 0 });
    expect(await stored(table)).toHaveLength(60);
  });
});

describe('a malformed input', () => {
  const keys = 'PartitionKey,RowKey,N\n';
  it.each([
    ['open.csv', `${keys}p,1,"open\np,2,3\n`, {}, /^Line 2$/],
    ['keys.csv', 'A,B\n1,2\n', {}, /^PartitionKey$/],
    ['twice.csv', `${keys}p,1,2\n`, { columns: [{ column: 'Nope', use: 'import' }] }, /^Columns$/],
    ['text.json', 'hello', {}, /^Line 1$/],
    ['cut.json', '[{"PartitionKey":"p","RowKey":"1"},\n{"Part', {}, /^Line 2$/],
    ['number.json', '[1,2]', {}, /^Line 1$/],
  ] satisfies readonly (readonly [string, string, Partial<ImportSettings>, RegExp])[])(
    '%s is rejected with the field and the fix, and nothing is sent',
    async (name, text, change, field) => {
      await writeFile(join(dir, name), text);
      const before = bench.proxy.requests.length;
      const job = await engine().imports.start({
        connectionId: 'bench',
        table: 'Nowhere',
        location: { kind: 'file', path: join(dir, name) },
        reading: {},
        settings: { ...defaultImportSettings, ...change },
      });
      const { state, error } = await job.ended();
      expect(state).toBe('failed');
      expect(error?.context.field).toMatch(field);
      expect(String(error?.context.fix)).toMatch(/^[A-Z].+\.$/);
      expect(bench.proxy.requests.length).toBe(before);
    },
  );

  it('with a misplaced quote loses only that row, and preserves it in full', async () => {
    const table = 'Quotes';
    await createTable(bench.direct, table);
    await writeFile(join(dir, 'quotes.csv'), `${keys}p,1,a\np,2,b"c,rest\np,3,d\n`);
    const files = engine();
    const job = await files.imports.start({
      connectionId: 'bench',
      table,
      location: { kind: 'file', path: join(dir, 'quotes.csv') },
      reading: {},
      settings: defaultImportSettings,
    });
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 2, rowsRejected: 1, facts: [] });
    const rejected = await files.calls['imports.rejected-rows']({ jobId: job.id, limit: 5 }, { signal });
    expect(rejected).toMatchObject([{ line: 3, text: 'p,2,"b""c",rest' }]);
  });
});

describe('a file that is checked in the window and then imported', () => {
  it('is read again where it was changed in between', async () => {
    const table = 'CheckedFirst';
    await createTable(bench.direct, table);
    const path = join(dir, 'checked.csv');
    await writeFile(path, 'PartitionKey,RowKey,N\np,1,7\n');
    const files = engine();
    const location = { kind: 'file', path } as const;
    const request = { location, reading: {}, settings: { ...defaultImportSettings, mode: 'upsert-replace' as const } };
    await files.imports.check(request);
    await writeFile(path, 'PartitionKey,RowKey,N\np,1,x\np,2,y\n');
    const job = await files.imports.start({ ...request, connectionId: 'bench', table });
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 2, rowsTotal: 2 });
    expect((await stored(table)).map(({ properties }) => properties[0]?.value.type)).toEqual([
      'Edm.String',
      'Edm.String',
    ]);
  });
});

describe('an import that is paused while the service asks for patience', () => {
  it('ends its waits at once, sends nothing more, and then each row once', async () => {
    const table = 'Patience';
    const path = join(dir, 'patience.csv');
    await createTable(bench.direct, table);
    await writeFile(path, inputs.csv());
    const busy = busyAccount(bench.direct);
    const job = await engine(busy.account).imports.start({
      connectionId: 'bench',
      table,
      location: { kind: 'file', path },
      reading: {},
      settings: {
        ...defaultImportSettings,
        concurrency: 4,
        batchSize: 20,
        columns: [{ column: 'N', use: 'import', type: 'Edm.Int32' }],
      },
    });
    await expect.poll(busy.waiting, { interval: 1, timeout: 20_000 }).toBe(4);
    await job.pause();
    await expect.poll(busy.waiting, { interval: 1 }).toBe(0);
    expect(busy.sent()).toBe(4);
    expect(job.view()).toMatchObject({ state: 'paused', rowsDone: 0 });
    busy.answer();
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: count * 0.99, rowsRejected: count / 100 });
    expect(await stored(table)).toHaveLength(count * 0.99);
  });
});
