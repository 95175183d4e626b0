import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexRowOf, isIndexRow, readIndexKey } from '@shared/indexes/index-rows';
import { throughIndex } from '@shared/indexes/index-query';
import type { Entity } from '@shared/model/entity';
import type { IndexProgress, IndexWork } from '@shared/model/table-index';
import { systemClock } from '../../../testing/clock';
import { type TableBench, open, pagesOf, query, row, rowsOf, startTableBench } from '../fixtures/table-bench';
import { writeEntities } from '../batch-write';
import { type TableIndexes, createTableIndexes } from './create-indexes';
import { definitionEntity } from '@shared/indexes/index-rows';

let bench: TableBench;
let indexes: TableIndexes;
beforeAll(async () => {
  bench = await startTableBench();
  const accounts = { open: () => Promise.resolve(bench.direct), openForWriting: () => Promise.resolve(bench.direct) };
  indexes = createTableIndexes({ accounts, clock: systemClock, noticeMs: 0 });
});
afterAll(() => bench.dispose());

const signal = new AbortController().signal;
const connectionId = 'local';
const text = (name: string, value: string) => ({ name, value: { type: 'Edm.String' as const, value } });
const person = (partitionKey: string, rowKey: string, name: string): Entity =>
  row(partitionKey, rowKey, [text('LastName', name), { name: 'Age', value: { type: 'Edm.Int32', value: '7' } }]);

async function work(table: string, kind: IndexWork, name = 'byName', property = 'LastName') {
  const events: IndexProgress[] = [];
  await indexes.streams['indexes.work'](
    { connectionId, table, work: kind, name, property },
    { signal, push: (event) => events.push(event) },
  );
  const last = events.at(-1);
  if (last?.step !== 'done') throw new Error('The work did not end.');
  return { ...last, steps: events.map(({ step }) => step) };
}

const list = (table: string) => indexes.calls['indexes.list']({ connectionId, table }, { signal });
const rowsIn = async (table: string): Promise<Entity[]> => rowsOf(await pagesOf(open(bench.direct, query(table))));
const indexRowsIn = async (table: string): Promise<string[]> =>
  (await rowsIn(table)).filter(({ rowKey }) => rowKey.startsWith('~ix~')).map(({ rowKey }) => rowKey);
const write = (table: string, entities: readonly Entity[]) =>
  writeEntities(bench.direct, table, entities, { mode: 'upsert-replace' });

describe('an index', () => {
  it('has a row for each entity with the property, and its definition in the table', async () => {
    const people = [person('P', '1', 'Smith'), person('P', '2', 'Jones'), person('Q', '1', 'Van Dyke'), row('Q', '2')];
    await bench.fill('Created', people);
    const done = await work('Created', 'create');
    expect(done).toMatchObject({
      definition: { name: 'byName', property: 'LastName', state: 'ready' },
      report: { entities: 4, indexed: 3, missing: 0, stale: 0, orphaned: 0 },
      changed: 3,
    });
    expect(done.steps).toEqual(['waiting', 'writing', 'verifying', 'done']);
    expect(await list('Created')).toEqual([done.definition]);
    expect(await indexRowsIn('Created')).toEqual([
      '~ix~byName~s~Jones!2',
      '~ix~byName~s~Smith!1',
      '~ix~byName~s~Van$20Dyke!1',
    ]);
    const stored = await rowsIn('Created');
    expect(stored.filter((each) => !isIndexRow(each)).map(({ rowKey }) => rowKey)).toEqual(['1', '2', '1', '2']);
    expect(stored.find(({ rowKey }) => rowKey === '~ix~byName~s~Smith!1')?.properties).toEqual(people[0]?.properties);
  });

  it('answers a filter with the entities that the partition has', async () => {
    const people = Array.from({ length: 130 }, (_, at) =>
      person('P', `r${at}`, ['Smith', 'Jones', 'Li', 'Smithers'][at % 4] ?? ''),
    );
    await bench.fill('Queried', people);
    await work('Queried', 'create');
    const plain = query('Queried', {
      partitionKey: { kind: 'is', value: 'P' },
      where: {
        kind: 'comparison',
        property: 'LastName',
        operator: 'eq',
        operand: { type: 'Edm.String', value: 'Smith' },
      },
    });
    const indexed = throughIndex(plain, await list('Queried'));
    const found = rowsOf(await pagesOf(open(bench.direct, indexed?.query ?? plain)));
    expect(found.map(({ rowKey }) => readIndexKey(rowKey)?.rowKey).sort()).toEqual(
      people
        .filter(({ rowKey }) => Number(rowKey.slice(1)) % 4 === 0)
        .map(({ rowKey }) => rowKey)
        .sort(),
    );
  });

  it('is compared row by row, and repaired on request alone', async () => {
    await bench.fill('Repaired', [person('P', '1', 'Smith'), person('P', '2', 'Jones'), person('P', '3', 'Li')]);
    await work('Repaired', 'create');
    // As another program leaves it: a new row, a changed value, a changed copy.
    await write('Repaired', [person('P', '4', 'Ray'), person('P', '1', 'Smythe')]);
    const copy = indexRowOf({ name: 'byName', property: 'LastName' }, person('P', '3', 'Li'));
    await write('Repaired', [{ ...row('P', copy?.rowKey ?? ''), properties: [text('LastName', 'Li')] }]);
    const before = await indexRowsIn('Repaired');
    const verified = await work('Repaired', 'verify');
    expect(verified).toMatchObject({
      definition: { state: 'differs' },
      report: { entities: 4, indexed: 4, missing: 2, stale: 1, orphaned: 1 },
      changed: 0,
    });
    expect(verified.report?.examples).toEqual([
      { fault: 'missing', partitionKey: 'P', rowKey: '1' },
      { fault: 'missing', partitionKey: 'P', rowKey: '4' },
      { fault: 'stale', partitionKey: 'P', rowKey: '3' },
      { fault: 'orphaned', partitionKey: 'P', rowKey: '~ix~byName~s~Smith!1' },
    ]);
    expect(await indexRowsIn('Repaired')).toEqual(before);
    const repaired = await work('Repaired', 'repair');
    expect(repaired).toMatchObject({ definition: { state: 'ready' }, report: { missing: 0, stale: 0, orphaned: 0 } });
    expect(repaired.changed).toBe(5);
    expect(await work('Repaired', 'verify')).toMatchObject({ definition: { state: 'ready' } });
  });

  it('is dropped with all its rows, and leaves entities and other indexes alone', async () => {
    await bench.fill(
      'Dropped',
      Array.from({ length: 120 }, (_, at) => person('P', String(at), `Name${at}`)),
    );
    await work('Dropped', 'create');
    await work('Dropped', 'create', 'byAge', 'Age');
    expect(await work('Dropped', 'drop')).toMatchObject({ definition: null, report: null, changed: 120 });
    expect((await list('Dropped')).map(({ name }) => name)).toEqual(['byAge']);
    expect(await work('Dropped', 'verify', 'byAge')).toMatchObject({
      report: { entities: 120, indexed: 120, missing: 0, stale: 0, orphaned: 0 },
    });
    await work('Dropped', 'drop', 'byAge');
    expect(await rowsIn('Dropped')).toHaveLength(120);
  });

  it('is completed by creating it again after an interruption', async () => {
    await bench.fill('Resumed', [person('P', '1', 'Smith')]);
    const definition = {
      name: 'byName',
      property: 'LastName',
      state: 'building',
      createdAt: '2026-01-01T00:00:00Z',
      writer: '0',
    } as const;
    const entity = definitionEntity(definition);
    await write('Resumed', [{ ...row('', ''), ...entity, properties: [...entity.properties] }]);
    expect(await work('Resumed', 'create')).toMatchObject({
      definition: { ...definition, state: 'ready' },
      changed: 1,
    });
    await expect(work('Resumed', 'create')).rejects.toMatchObject({ code: 'conflict.exists' });
  });

  it('is not created at all when a row has no room for its value', async () => {
    await bench.fill('TooLong', [person('P', '1', 'Smith'), person('P', '2', 'x'.repeat(600))]);
    await expect(work('TooLong', 'create')).rejects.toMatchObject({
      code: 'invalid.entity',
      context: { partitionKey: 'P', rowKey: '2', field: 'LastName' },
    });
    expect((await rowsIn('TooLong')).map(({ rowKey }) => rowKey)).toEqual(['1', '2']);
  });

  it.each([
    ['a name that no key can hold', 'by name', 'LastName', 'invalid.input'],
    ['a key as its property', 'byName', 'RowKey', 'invalid.input'],
  ])('is rejected with %s', async (_, name, property, code) => {
    await expect(work('Created', 'create', name, property)).rejects.toMatchObject({ code });
  });

  it('that the table does not have cannot be verified, repaired or dropped', async () => {
    for (const kind of ['verify', 'repair', 'drop'] as const) {
      await expect(work('Created', kind, 'other')).rejects.toMatchObject({ code: 'invalid.input' });
    }
  });
});
