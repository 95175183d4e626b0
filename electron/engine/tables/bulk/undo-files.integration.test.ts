import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkAction } from '@shared/model/table-bulk';
import { writeEntities } from '../batch-write';
import { type BulkBench, mark, orders, request, startBulkBench } from './fixtures/bulk-bench';
import { sdkTable } from '../../../testing/sdk-table';

let bench: BulkBench;
beforeAll(async () => {
  bench = await startBulkBench();
});
afterAll(() => bench.dispose());

const remove: BulkAction = { kind: 'delete' };
const close: BulkAction = {
  kind: 'update',
  changes: [{ kind: 'set', name: 'Status', value: { type: 'Edm.String', value: 'closed' } }],
  mode: 'merge',
};

interface SavedUndo {
  readonly table: string;
  readonly path: string;
  /** Of the table before the change. */
  readonly before: string;
}

/** Changes a table on one machine and saves its undo file. */
async function saved(count: number, action: BulkAction): Promise<SavedUndo> {
  const table = bench.newTable();
  await bench.fill(table, orders(count));
  const before = mark(await bench.stored(table));
  const here = bench.engine();
  const job = await (await here.preview('bench', request(table, action))).start(null);
  await job.ended();
  const path = join(bench.stateDir, `${table}.undo.jsonl`);
  const { rows } = await here.undoFiles.save(job.id, path);
  expect(rows).toBe(count);
  return { table, path, before };
}

/** An engine that knows nothing of the job. */
const elsewhere = () => bench.engine({ stateDir: join(bench.stateDir, 'elsewhere') });

describe('an undo file on another machine', () => {
  it.each<[string, BulkAction]>([
    ['a deletion', remove],
    ['an update', close],
  ])('puts back the rows of %s to the byte', async (_, action) => {
    const { table, path, before } = await saved(1300, action);
    const there = elsewhere();
    const location = { connectionId: 'bench', table };
    const checked = await there.undoFiles.check(location, path);
    expect(checked.found).toMatchObject({
      state: 'complete',
      rows: 1300,
      already: 0,
      obstacles: [],
      elsewhere: [],
      ...(action === remove ? { inserts: 1300, replaces: 0 } : { inserts: 0, replaces: 1300 }),
    });
    expect(checked.found.file).toMatchObject({ table, rows: 1300 });
    const job = await there.undoFiles.restore(location, checked, 'refuse');
    expect(await job.ended()).toMatchObject({ state: 'done', kind: 'restore', rowsDone: 1300, rowsRejected: 0 });
    expect(mark(await bench.stored(table))).toBe(before);

    const again = await there.undoFiles.check(location, path);
    expect(again.found).toMatchObject({ already: 1300, inserts: 0, replaces: 0, obstacles: [] });
    await again.dispose();
    expect(await readdir(join(bench.stateDir, 'elsewhere', 'bulk', 'previews'))).toEqual([]);
  });

  it('skips rows that another client changed, deleted or created again since, and reports which', async () => {
    const { table, path } = await saved(60, close);
    const [changed, gone] = (await bench.stored(table)).slice(3);
    if (changed === undefined || gone === undefined) throw new Error('There are no such rows.');
    await writeEntities(bench.direct, table, [{ ...changed, properties: [] }], { mode: 'upsert-replace' });
    await sdkTable(bench.direct, table).deleteEntity(gone.partitionKey, gone.rowKey);
    const there = elsewhere();
    const location = { connectionId: 'bench', table };
    const checked = await there.undoFiles.check(location, path);
    const nameOf = (one: typeof gone): string => `${one.partitionKey} / ${one.rowKey}`;
    expect(checked.found).toMatchObject({ replaces: 58, inserts: 0 });
    expect(checked.found.obstacles).toEqual([
      { kind: 'changed', count: 1, examples: [nameOf(changed)] },
      { kind: 'gone', count: 1, examples: [nameOf(gone)] },
    ]);
    const job = await there.undoFiles.restore(location, checked, 'refuse');
    const view = await job.ended();
    expect(view).toMatchObject({ state: 'done', rowsDone: 58, rowsRejected: 2 });
    expect(view.failures.map(({ code, examples }) => [code, ...examples]).sort()).toEqual([
      ['conflict.etag-changed', nameOf(changed)],
      ['not-found.entity', nameOf(gone)],
    ]);

    const deleted = await saved(20, remove);
    const [first] = orders(1);
    await writeEntities(bench.direct, deleted.table, first === undefined ? [] : [{ ...first, properties: [] }], {
      mode: 'upsert-replace',
    });
    const check = await there.undoFiles.check({ connectionId: 'bench', table: deleted.table }, deleted.path);
    expect(check.found).toMatchObject({ inserts: 19, obstacles: [{ kind: 'exists', count: 1 }] });
    await check.dispose();
  });

  it('applies to another table only when the user confirms it, and never to a locked connection', async () => {
    const { path, before } = await saved(40, remove);
    const other = bench.newTable();
    await bench.fill(other, []);
    const there = elsewhere();
    const location = { connectionId: 'bench', table: other };
    const checked = await there.undoFiles.check(location, path);
    expect(checked.found.elsewhere).toEqual(['table']);
    await expect(there.undoFiles.restore(location, checked, 'refuse')).rejects.toMatchObject({
      code: 'conflict.other',
    });
    await expect(bench.engine({ locked: 'yes' }).undoFiles.restore(location, checked, 'allow')).rejects.toThrow(
      'locked',
    );
    expect(await bench.stored(other)).toEqual([]);
    await (await there.undoFiles.restore(location, checked, 'allow')).ended();
    expect(mark(await bench.stored(other))).toBe(before);
  });

  it('is rejected when it was truncated or altered, at any position', async () => {
    const { table, path } = await saved(30, remove);
    const whole = await readFile(path);
    const there = elsewhere();
    const check = (): Promise<unknown> => there.undoFiles.check({ connectionId: 'bench', table }, path);
    const location = fc.nat({ max: whole.length - 2 });
    await fc.assert(
      fc.asyncProperty(location, fc.constantFrom('cut', 'altered'), async (at, how) => {
        const spoilt = Buffer.from(how === 'cut' ? whole.subarray(0, at) : whole);
        if (how === 'altered') spoilt[at] = (spoilt[at] ?? 0) ^ 1;
        await writeFile(path, spoilt);
        await expect(check()).rejects.toMatchObject({ code: 'invalid.input', context: { field: 'Undo file' } });
      }),
      { numRuns: 40 },
    );
  });

  it('is saved only of a change that has ended and can be undone', async () => {
    const table = bench.newTable();
    await bench.fill(table, orders(10));
    const engine = bench.engine();
    const job = await (await engine.preview('bench', request(table, close, { undo: 'none' }))).start(null);
    await job.ended();
    const path = join(bench.stateDir, 'none.jsonl');
    await expect(engine.undoFiles.save(job.id, path)).rejects.toMatchObject({ code: 'conflict.other' });
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
