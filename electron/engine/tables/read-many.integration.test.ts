import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { systemClock } from '../../testing/clock';
import { type TableBench, row, startTableBench } from './fixtures/table-bench';
import { readMany } from './read-many';

let bench: TableBench;
const rows: readonly Entity[] = Array.from({ length: 3000 }, (_, index) =>
  row(index < 2400 ? 'p0' : 'p1', String(index).padStart(6, '0'), [
    { name: 'V', value: { type: 'Edm.Int32', value: String(index) } },
  ]),
);
beforeAll(async () => {
  bench = await startTableBench();
  await bench.fill('Many', rows);
});
afterAll(() => bench.dispose());

const read = (keys: readonly Entity[]) => readMany({ account: bench.proxied, table: 'Many', clock: systemClock }, keys);
const valuesOf = (found: readonly (Entity | null)[]) => found.map((one) => one?.properties[0]?.value.value ?? null);

it('reads neighbours by ranges, in the order of the keys, and knows which are not there', async () => {
  const keys = [...rows.slice(2100, 2700), row('p1', 'none'), row('nowhere', '1')].reverse();
  const { rows: found, requests } = await read(keys);
  const known = new Set(rows);
  expect(valuesOf(found)).toEqual(keys.map((key) => (known.has(key) ? key.properties[0]?.value.value : null)));
  expect(requests).toBeLessThan(10);
});

it('read many: requests scattered rows individually once a page shows that they are', async () => {
  const keys = [0, 500, 1500, 2000, 2399, 2999].map((at) => rows[at] ?? row('', ''));
  const { rows: found, requests } = await read(keys);
  expect(valuesOf(found)).toEqual(keys.map(({ properties }) => properties[0]?.value.value));
  // A page of a thousand rows that brings two of five, then the other three, and the only one of its partition.
  expect(requests).toBe(5);
});

it('fails where the table is gone', async () => {
  const target = { account: bench.direct, table: 'Nothing', clock: systemClock };
  await expect(readMany(target, rows.slice(0, 30))).rejects.toMatchObject({ code: 'not-found.table' });
});
