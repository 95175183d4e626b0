import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultImportSettings } from '@shared/model/table-import';
import type { TableJob } from '@shared/model/table-job';
import { type BreakableLine, openLine } from '../../../testing/breakable-line';
import type { FaultyRequest } from '../../../testing/faults';
import { query, row } from '../fixtures/table-bench';
import { type FilesBench, startFilesBench } from './fixtures/files-bench';

const rows = 2_500;
const keys = Array.from({ length: rows }, (_, index) => String(index).padStart(5, '0'));

let bench: FilesBench;
let line: BreakableLine;
beforeAll(async () => {
  bench = await startFilesBench();
  line = await openLine(bench.proxy.origin);
});
afterAll(async () => {
  await line.dispose();
  await bench.dispose();
});
beforeEach(() => bench.proxy.clearFaults());

interface FollowedJob {
  view(): TableJob;
  ended(): Promise<TableJob>;
}

/**
 * Lets some requests through, breaks the network under the next, and restores it when the job reports that it waits.
 */
async function overAnOutage(isPart: (request: FaultyRequest) => boolean, start: () => Promise<FollowedJob>) {
  const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isPart, skip: 2, times: 1000 });
  const job = await start();
  await expect.poll(() => hang.hits() > 0 && job.view().rowsDone > 0, { timeout: 20_000 }).toBe(true);
  await line.cut();
  await expect.poll(() => job.view().note, { timeout: 20_000 }).toMatch(/^waiting for the network: /u);
  hang.remove();
  expect(job.view()).toMatchObject({ state: 'running', error: null });
  await line.mend();
  return job.ended();
}

describe('a line that breaks', () => {
  it('is waited for by an import, which loses and doubles nothing', async () => {
    const table = await bench.newTable();
    const path = join(bench.dir, 'outage.csv');
    await writeFile(path, ['PartitionKey,RowKey', ...keys.map((key) => `p,${key}`), ''].join('\n'));
    const { imports } = bench.openFiles(bench.through(line.origin));
    const location = { kind: 'file', path } as const;
    const request = { connectionId: 'bench', table, location, reading: {}, settings: defaultImportSettings };
    const ended = await overAnOutage(
      ({ method }) => method === 'POST',
      () => imports.start(request),
    );
    expect(ended).toMatchObject({ state: 'done', note: '', rowsDone: rows, rowsRejected: 0, failures: [] });
    expect((await bench.exportTo(table, 'outage.jsonl')).split('\n')).toHaveLength(rows + 1);
  });

  it('is waited for by an export, whose file is whole', async () => {
    const table = 'OutageOfExport';
    await bench.fill(
      table,
      keys.map((key) => row('p', key)),
    );
    const { exports } = bench.openFiles(bench.through(line.origin));
    const source = { kind: 'query', query: query(table, { pageSize: 500 }) } as const;
    const path = join(bench.dir, 'whole.jsonl');
    const request = { connectionId: 'bench', source, columns: [], format: 'jsonl' as const, path };
    const ended = await overAnOutage(
      ({ method, path: requestPath }) => method === 'GET' && requestPath.includes(table),
      () => exports.start(request),
    );
    expect(ended).toMatchObject({ state: 'done', note: '', rowsDone: rows });
    expect(await bench.exportTo(table, 'again.jsonl')).toBe(await readFile(path, 'utf8'));
  });

  it('ends a job at once if the service never responded', async () => {
    const table = await bench.newTable();
    await writeFile(join(bench.dir, 'few.csv'), 'PartitionKey,RowKey\np,1\n');
    await line.cut();
    const { imports } = bench.openFiles(bench.through(line.origin));
    const location = { kind: 'file', path: join(bench.dir, 'few.csv') } as const;
    const request = { connectionId: 'bench', table, location, reading: {}, settings: defaultImportSettings };
    const ended = await (await imports.start(request)).ended();
    await line.mend();
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'network.refused' } });
  });
});
