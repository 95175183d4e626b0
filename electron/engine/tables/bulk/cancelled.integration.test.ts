// A bulk change that the user cancelled still carries out later requests, and none of the cancelled work.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkAction } from '@shared/model/table-bulk';
import { createFakeClock } from '../../../testing/clock';
import { fullDisk } from '../../../testing/full-disk';
import { isOwned } from '../../journal/owner-lock';
import { writeEntities } from '../batch-write';
import { row } from '../fixtures/table-bench';
import type { BulkJob } from './bulk-job';
import type { BulkChanges } from './create-bulk';
import { type BulkBench, mark, orders, request, startBulkBench } from './fixtures/bulk-bench';

let bench: BulkBench;
beforeAll(async () => {
  bench = await startBulkBench();
});
afterAll(() => bench.dispose());

const remove: BulkAction = { kind: 'delete' };

/** Of 40 rows ten a second: in the first second nine were deleted, and one had changed meanwhile. */
async function cancelled(): Promise<{ readonly engine: BulkChanges; readonly job: BulkJob; readonly table: string }> {
  const table = bench.newTable();
  const rows = Array.from({ length: 40 }, (_, index) => row('p', String(index).padStart(2, '0')));
  await bench.fill(table, rows);
  const clock = createFakeClock();
  const engine = bench.engine({ clock });
  const preview = await engine.preview('bench', request(table, remove));
  await writeEntities(bench.direct, table, [row('p', '05')], { mode: 'upsert-replace' });
  const job = await preview.start(10);
  const settled = (): number => job.view().rowsDone + job.view().rowsRejected;
  await expect.poll(() => clock.pending().length > 0 && settled()).toBe(10);
  await job.cancel();
  expect(job.view()).toMatchObject({ state: 'cancelled', rowsDone: 9, rowsRejected: 1 });
  job.setRate(null);
  return { engine, job, table };
}

/** A deletion of 300 rows, done, and what the table held before it. */
async function deleted() {
  const table = bench.newTable();
  await bench.fill(table, orders(300));
  const before = mark(await bench.stored(table));
  const engine = bench.engine();
  const job = await (await engine.preview('bench', request(table, remove))).start(null);
  expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 300, bulk: { undo: 'kept' } });
  return { engine, job, table, before };
}

const keysIn = async (table: string): Promise<string[]> => (await bench.stored(table)).map(({ rowKey }) => rowKey);

describe('rows that failed, read and tried again after a cancel,', () => {
  it('are the only ones that are changed', async () => {
    const { job, table } = await cancelled();
    await job.retry({ code: 'conflict.etag-changed' });
    expect(await job.ended()).toMatchObject({ state: 'cancelled', rowsDone: 10, rowsRejected: 0 });
    expect(await keysIn(table)).toHaveLength(30);
    await expect(job.resume()).rejects.toMatchObject({ code: 'conflict.other' });
  });

  it('are the only ones also when the app exits meanwhile, or was restarted before', async () => {
    const { job, table } = await cancelled();
    const later = bench.engine();
    await later.recover();
    const found = later.job(job.id);
    found.setRate(null);
    const unanswered = bench.proxy.inject({
      fault: { kind: 'hang' },
      when: ({ method }) => method === 'DELETE',
    });
    await found.retry({ code: 'conflict.etag-changed' });
    await expect.poll(unanswered.hits).toBe(1);
    await found.interrupt();
    bench.proxy.clearFaults();
    const last = bench.engine();
    await last.recover();
    await last.job(job.id).resume();
    expect(await last.job(job.id).ended()).toMatchObject({ state: 'cancelled', rowsDone: 10, rowsRejected: 0 });
    expect(await keysIn(table)).toHaveLength(30);
  });
});

describe('the undo of a change', () => {
  it('can be repeated when it was cancelled, before its first row or after some, also after another start', async () => {
    const { engine, job, table, before } = await deleted();
    const planning = await engine.undo(job.id);
    expect(job.view().bulk?.undo).toBe('used');
    await planning.cancel();
    expect([planning.view().state, job.view().bulk?.undo, await keysIn(table)]).toEqual(['cancelled', 'kept', []]);

    const cut = bench.proxy.inject({ fault: { kind: 'hang' }, when: ({ method }) => method === 'POST', skip: 2 });
    const halfway = await engine.undo(job.id);
    await expect.poll(cut.hits).toBeGreaterThan(0);
    await halfway.cancel();
    bench.proxy.clearFaults();
    expect((await keysIn(table)).length).toBeGreaterThan(0);

    const later = bench.engine();
    await later.recover();
    expect(later.job(job.id).view().bulk?.undo).toBe('kept');
    const again = await later.undo(job.id);
    expect(await again.ended()).toMatchObject({ state: 'done', rowsDone: 300, rowsRejected: 0 });
    expect(mark(await bench.stored(table))).toBe(before);
    await expect(later.undo(job.id)).rejects.toMatchObject({ code: 'conflict.other' });
  });

  it('that cannot be recorded for the change leaves it unowned, and can be recorded later', async () => {
    const { job } = await deleted();
    const disk = await fullDisk();
    await expect(job.noteUndone()).rejects.toMatchObject({ code: 'local.disk-full' });
    disk.mockRestore();
    expect(job.view().bulk?.undo).toBe('kept');
    expect(await isOwned(join(bench.stateDir, 'bulk', `${job.id}.lock`))).toBe(false);
    await job.noteUndone();
    expect(job.view().bulk?.undo).toBe('used');
    const later = bench.engine();
    await later.recover();
    expect(later.job(job.id).view().bulk?.undo).toBe('used');
  });

  it('is had once: not twice at a time, nor again when the job that undid it is forgotten', async () => {
    const { engine, job } = await deleted();
    const [first, second] = await Promise.allSettled([engine.undo(job.id), engine.undo(job.id)]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict.other' } });
    const undone = first.status === 'fulfilled' ? first.value : expect.unreachable();
    await undone.ended();
    await undone.forget();
    const later = bench.engine();
    await later.recover();
    expect(later.job(job.id).view().bulk?.undo).toBe('used');
  });
});
