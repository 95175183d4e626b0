// Writers that do not maintain indexes leave tables with one alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionEntity } from '@shared/indexes/index-rows';
import { type TableBench, row, startTableBench } from '../fixtures/table-bench';
import { systemClock } from '../../../testing/clock';
import { createTables } from '../index';
import { KnownIndexes, readDefinitions } from './index-definitions';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
});
afterAll(() => bench.dispose());

const definition = {
  name: 'byName',
  property: 'Name',
  state: 'ready',
  createdAt: '2026-01-01T00:00:00Z',
  writer: '0',
} as const;
const definitionRow = (change: Partial<{ Layout: string }> = {}) => {
  const { partitionKey, rowKey, properties } = definitionEntity(definition);
  return row(
    partitionKey,
    rowKey,
    properties.map((each) =>
      each.name === 'Layout' && change.Layout !== undefined
        ? { name: each.name, value: { type: 'Edm.String', value: change.Layout } }
        : each,
    ),
  );
};
const targetOf = (table: string) => ({ account: bench.direct, table, clock: systemClock });

describe('an indexed table', () => {
  it('takes no rows from writers that know nothing of indexes', async () => {
    await bench.fill('Plain', [row('P', '1')]);
    await bench.fill('Indexed', [row('P', '1'), definitionRow()]);
    const accounts = { open: () => Promise.resolve(bench.direct), openForWriting: () => Promise.resolve(bench.direct) };
    const tables = createTables({ accounts, clock: systemClock });
    const write = (table: string) => tables.writeEntities(bench.direct, table, [row('P', '2')], { mode: 'insert' });
    await expect(write('Plain')).resolves.toMatchObject({ written: 1 });
    await expect(write('Indexed')).rejects.toMatchObject({
      code: 'conflict.indexed',
      context: { table: 'Indexed', index: 'byName' },
    });
  });

  it('of another layout takes none from anybody', async () => {
    await bench.fill('Newer', [definitionRow({ Layout: '2' })]);
    expect(await readDefinitions(targetOf('Newer'))).toEqual([null]);
    await expect(new KnownIndexes().maintained(targetOf('Newer'))).rejects.toMatchObject({ code: 'conflict.indexed' });
  });

  it('is remembered for two seconds, and not where its definitions could not be read', async () => {
    await bench.fill('Remembered', [row('P', '1')]);
    let nowMs = 0;
    const clock = { ...systemClock, monotonic: () => nowMs };
    const target = { ...targetOf('Remembered'), account: bench.proxied, clock };
    const known = new KnownIndexes();
    const reads = (): number =>
      bench.proxy.requests.filter(({ query: sent }) => sent.get('$filter')?.includes('~stowage-index')).length;
    const before = reads();
    bench.proxy.inject({ fault: { kind: 'answer', status: 400, headers: {} }, when: ({ method }) => method === 'GET' });
    await expect(known.maintained(target)).rejects.toMatchObject({ kind: 'network' });
    expect(await known.maintained(target)).toEqual([]);
    nowMs = 1_999;
    await known.maintained(target);
    expect(reads() - before).toBe(2);
    nowMs = 2_001;
    await known.maintained(target);
    expect(reads() - before).toBe(3);
  });

  it('has no indexes to maintain when it is missing, which the write reports', async () => {
    expect(await new KnownIndexes().maintained(targetOf('Missing'))).toEqual([]);
  });
});
