import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import type { DiffProgress, Difference } from '@shared/model/table-diff';
import { startFakeTableService } from '../../../testing/fake-table-service';
import { createMetricsLog } from '../../../testing/metrics-log';
import { systemClock } from '../../../testing/clock';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { writeEntities } from '../batch-write';
import { type CopyBench, type CopyRoom, contentOf, someRows, startCopyBench, text } from '../copy/fixtures/copy-bench';
import { query, row } from '../fixtures/table-bench';

let bench: CopyBench;
let here: CopyRoom;
beforeAll(async () => {
  bench = await startCopyBench();
  here = bench.openRoom();
});
afterAll(() => bench.dispose());

const { signal } = new AbortController();
const put = (table: string, rows: readonly Entity[]): Promise<unknown> =>
  writeEntities(bench.direct, table, rows, { mode: 'upsert-replace' });

async function compare(left: string, right: string, leaveOut: string[] = [], room = here): Promise<DiffProgress> {
  const side = (table: string): { connectionId: string; query: ReturnType<typeof query> } => ({
    connectionId: table === 'Cut' ? 'fake' : 'bench',
    query: query(table),
  });
  return room.room.diffs.run({ left: side(left), right: side(right), leaveOut }, signal, () => undefined);
}
async function all(diffId: string, kind?: Difference['kind']): Promise<Difference[]> {
  const page = await here.room.calls['diffs.page']({ diffId, kind, offset: 0, limit: 500 }, { signal });
  return page.differences;
}

describe('comparing two tables', () => {
  it('finds added, removed and changed rows, by property and by type', async () => {
    await bench.fill('Left', [
      row('p', '1', [text('A', 'same'), text('__proto__', 'x')]),
      row('p', '2', [{ name: 'N', value: { type: 'Edm.Int32', value: '7' } }]),
      row('q', '😀', [text('A', 'gone')]),
    ]);
    await bench.fill('Right', [
      row('p', '1', [text('__proto__', 'x'), text('A', 'same')]),
      row('p', '2', [{ name: 'N', value: { type: 'Edm.Int64', value: '7' } }]),
      row('q', '\uff5e', [text('A', 'new')]),
    ]);
    const { diffId, counts, state } = await compare('Left', 'Right');
    expect([state, counts]).toEqual(['complete', { equal: 1, added: 1, removed: 1, changed: 1 }]);
    expect((await all(diffId)).map(({ kind, rowKey }) => [kind, rowKey])).toEqual([
      ['changed', '2'],
      ['removed', '😀'],
      ['added', '\uff5e'],
    ]);
    const [added] = await all(diffId, 'added');
    expect(added).toMatchObject({ left: null, right: { properties: [text('A', 'new')] } });
    expect(added?.right?.etag).toMatch(/^W\//);
    expect((await compare('Left', 'Right', ['N'])).counts).toMatchObject({ equal: 2, changed: 0 });
  });

  it('gives any page of many differences, of each kind and of all', async () => {
    await bench.fill('Many', someRows(1500, 5));
    await bench.fill(
      'Others',
      someRows(1500, 5, (index) => (index % 3 === 0 ? 'else' : `v${index}`)).filter((_, index) => index % 10 !== 1),
    );
    const { diffId, counts } = await compare('Many', 'Others');
    expect(counts).toEqual({ equal: 900, added: 0, removed: 150, changed: 450 });
    const page = (offset: number, kind?: Difference['kind']) =>
      here.room.calls['diffs.page']({ diffId, kind, offset, limit: 70 }, { signal });
    for (const kind of [undefined, 'removed', 'changed'] as const) {
      const found: Difference[] = [];
      for (let offset = 0; ; offset += 70) {
        const { differences, total } = await page(offset, kind);
        found.push(...differences);
        if (differences.length === 0) {
          expect(found).toHaveLength(total);
          break;
        }
      }
      expect(found).toEqual((await all(diffId, kind)).concat(found.slice(500)));
      expect(found.every((one) => kind === undefined || one.kind === kind)).toBe(true);
    }
    expect((await page(600)).differences).toEqual([]);
  });

  it('is the same where the service cuts pages short and sends empty ones', async () => {
    const service = await startFakeTableService();
    const deps = createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: Math.random });
    const account = createAccount(service.descriptor, deps);
    service.fill('Cut', someRows(600, 4));
    service.suffer(({ number }) =>
      number % 3 === 0 ? { kind: 'empty-page' } : { kind: 'time-over', rowsRead: 50 + number },
    );
    await bench.fill(
      'Whole',
      someRows(600, 4, (index) => (index === 77 ? 'other' : `v${index}`)),
    );
    const room = bench.openRoom((id) => (id === 'fake' ? account : bench.direct));
    const { counts } = await compare('Cut', 'Whole', [], room);
    expect(counts).toEqual({ equal: 599, added: 0, removed: 0, changed: 1 });
    account.dispose();
    deps.dispose();
    await service.dispose();
  });

  it('writes nothing into a table of differences that a spreadsheet would run', async () => {
    await bench.fill('Tame', []);
    await bench.fill('Hostile', [row('=1+1', '1', [text('A', '=3+3')])]);
    const { diffId } = await compare('Tame', 'Hostile');
    await here.room.calls['diffs.export']({ diffId, format: 'csv', targetToken: 'hostile.csv' }, { signal });
    const [, line] = (await readFile(join(bench.dir, 'hostile.csv'), 'utf8')).split('\r\n');
    expect(line).toBe("added,'=1+1,1,A,,,Edm.String,'=3+3");
  });

  it('writes its differences to files', async () => {
    const { diffId } = await compare('Left', 'Right');
    const call = here.room.calls['diffs.export'];
    expect(await call({ diffId, format: 'csv', targetToken: 'd.csv' }, { signal })).toEqual({ rows: 3 });
    expect((await readFile(join(bench.dir, 'd.csv'), 'utf8')).split('\r\n').slice(0, 3)).toEqual([
      'Difference,PartitionKey,RowKey,Property,LeftType,LeftValue,RightType,RightValue',
      'changed,p,2,N,Edm.Int32,7,Edm.Int64,7',
      'removed,q,😀,A,Edm.String,gone,,',
    ]);
    await call({ diffId, format: 'jsonl', targetToken: 'd.jsonl' }, { signal });
    const lines = (await readFile(join(bench.dir, 'd.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await all(diffId));
  });

  it('leaves no files once it is closed, nor after a run that never closed it', async () => {
    const other = await startCopyBench();
    await other.fill('One', someRows(5, 1));
    await other.fill('Two', []);
    const files = async (): Promise<number> => (await readdir(join(other.dir, 'state', 'diffs'))).length;
    const room = other.openRoom();
    const closed = await compare('One', 'Two', [], room);
    await room.room.calls['diffs.close']({ diffId: closed.diffId }, { signal });
    expect(await files()).toBe(0);
    await compare('One', 'Two', [], room);
    expect(await files()).toBeGreaterThan(0);
    await other.openRoom().room.recover();
    expect(await files()).toBe(0);
    await other.dispose();
  });
});

describe('applying differences', () => {
  it('makes the right table like the left one, and deletes only on request', async () => {
    await bench.fill('Model', someRows(700, 6));
    const others = [...someRows(700, 6, (index) => (index % 4 === 0 ? 'old' : `v${index}`)).slice(50), row('zz', '1')];
    await bench.fill('Follower', others);
    const first = await compare('Model', 'Follower');
    expect(await here.room.calls['diffs.plan']({ diffId: first.diffId }, { signal })).toMatchObject({
      inserts: first.counts.removed,
      replaces: first.counts.changed,
      deletes: 1,
    });
    const job = await here.room.diffs.apply(first.diffId, 'keep');
    const rows = first.counts.removed + first.counts.changed;
    expect(await job.ended()).toMatchObject({ state: 'done', kind: 'apply-diff', rowsDone: rows, rowsRejected: 0 });
    const second = await compare('Model', 'Follower');
    expect(second.counts).toEqual({ equal: 700, added: 1, removed: 0, changed: 0 });
    await (await here.room.diffs.apply(second.diffId, 'delete')).ended();
    expect(contentOf(await bench.rowsIn('Follower'))).toEqual(contentOf(await bench.rowsIn('Model')));
  });

  it('touches no row that was changed, deleted or made after the comparison, and names it', async () => {
    await bench.fill(
      'Wish',
      [1, 2, 3, 4, 5].map((n) => row('p', String(n), [text('V', 'wanted')])),
    );
    await bench.fill(
      'Have',
      [1, 2, 3].map((n) => row('p', String(n), [text('V', 'old')])),
    );
    const { diffId } = await compare('Wish', 'Have');
    await put('Have', [row('p', '2', [text('V', 'somebody')]), row('p', '4', [text('V', 'somebody')])]);
    await put('Have', [row('p', '5', [text('V', 'wanted')])]);
    const job = await here.room.diffs.apply(diffId, 'delete');
    expect(await job.ended()).toMatchObject({
      state: 'done',
      rowsDone: 3,
      rowsRejected: 2,
      failures: [
        { code: 'conflict.etag-changed', examples: ['p / 2'] },
        { code: 'conflict.exists', examples: ['p / 4'] },
      ],
    });
    const held = (await bench.rowsIn('Have')).map(({ properties }) => properties[0]?.value.value);
    expect(held).toEqual(['wanted', 'somebody', 'wanted', 'somebody', 'wanted']);
  });

  it('resumes after an interruption, also when the outcome of its last piece is unknown', async () => {
    await bench.fill('Long', someRows(1200, 3));
    await bench.fill('Short', []);
    const proxied = bench.openRoom(() => bench.proxied);
    const { diffId } = await compare('Long', 'Short', [], proxied);
    const isBatch = ({ path }: { path: string }): boolean => path.endsWith('$batch');
    const silent = bench.proxy.inject({
      fault: { kind: 'stall-download', afterBytes: 0 },
      when: isBatch,
      skip: 5,
      times: 100,
    });
    const job = await proxied.room.diffs.apply(diffId, 'keep');
    await expect.poll(() => silent.hits(), { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(2);
    await job.interrupt();
    silent.remove();
    const later = bench.openRoom();
    await later.room.recover();
    const found = later.jobs.get(job.id);
    expect(found.view()).toMatchObject({ state: 'interrupted', rowsTotal: 1200, ranMs: job.view().ranMs });
    await found.resume();
    await expect.poll(() => found.view().state, { timeout: 20_000 }).toBe('done');
    expect(found.view()).toMatchObject({ rowsDone: 1200, rowsRejected: 0 });
    expect(contentOf(await bench.rowsIn('Short'))).toEqual(contentOf(await bench.rowsIn('Long')));
  });
});
