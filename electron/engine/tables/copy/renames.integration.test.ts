import { fullDisk } from '../../../testing/full-disk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { writeEntities } from '../batch-write';
import { row } from '../fixtures/table-bench';
import { listTables } from '../table-admin';
import { type CopyBench, type CopyRoom, contentOf, someRows, startCopyBench, text } from './fixtures/copy-bench';
import { sdkTable } from '../../../testing/sdk-table';

let bench: CopyBench;
let direct: CopyRoom;
beforeAll(async () => {
  bench = await startCopyBench();
  direct = bench.openRoom();
});
afterAll(() => bench.dispose());

const exists = async (table: string): Promise<boolean> =>
  (await listTables(bench.direct)).some(({ name }) => name === table);
const put = (table: string, rows: readonly Entity[]): Promise<unknown> =>
  writeEntities(bench.direct, table, rows, { mode: 'upsert-replace' });

describe('renaming a table', () => {
  it('deletes the old table only after the verification and the user’s confirmation', async () => {
    await bench.fill('Before', someRows(300, 3));
    const expected = contentOf(await bench.rowsIn('Before'));
    const job = await direct.room.copies.rename('bench', 'Before', 'After');
    expect(await job.ended()).toMatchObject({ state: 'paused', rowsDone: 300 });
    expect([await exists('Before'), job.report().stage]).toEqual([true, 'confirm']);
    await job.confirm();
    expect(await job.ended()).toMatchObject({ state: 'done' });
    expect([await exists('Before'), await exists('After')]).toEqual([false, true]);
    expect(contentOf(await bench.rowsIn('After'))).toEqual(expected);
    await expect(job.confirm()).rejects.toMatchObject({ code: 'conflict.other' });
  });

  it('retains a table that was written to after the verification, and copies the new rows when it resumes', async () => {
    await bench.fill('Busy', someRows(200, 2));
    const job = await direct.room.copies.rename('bench', 'Busy', 'Quiet');
    await job.ended();
    await put('Busy', [row('p000', '000000', [text('V', 'late')]), row('p009', 'more', [])]);
    await job.confirm();
    expect(await job.ended()).toMatchObject({ state: 'failed', error: { code: 'conflict.source-changed' } });
    expect(await exists('Busy')).toBe(true);
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'paused' });
    await job.confirm();
    expect(await job.ended()).toMatchObject({ state: 'done' });
    expect(await exists('Busy')).toBe(false);
    const rows = await bench.rowsIn('Quiet');
    expect([rows.length, rows[0]?.properties]).toEqual([201, [text('V', 'late')]]);
  });

  it('leaves no copy of a row that the old table lost meanwhile', async () => {
    await bench.fill('Losing', someRows(2000, 2));
    const slow = bench.openRoom(() => bench.proxied);
    const job = await slow.room.copies.rename('bench', 'Losing', 'Lost');
    await expect.poll(() => job.view().rowsDone, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    await job.interrupt();
    const [first] = await bench.rowsIn('Lost');
    await sdkTable(bench.direct, 'Losing').deleteEntity(first?.partitionKey ?? '', first?.rowKey ?? '');
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'failed', error: { code: 'conflict.source-changed' } });
    expect(job.report().verdict).toMatchObject({ outcome: 'source-changed', stale: 1, others: 1 });
    expect(contentOf(await bench.rowsIn('Lost'))).toEqual(contentOf(await bench.rowsIn('Losing')));
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'paused' });
    await job.confirm();
    expect(await job.ended()).toMatchObject({ state: 'done' });
    expect([await exists('Losing'), (await bench.rowsIn('Lost')).length]).toEqual([false, 1999]);
  });

  it('removes nothing that another client wrote into the new table, and retains both', async () => {
    await bench.fill('Mine', someRows(50, 1));
    const job = await direct.room.copies.rename('bench', 'Mine', 'Ours');
    await job.ended();
    await put('Ours', [row('theirs', '1', [text('V', 'new')])]);
    await job.confirm();
    expect(await job.ended()).toMatchObject({ state: 'failed', error: { code: 'conflict.other' } });
    expect(job.view().error?.context.problem).toContain('1 row that Mine does not');
    expect([(await bench.rowsIn('Ours')).length, await exists('Mine')]).toEqual([51, true]);
    await sdkTable(bench.direct, 'Ours').deleteEntity('theirs', '1');
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done' });
    expect(await exists('Mine')).toBe(false);
  });

  it('is found by another run of the engine, which verifies again before it prompts', async () => {
    await bench.fill('Half', someRows(600, 3));
    const job = await direct.room.copies.rename('bench', 'Half', 'Whole');
    await job.ended();
    const later = bench.openRoom();
    await later.room.recover();
    const found = later.room.copies.get(job.id);
    expect(found.view()).toMatchObject({ state: 'interrupted', rowsDone: 600 });
    await expect(found.confirm()).rejects.toMatchObject({ code: 'conflict.other' });
    await found.resume();
    expect(await found.ended()).toMatchObject({ state: 'paused' });
    await found.confirm();
    expect(await found.ended()).toMatchObject({ state: 'done' });
    expect(await exists('Half')).toBe(false);
  });

  it('retains the old table when it was cancelled while it waited for confirmation', async () => {
    await bench.fill('Kept', someRows(20, 1));
    const job = await direct.room.copies.rename('bench', 'Kept', 'NotKept');
    expect(await job.ended()).toMatchObject({ state: 'paused', awaits: 'confirmation' });
    await job.cancel();
    await expect(job.confirm()).rejects.toMatchObject({ code: 'conflict.other' });
    expect([(await job.ended()).state, await exists('Kept')]).toEqual(['cancelled', true]);
  });

  it('continues waiting if the confirmation could not be recorded, and accepts it the next time', async () => {
    await bench.fill('Noted', someRows(20, 1));
    const job = await direct.room.copies.rename('bench', 'Noted', 'Renoted');
    expect(await job.ended()).toMatchObject({ state: 'paused', awaits: 'confirmation' });
    const disk = await fullDisk();
    await expect(job.confirm()).rejects.toMatchObject({ code: 'local.disk-full' });
    disk.mockRestore();
    expect([job.view().state, await exists('Noted')]).toEqual(['paused', true]);
    await job.confirm();
    expect([(await job.ended()).state, await exists('Noted')]).toEqual(['done', false]);
  });

  it('rejects a name that is taken, however often it is attempted, also after a restart', async () => {
    await bench.fill('Occupied', [row('p000', '000000', [text('V', 'theirs')])]);
    await bench.fill('Wants', someRows(5, 1));
    const rejected = { state: 'failed', error: { code: 'conflict.exists' } };
    const job = await direct.room.copies.rename('bench', 'Wants', 'Occupied');
    expect(await job.ended()).toMatchObject(rejected);
    for (let round = 0; round < 2; round += 1) {
      await job.resume();
      expect(await job.ended()).toMatchObject(rejected);
    }
    const later = bench.openRoom();
    await later.room.recover();
    const afterRestart = later.room.copies.get(job.id);
    await afterRestart.resume();
    expect(await afterRestart.ended()).toMatchObject(rejected);
    expect(contentOf(await bench.rowsIn('Occupied'))).toEqual([
      { partitionKey: 'p000', rowKey: '000000', properties: [text('V', 'theirs')] },
    ]);
    expect(await exists('Wants')).toBe(true);
    await sdkTable(bench.direct, 'Occupied').deleteTable();
    await afterRestart.resume();
    expect(await afterRestart.ended()).toMatchObject({ state: 'paused', rowsDone: 5 });
    await expect(job.resume()).rejects.toMatchObject({ code: 'conflict.other' });
  });
});
