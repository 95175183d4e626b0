// What a copy of entities writes, by the rule for rows that exist, and how it is verified.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionEntity } from '@shared/indexes/index-rows';
import type { EdmValue, Entity } from '@shared/model/entity';
import type { CopyRule } from '@shared/model/table-copy';
import { systemClock } from '../../../testing/clock';
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
  it('preserves every type and hostile names, and reports that it verified them', async () => {
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

  it('reports which of the skipped rows are equal, and does not confuse them with other differences', async () => {
    const rows = someRows(6, 1);
    await bench.fill('Leave', rows);
    const [same, other] = rows;
    if (same === undefined || other === undefined) throw new Error('There are no such rows.');
    await bench.fill('Left', [same, { ...other, properties: [text('V', 'theirs')] }]);
    const target = { connectionId: 'bench', table: 'Left', state: 'existing' as const };
    const job = await direct.room.copies.start(copyOf('Leave', 'Left', { rule: 'skip', target }));
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 4, rowsRejected: 0 });
    expect(job.report()).toMatchObject({ kept: 2, keptDifferent: 1, verdict: { outcome: 'kept', different: 1 } });
    expect(job.view().facts).toContainEqual({ name: 'Skipped', value: '1 equal, 1 different' });
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

  it.each([
    ['PartitionKey', 'ExcludedP'],
    ['RowKey', 'ExcludedR'],
  ])('of conditions on the %s that exclude each other is empty, and verified', async (key, table) => {
    await bench.fill(table, someRows(3, 1));
    const request = query(table, { filterText: `${key} ge 'q' and ${key} lt 'c'` });
    const source = { connectionId: 'bench', query: request };
    const job = await direct.room.copies.start(copyOf(table, `${table}Copy`, { source }));
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 0, error: null });
    expect(job.report().verdict).toMatchObject({ outcome: 'same', rowsNow: 0, rowsFound: 0, others: 0 });
  });

  it('takes only what the query gives, and only those rows are checked', async () => {
    await bench.fill('Part', someRows(400, 4));
    const request = query('Part', { filterText: "PartitionKey eq 'p001' and V ne 'v1'", pageSize: 10 });
    const job = await direct.room.copies.start(
      copyOf('Part', 'PartCopy', { source: { connectionId: 'bench', query: request } }),
    );
    expect(await job.ended()).toMatchObject({ state: 'done', rowsDone: 99 });
    expect((await bench.rowsIn('PartCopy')).map(({ partitionKey }) => partitionKey)).toEqual(Array(99).fill('p001'));
    expect(job.report().verdict).toMatchObject({ outcome: 'same', rowsNow: 99 });
  });

  it('rejects an existing target when a new one was requested, and a table onto itself', async () => {
    await bench.fill('Taken', []);
    const job = await direct.room.copies.start(copyOf('Types', 'Taken'));
    expect(await job.ended()).toMatchObject({ state: 'failed', error: { code: 'conflict.exists' } });
    await expect(direct.room.copies.start(copyOf('Types', 'types'))).rejects.toMatchObject({ code: 'invalid.input' });
  });

  it('writes nothing into a table with an index, whatever the rule, and takes indexes along into a new one', async () => {
    const definition = {
      name: 'byV',
      property: 'V',
      state: 'ready',
      createdAt: '2026-01-01T00:00:00Z',
      writer: '0',
    } as const;
    const { partitionKey, rowKey, properties } = definitionEntity(definition);
    const indexed = [row('p000', 'own', [text('V', 'own')]), row(partitionKey, rowKey, [...properties])];
    await bench.fill('Unindexed', someRows(20, 2));
    await bench.fill('Indexed', indexed);
    const before = await bench.rowsIn('Indexed');
    for (const rule of ['insert', 'merge', 'replace'] as const) {
      const target = { connectionId: 'bench', table: 'Indexed', state: 'existing' as const };
      const job = await direct.room.copies.start(copyOf('Unindexed', 'Indexed', { target, rule }));
      expect(await job.ended(), rule).toMatchObject({ state: 'failed', error: { code: 'conflict.indexed' } });
      expect(await bench.rowsIn('Indexed')).toEqual(before);
    }
    const copied = await direct.room.copies.start(copyOf('Indexed', 'IndexedCopy'));
    expect(await copied.ended()).toMatchObject({ state: 'done', rowsDone: 2 });
    expect(contentOf(await bench.rowsIn('IndexedCopy'))).toEqual(contentOf(before));
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
