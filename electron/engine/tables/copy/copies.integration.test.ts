import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EdmValue, Entity } from '@shared/model/entity';
import type { CopyRule } from '@shared/model/table-copy';
import { compareKeys } from '@shared/query/evaluate';
import { startFakeTableService } from '../../../testing/fake-table-service';
import { busyAccount } from '../jobs/fixtures/busy-account';
import { createMetricsLog } from '../../../testing/metrics-log';
import { systemClock } from '../../../testing/clock';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { writeEntities } from '../batch-write';
import { query, row } from '../fixtures/table-bench';
import { verifyCopy } from './verify-copy';
import {
  type CopyBench,
  type CopyRoom,
  contentOf,
  copyOf,
  hashOf,
  someRows,
  startCopyBench,
  text,
} from './fixtures/copy-bench';

let bench: CopyBench;
let direct: CopyRoom;
beforeAll(async () => {
  bench = await startCopyBench();
  direct = bench.openRoom();
});
afterAll(() => bench.dispose());

const put = (table: string, rows: readonly Entity[]): Promise<unknown> =>
  writeEntities(bench.direct, table, rows, { mode: 'upsert-replace' });

describe('a copy', () => {
  it('keeps every type and hostile names, and says that it verified them', async () => {
    const values: readonly EdmValue[] = [
      { type: 'Edm.Double', value: '200.0' },
      { type: 'Edm.Double', value: 'NaN' },
      { type: 'Edm.Double', value: '-Infinity' },
      { type: 'Edm.Int64', value: '9007199254740993' },
      { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' },
      { type: 'Edm.Guid', value: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e' },
      { type: 'Edm.Binary', value: 'AQID' },
      { type: 'Edm.Boolean', value: false },
      { type: 'Edm.String', value: '007' },
    ];
    const names = ['etag', 'timestamp', '__proto__', 'constructor', 'Été', '_x1', 'toString', 'partitionKey', 'value'];
    const rows = values.map((value, index) =>
      row(`p'${index % 2}`, `r é"${index}`, [...names.map((name) => ({ name, value }))]),
    );
    await bench.fill('Types', rows);
    const job = await direct.room.copies.start(copyOf('Types', 'TypesCopy'));
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: rows.length, error: null });
    expect(contentOf(await bench.rowsIn('TypesCopy'))).toEqual(contentOf(await bench.rowsIn('Types')));
    const { verdict, accessPolicies } = job.report();
    expect(verdict).toMatchObject({ outcome: 'same', rowsRead: 9, rowsFound: 9, missing: 0, different: 0, others: 0 });
    expect(verdict?.hashFound).toBe(verdict?.hashRead);
    expect(accessPolicies).toBe(0);
  });

  it.each<[CopyRule, object, readonly string[][]]>([
    [
      'insert',
      { rowsDone: 1, rowsRejected: 2 },
      [
        ['Old', 'a'],
        ['V', 'b'],
        ['V', 'new'],
      ],
    ],
    [
      'skip',
      { rowsDone: 1, rowsRejected: 0 },
      [
        ['Old', 'a'],
        ['V', 'b'],
        ['V', 'new'],
      ],
    ],
    [
      'merge',
      { rowsDone: 3, rowsRejected: 0 },
      [
        ['Old', 'a', 'V', 'x'],
        ['V', 'y'],
        ['V', 'new'],
      ],
    ],
    [
      'replace',
      { rowsDone: 3, rowsRejected: 0 },
      [
        ['V', 'x'],
        ['V', 'y'],
        ['V', 'new'],
      ],
    ],
  ])('with the rule %s', async (rule, counts, expected) => {
    const [from, to] = [`From${rule}`, `To${rule}`];
    await bench.fill(from, [
      row('p', '1', [text('V', 'x')]),
      row('p', '2', [text('V', 'y')]),
      row('p', '3', [text('V', 'new')]),
    ]);
    await bench.fill(to, [row('p', '1', [text('Old', 'a')]), row('p', '2', [text('V', 'b')]), row('z', 'other')]);
    const target = { connectionId: 'bench', table: to, state: 'existing' as const };
    const job = await direct.room.copies.start(copyOf(from, to, { rule, target }));
    expect(await job.ended()).toMatchObject({ state: 'done', ...counts });
    const rows = (await bench.rowsIn(to)).filter(({ partitionKey }) => partitionKey === 'p');
    expect(rows.map(({ properties }) => properties.flatMap(({ name, value }) => [name, value.value]))).toEqual(
      expected,
    );
    const keepsRows = rule === 'insert' || rule === 'skip';
    expect(job.report()).toMatchObject({
      kept: keepsRows ? 2 : 0,
      keptDifferent: keepsRows ? 2 : 0,
      verdict: { outcome: keepsRows ? 'kept' : 'same', different: keepsRows ? 2 : 0, others: 1 },
    });
    const examples = rule === 'insert' ? [{ code: 'conflict.exists', count: 2, examples: ['p / 1', 'p / 2'] }] : [];
    expect(job.view().failures).toMatchObject(examples);
  });

  it('says of rows that were left alone which are equal, and takes no other difference for theirs', async () => {
    const rows = someRows(6, 1);
    await bench.fill('Leave', rows);
    const [same, other] = rows;
    if (same === undefined || other === undefined) throw new Error('There are no such rows.');
    await bench.fill('Left', [same, { ...other, properties: [text('V', 'theirs')] }]);
    const target = { connectionId: 'bench', table: 'Left', state: 'existing' as const };
    const job = await direct.room.copies.start(copyOf('Leave', 'Left', { rule: 'skip', target }));
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 4, rowsRejected: 0 });
    expect(job.report()).toMatchObject({ kept: 2, keptDifferent: 1, verdict: { outcome: 'kept', different: 1 } });
    expect(job.view().facts).toContainEqual({ name: 'Left alone', value: '1 equal, 1 different' });
    expect(job.view().facts.at(-1)?.value).toContain('p000 / 000001');

    // As many rows differ as were left alone, but not those.
    await put('Left', [
      { ...other, properties: [text('V', 'v1')] },
      { ...same, properties: [text('V', 'spoilt')] },
    ]);
    const { verdict } = job.report();
    const { verdict: later } = await verifyCopy({
      source: { account: bench.direct, query: query('Leave') },
      target: { account: bench.direct, table: 'Left' },
      rule: 'skip',
      madeTarget: 'no',
      clock: systemClock,
      signal: new AbortController().signal,
      read: { rows: 6, hash: verdict?.hashRead ?? '' },
      kept: { different: 1, hash: hashOf([{ ...other, properties: [text('V', 'theirs')] }]) },
      whileAllowed: () => Promise.resolve(),
      onProgress: () => undefined,
    });
    expect(later).toMatchObject({ outcome: 'differs', different: 1, missing: 0 });
  });

  it('takes only what the query gives, and only those rows are checked', async () => {
    await bench.fill('Part', someRows(400, 4));
    const asked = query('Part', { filterText: "PartitionKey eq 'p001' and V ne 'v1'", pageSize: 10 });
    const job = await direct.room.copies.start(
      copyOf('Part', 'PartCopy', { source: { connectionId: 'bench', query: asked } }),
    );
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 99 });
    expect((await bench.rowsIn('PartCopy')).map(({ partitionKey }) => partitionKey)).toEqual(Array(99).fill('p001'));
    expect(job.report().verdict).toMatchObject({ outcome: 'same', rowsNow: 99 });
  });

  it('refuses a target that exists where a new one was asked for, and a table onto itself', async () => {
    await bench.fill('Taken', []);
    const job = await direct.room.copies.start(copyOf('Types', 'Taken'));
    expect(await job.ended()).toMatchObject({ state: 'failed', error: { code: 'conflict.exists' } });
    await expect(direct.room.copies.start(copyOf('Types', 'types'))).rejects.toMatchObject({ code: 'invalid.input' });
  });

  it('loses and doubles nothing when replies are lost, rows are refused and the service is busy', async () => {
    await bench.fill('Shaky', someRows(1500, 9));
    const isBatch = ({ path }: { path: string }): boolean => path.endsWith('$batch');
    const proxied = bench.openRoom(() => bench.proxied);
    const orders = [
      bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch, skip: 2, times: 2 }),
      bench.proxy.inject({ fault: { kind: 'answer', status: 503 }, when: isBatch, skip: 3, times: 2 }),
      bench.proxy.inject({ fault: { kind: 'empty-page' }, when: ({ method }) => method === 'GET', skip: 1, times: 2 }),
    ];
    const job = await proxied.room.copies.start(copyOf('Shaky', 'ShakyCopy'));
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 1500, rowsRejected: 0 });
    for (const order of orders) {
      expect(order.hits()).toBe(2);
      order.remove();
    }
    expect(contentOf(await bench.rowsIn('ShakyCopy'))).toEqual(contentOf(await bench.rowsIn('Shaky')));
  });

  it('takes the rows of a transaction whose reply was lost for its own, but for one that somebody else wrote since', async () => {
    await bench.fill('LostFrom', someRows(20, 1));
    const theirs = row('p000', '000007', [text('V', 'theirs')]);
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: ({ path }) => path.endsWith('$batch') });
    bench.proxy.inject({
      fault: { kind: 'meanwhile', act: () => put('LostTo', [theirs]) },
      when: ({ method, path }) => method === 'GET' && path.includes('RowKey='),
    });
    const job = await bench.openRoom(() => bench.proxied).room.copies.start(copyOf('LostFrom', 'LostTo'));
    expect(await job.ended()).toMatchObject({ rowsDone: 19, rowsRejected: 1 });
    bench.proxy.clearFaults();
  });

  it('goes on after an interruption, and knows what its first run took', async () => {
    await bench.fill('Broken', someRows(3000, 3));
    const job = await direct.room.copies.start(copyOf('Broken', 'BrokenCopy', { rowsPerSecond: 4000 }));
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    await job.interrupt();
    const { ranMs, rowsDone } = job.view();
    const later = bench.openRoom();
    await later.room.recover();
    const found = later.room.copies.get(job.id);
    expect(found.view()).toMatchObject({ state: 'interrupted', rowsDone, ranMs });
    expect(found.report().stage).toBe('copying');
    await found.resume();
    expect(await found.ended()).toMatchObject({ state: 'done', rowsDone: 3000, rowsRejected: 0 });
    expect(found.view().ranMs).toBeGreaterThan(ranMs ?? Infinity);
  });

  it('tells that the source was written to while it was copied', async () => {
    await bench.fill('Moving', someRows(3000, 3));
    const room = bench.openRoom();
    const job = await room.room.copies.start(copyOf('Moving', 'MovingCopy', { rowsPerSecond: 4000 }));
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    job.pause();
    await put('Moving', [row('p000', '000000', [text('V', 'changed meanwhile')])]);
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done' });
    expect(job.report().verdict).toMatchObject({
      outcome: 'source-changed',
      different: 1,
      examples: ['p000 / 000000'],
    });
  });

  it('waits while it is paused, goes on, and ends when it is cancelled', async () => {
    await bench.fill('Slow', someRows(4000, 8));
    // Three pages are under way at a time. What lies behind them is never answered, so the copy cannot have ended.
    const isBatch = ({ path }: { path: string }): boolean => path.endsWith('$batch');
    const held = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBatch, skip: 30, times: Infinity });
    const proxied = bench.openRoom(() => bench.proxied);
    const job = await proxied.room.copies.start(copyOf('Slow', 'SlowCopy'));
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 40_000 }).toBeGreaterThan(0);
    job.pause();
    expect(job.view().state).toBe('paused');
    await proxied.jobs.calls['table-jobs.resume']({ jobId: job.id }, { signal: new AbortController().signal });
    expect(job.view().state).toBe('running');
    await job.cancel();
    held.remove();
    expect(job.view().state).toBe('cancelled');
    expect((await bench.rowsIn('SlowCopy')).length).toBeLessThan(4000);
    await expect(job.resume()).rejects.toMatchObject({ code: 'conflict.other' });
  });

  it('ends its waits for a busy service when it is paused, and then writes each row once', async () => {
    await bench.fill('Patient', someRows(700, 7));
    const busy = busyAccount(bench.direct);
    const { room } = bench.openRoom(() => busy.account);
    const job = await room.copies.start(copyOf('Patient', 'PatientCopy'));
    await expect.poll(busy.waiting, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    job.pause();
    await expect.poll(busy.waiting, { interval: 1 }).toBe(0);
    busy.answer();
    expect(job.view()).toMatchObject({ state: 'paused', rowsDone: 0 });
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 700, rowsRejected: 0 });
    expect(job.report().verdict?.outcome).toBe('same');
  });

  it('reads a service that cuts pages short and sends empty ones', async () => {
    const service = await startFakeTableService();
    const deps = createAccountDeps({ metrics: createMetricsLog(), clock: systemClock, random: Math.random });
    const account = createAccount(service.descriptor, deps);
    const rows = someRows(500, 7).sort(compareKeys);
    service.fill('Cut', rows);
    service.suffer(({ number }) =>
      number % 3 === 0 ? { kind: 'empty-page' } : number % 3 === 1 ? { kind: 'time-over', rowsRead: 70 } : null,
    );
    const { room } = bench.openRoom((id) => (id === 'fake' ? account : bench.direct));
    const source = { connectionId: 'fake', query: query('Cut') };
    const job = await room.copies.start(copyOf('Cut', 'CutCopy', { source }));
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 500 });
    expect(contentOf(await bench.rowsIn('CutCopy'))).toEqual(contentOf(rows));
    expect(job.report().verdict?.outcome).toBe('same');
    account.dispose();
    deps.dispose();
    await service.dispose();
  });

  it('counts rows, partitions and batches before anything is written', async () => {
    await bench.fill('Counted', someRows(350, 2));
    const seen: unknown[] = [];
    await direct.room.streams['copies.preview'](
      { source: { connectionId: 'bench', query: query('Counted') } },
      { signal: new AbortController().signal, push: (preview) => seen.push(preview) },
    );
    expect(seen[seen.length - 1]).toMatchObject({ state: 'complete', rows: 350, partitions: 2, batches: 4 });
  });
});
