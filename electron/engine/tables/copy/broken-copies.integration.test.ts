// A copy that does not run through undisturbed: lost replies, a busy service, cut pages, interruptions and pauses, and a
// source that is written to meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { compareKeys } from '@shared/query/evaluate';
import { startFakeTableService } from '../../../testing/fake-table-service';
import { createMetricsLog } from '../../../testing/metrics-log';
import { systemClock } from '../../../testing/clock';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { writeEntities } from '../batch-write';
import { query, row } from '../fixtures/table-bench';
import { busyAccount } from '../jobs/fixtures/busy-account';
import {
  type CopyBench,
  type CopyRoom,
  contentOf,
  copyOf,
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
  it('loses and duplicates nothing when responses are lost, rows are rejected and the service is busy', async () => {
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

  it('counts the rows of a transaction whose response was lost as written, except one changed since', async () => {
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

  it('resumes after an interruption, and includes the time of its first run', async () => {
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

  it('reports that the source was written to while it was copied', async () => {
    await bench.fill('Moving', someRows(3000, 3));
    const room = bench.openRoom();
    const job = await room.room.copies.start(copyOf('Moving', 'MovingCopy', { rowsPerSecond: 4000 }));
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    await job.pause();
    await put('Moving', [row('p000', '000000', [text('V', 'changed meanwhile')])]);
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done' });
    expect(job.report().verdict).toMatchObject({
      outcome: 'source-changed',
      different: 1,
      examples: ['p000 / 000000'],
    });
  });

  it('waits while it is paused, resumes, and ends when it is cancelled', async () => {
    await bench.fill('Slow', someRows(4000, 8));
    // Three pages are in flight at a time. Those behind them receive no response, so the copy cannot have ended.
    const isBatch = ({ path }: { path: string }): boolean => path.endsWith('$batch');
    const held = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBatch, skip: 30, times: Infinity });
    const proxied = bench.openRoom(() => bench.proxied);
    const job = await proxied.room.copies.start(copyOf('Slow', 'SlowCopy'));
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 40_000 }).toBeGreaterThan(0);
    await job.pause();
    expect(job.view().state).toBe('paused');
    await proxied.jobs.calls['jobs.resume']({ jobId: job.id }, { signal: new AbortController().signal });
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
    await job.pause();
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
});
