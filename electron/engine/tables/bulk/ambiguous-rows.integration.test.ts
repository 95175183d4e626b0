// Transactions of a bulk change without a response: they count as perhaps written, however the job ends.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serviceHeaders } from '../../../testing/faults';
import { decodeRecords, encodeRecord } from '../../journal/record-line';
import { row } from '../fixtures/table-bench';
import type { BulkJob } from './bulk-job';
import type { BulkChanges } from './create-bulk';
import { type BulkBench, mark, request, startBulkBench } from './fixtures/bulk-bench';

let bench: BulkBench;
beforeAll(async () => {
  bench = await startBulkBench();
});
afterAll(() => bench.dispose());
afterEach(() => bench.proxy.clearFaults());

const isBatch = ({ method }: { readonly method: string }): boolean => method === 'POST';

describe('a transaction', () => {
  it('carried out and cut off by Cancel can be undone, also after another start', async () => {
    const { engine, job, before } = await cutOff();
    await job.cancel();
    const cancelled = job.view();
    expect(cancelled).toMatchObject({ state: 'cancelled', rowsDone: 0, bulk: { undo: 'kept', rowsInDoubt: 80 } });
    const later = bench.engine();
    await later.recover();
    expect(later.job(job.id).view()).toMatchObject({ bulk: cancelled.bulk, facts: cancelled.facts });
    const undone = await (await engine.undo(job.id)).ended();
    expect(undone).toMatchObject({ state: 'done', rowsDone: 80, rowsRejected: 0 });
    expect(mark(await bench.stored(job.head.table))).toBe(before);
  });

  it('cut off by the end of the app is in doubt after the next start, which knows what the run took', async () => {
    const { job } = await cutOff();
    await job.interrupt();
    const { ranMs } = job.view();
    const later = bench.engine();
    await later.recover();
    const found = later.job(job.id);
    expect(found.view()).toMatchObject({ state: 'interrupted', ranMs, bulk: { undo: 'kept', rowsInDoubt: 80 } });
    bench.proxy.clearFaults();
    await found.resume();
    expect(await found.ended()).toMatchObject({ state: 'done', rowsDone: 80, rowsRejected: 0 });
    expect(ranMs).not.toBeNull();
  });

  it('of a cancelled job whose record lacks it is looked up in its results', async () => {
    const { job, before } = await cutOff();
    await job.cancel();
    const path = join(bench.stateDir, 'bulk', `${job.id}.jsonl`);
    const text = await readFile(path, 'utf8');
    const { values } = decodeRecords(Buffer.from(text));
    await writeFile(path, values.map((record) => encodeRecord(withoutAmbiguousRows(record))).join(''));
    expect(await readFile(path, 'utf8')).not.toBe(text);
    const later = bench.engine();
    await later.recover();
    expect(later.job(job.id).view()).toMatchObject({ state: 'cancelled', bulk: { undo: 'kept', rowsInDoubt: 80 } });
    await (await later.undo(job.id)).ended();
    expect(mark(await bench.stored(job.head.table))).toBe(before);
  });

  it('that the service rejects is not in doubt: there is nothing to undo, and all of it is still to be sent', async () => {
    const { engine, preview } = await deletionOf80();
    bench.proxy.inject({ fault: { kind: 'answer', status: 403, headers: serviceHeaders() }, when: isBatch });
    const job = await preview.start(null);
    const failed = await job.ended();
    expect(failed).toMatchObject({ state: 'failed', rowsDone: 0, bulk: { undo: 'none', rowsInDoubt: 0 } });
    expect((await bench.stored(job.head.table)).length).toBe(80);
    await expect(engine.undo(job.id)).rejects.toMatchObject({ code: 'conflict.other' });
    bench.proxy.clearFaults();
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 80, bulk: { undo: 'kept' } });
  });

  it('rejected without the name of a row is not in doubt when its rows are sent individually', async () => {
    const { preview } = await deletionOf80();
    bench.proxy.inject({ fault: { kind: 'answer', status: 400, headers: serviceHeaders() }, when: isBatch });
    const forbidden = { kind: 'answer', status: 403, headers: serviceHeaders() } as const;
    bench.proxy.inject({ fault: forbidden, when: ({ method }) => method === 'DELETE', skip: 3 });
    const job = await preview.start(null);
    const failed = await job.ended();
    expect(failed).toMatchObject({ state: 'failed', rowsDone: 3, bulk: { undo: 'kept', rowsInDoubt: 0 } });
    expect((await bench.stored(job.head.table)).length).toBe(77);
    bench.proxy.clearFaults();
    await job.resume();
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 80, rowsRejected: 0 });
  });

  it('sent by a job that had failed before leaves it interrupted, not failed, after a kill', async () => {
    bench.proxy.inject({ fault: { kind: 'answer', status: 403, headers: serviceHeaders() }, when: isBatch });
    const { job } = await cutOff(async (begun) => {
      expect(await begun.ended()).toMatchObject({ state: 'failed', rowsDone: 0 });
      await begun.resume();
    });
    const later = bench.engine();
    await later.recover();
    expect(later.job(job.id).view()).toMatchObject({ state: 'interrupted', bulk: { undo: 'kept', rowsInDoubt: 80 } });
    await job.cancel();
  });
});

/** Of all rows of a table, which are in one partition. */
async function deletionOf80(): Promise<Deletion> {
  const table = bench.newTable();
  await bench.fill(
    table,
    Array.from({ length: 80 }, (_, index) => row('p', String(index).padStart(3, '0'))),
  );
  const before = mark(await bench.stored(table));
  const engine = bench.engine();
  return { table, before, engine, preview: await engine.preview('bench', request(table, { kind: 'delete' })) };
}

interface Deletion {
  readonly table: string;
  readonly before: string;
  readonly engine: BulkChanges;
  readonly preview: Awaited<ReturnType<BulkChanges['preview']>>;
}

/** A deletion whose rows are gone, and whose reply does not come. */
async function cutOff(begin: (job: BulkJob) => Promise<void> = () => Promise.resolve()): Promise<CutOff> {
  const { table, before, engine, preview } = await deletionOf80();
  bench.proxy.inject({ fault: { kind: 'stall-download', afterBytes: 0 }, when: isBatch });
  const job = await preview.start(null);
  await begin(job);
  await expect.poll(async () => (await bench.stored(table)).length, { timeout: 10_000 }).toBe(0);
  return { engine, job, before };
}

interface CutOff {
  readonly engine: BulkChanges;
  readonly job: BulkJob;
  readonly before: string;
}

/** As builds before wrote it. */
function withoutAmbiguousRows(record: unknown): unknown {
  return JSON.parse(JSON.stringify(record, (key, value: unknown) => (key === 'rowsInDoubt' ? undefined : value)));
}
