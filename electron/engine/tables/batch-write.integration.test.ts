import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EdmValue, Entity } from '@shared/model/entity';
import { decodePage, encodeEntity } from './entity-codec';
import { writeEntities } from './batch-write';
import { type TableBench, keysOf, open, pagesOf, query, row, rowsOf, startTableBench } from './fixtures/table-bench';
import { readEntity } from './ambiguous-writes';
import { createTable } from './table-admin';
import { busyAfterActing } from '../../testing/faults';
import { sdkTable } from '../../testing/sdk-table';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
});
afterEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

const isBatch = (request: { readonly path: string }): boolean => request.path.endsWith('/$batch');
const text = (value: string): EdmValue => ({ type: 'Edm.String', value });
const many = (partition: string, count: number, value = 'x'): Entity[] =>
  Array.from({ length: count }, (_, index) =>
    row(partition, String(index).padStart(5, '0'), [{ name: 'A', value: text(value) }]),
  );
const stored = async (table: string): Promise<Entity[]> => rowsOf(await pagesOf(open(bench.direct, query(table))));

describe('every Edm type', () => {
  const values: readonly (readonly [string, EdmValue])[] = [
    ['Text', text('a "b" \\ \n\r\t \u2028 é 日本 \u{1f6a2} {"x":1}} \'q\' 100%25')],
    ['Empty', text('')],
    ['Int', { type: 'Edm.Int32', value: '-2147483648' }],
    ['Big', { type: 'Edm.Int64', value: '9007199254740993' }],
    ['Least', { type: 'Edm.Int64', value: '-9223372036854775808' }],
    ['Whole', { type: 'Edm.Double', value: '200.0' }],
    ['Part', { type: 'Edm.Double', value: '0.1' }],
    ['NotNumber', { type: 'Edm.Double', value: 'NaN' }],
    ['Endless', { type: 'Edm.Double', value: 'Infinity' }],
    ['Bottomless', { type: 'Edm.Double', value: '-Infinity' }],
    ['Yes', { type: 'Edm.Boolean', value: true }],
    ['No', { type: 'Edm.Boolean', value: false }],
    ['At', { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' }],
    ['Id', { type: 'Edm.Guid', value: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e' }],
    ['Bytes', { type: 'Edm.Binary', value: 'AQIDBAUGBwg=' }],
    ['etag', text('mine')],
    ['timestamp', text('mine')],
    ['partitionKey', text('mine')],
  ];
  const properties = values.map(([name, value]) => ({ name, value }));

  it('comes back as it was written, in every write mode, by query and by key', async () => {
    await createTable(bench.direct, 'Types');
    for (const mode of ['insert', 'upsert-merge', 'upsert-replace'] as const) {
      const entity = row('P', mode, properties);
      await writeEntities(bench.direct, 'Types', [entity], { mode });
      const [found] = rowsOf(
        await pagesOf(open(bench.direct, query('Types', { rowKey: { kind: 'is', value: mode } }))),
      );
      const sorted = (from: Entity | null | undefined): unknown[] =>
        [...(from?.properties ?? [])].sort((one, other) => (one.name < other.name ? -1 : 1));
      expect(sorted(found)).toEqual(sorted(entity));
      expect(found?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(found?.etag).toMatch(/^W\/"datetime'.+'"$/);
      expect(await readEntity({ account: bench.direct, table: 'Types' }, entity)).toEqual(found);
    }
  });

  it('is written identically from the SDK’s parsed form', async () => {
    const found = await sdkTable(bench.direct, 'Types').getEntity('P', 'insert', { disableTypeConversion: true });
    expect(found).toMatchObject({
      Big: { type: 'Int64', value: '9007199254740993' },
      At: { type: 'DateTime', value: '2024-05-01T08:30:00.1234567Z' },
      Bytes: { type: 'Binary', value: 'AQIDBAUGBwg=' },
      Id: { type: 'Guid', value: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e' },
    });
  });

  it('is sent again byte for byte if it was not edited', async () => {
    const answer = await bench.direct.send({
      service: 'table',
      operation: 'QueryEntities',
      method: 'GET',
      path: '/Types()',
      resource: 'Types',
      headers: { accept: 'application/json;odata=minimalmetadata' },
      replay: 'safe',
    });
    const wire = answer.body.toString('utf8');
    for (const entity of decodePage(answer.body)) {
      for (const { name, value } of entity.properties) {
        if (value.type === 'Edm.String') continue;
        const json = encodeEntity({ ...entity, properties: [{ name, value }] }).slice(0, -1);
        // Whole doubles come without annotation and go out with one.
        const member = json.slice(json.indexOf(`"${name}":`, json.indexOf('"RowKey"') + 1));
        expect(wire).toContain(member);
      }
    }
  });
});

describe('writing many', () => {
  it('sends one batch for each hundred rows of a partition', async () => {
    await createTable(bench.direct, 'Many');
    const before = bench.proxy.requests.length;
    const progress: number[] = [];
    const result = await writeEntities(bench.proxied, 'Many', [...many('A', 250), ...many('B', 30)], {
      mode: 'insert',
      concurrency: 3,
      onProgress: (written) => progress.push(written),
    });
    expect(result).toMatchObject({ written: 280, batches: 4, requests: 4, retries: 0, rejected: [] });
    expect(bench.proxy.requests.slice(before).filter(isBatch)).toHaveLength(4);
    expect(progress).toHaveLength(4);
    expect(progress.at(-1)).toBe(280);
    expect(await stored('Many')).toHaveLength(280);
  });

  it('limits a batch to four mebibytes', async () => {
    await createTable(bench.direct, 'Large');
    const large = Array.from({ length: 12 }, (_, index) =>
      row(
        'P',
        String(index),
        Array.from({ length: 9 }, (_, part) => ({ name: `A${part}`, value: text('é'.repeat(30_000)) })),
      ),
    );
    const { batches } = await writeEntities(bench.proxied, 'Large', large, { mode: 'insert' });
    expect(batches).toBe(2);
    const sizes = bench.proxy.requests.filter(isBatch).map(({ bytesUp }) => bytesUp);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(await stored('Large')).toHaveLength(12);
  });

  it('names the row at fault and stops, with nothing of its batch written', async () => {
    await bench.fill('Clash', [row('P', '00007')]);
    const failure = writeEntities(bench.direct, 'Clash', many('P', 20), { mode: 'insert' });
    await expect(failure).rejects.toMatchObject({
      code: 'conflict.exists',
      context: { index: 7, partitionKey: 'P', rowKey: '00007', table: 'Clash', written: 0 },
    });
    expect(await stored('Clash')).toHaveLength(1);
  });

  it('or collects the rows at fault and writes the others', async () => {
    await bench.fill('Collected', [row('P', '00007'), row('P', '00011')]);
    const invalid = row('P', 'a/b');
    const result = await writeEntities(bench.direct, 'Collected', [...many('P', 20), invalid], {
      mode: 'insert',
      rejectedRows: 'collect',
    });
    expect(result.written).toBe(18);
    expect(result.rejected.map(({ rowKey, error }) => [rowKey, error.code]).sort()).toEqual([
      ['00007', 'conflict.exists'],
      ['00011', 'conflict.exists'],
      ['a/b', 'invalid.key'],
    ]);
    expect(await stored('Collected')).toHaveLength(20);
  });

  it('writes rows of one key in the order given', async () => {
    await createTable(bench.direct, 'Order');
    const versions = Array.from({ length: 50 }, (_, index) =>
      row('P', 'R', [{ name: 'A', value: text(String(index)) }]),
    );
    await writeEntities(bench.direct, 'Order', versions, { mode: 'upsert-replace', concurrency: 8 });
    expect((await stored('Order'))[0]?.properties).toEqual([{ name: 'A', value: text('49') }]);
  });

  it('merges or replaces', async () => {
    await bench.fill('Modes', [row('P', 'R', [{ name: 'A', value: text('a') }])]);
    const change = row('P', 'R', [{ name: 'B', value: text('b') }]);
    await writeEntities(bench.direct, 'Modes', [change], { mode: 'upsert-merge' });
    expect((await stored('Modes'))[0]?.properties.map(({ name }) => name).sort()).toEqual(['A', 'B']);
    await writeEntities(bench.direct, 'Modes', [change], { mode: 'upsert-replace' });
    expect((await stored('Modes'))[0]?.properties.map(({ name }) => name)).toEqual(['B']);
  });

  it('takes a stream that is made while it is written', async () => {
    await createTable(bench.direct, 'Stream');
    async function* made(): AsyncGenerator<Entity> {
      for (let index = 0; index < 320; index += 1) yield row(`P${index % 3}`, String(index));
    }
    expect((await writeEntities(bench.direct, 'Stream', made(), { mode: 'insert', batchSize: 50 })).batches).toBe(9);
    expect(await stored('Stream')).toHaveLength(320);
  });

  it('stops on request, and reports how much was written', async () => {
    await createTable(bench.direct, 'Stopped');
    const stop = new AbortController();
    const writing = writeEntities(bench.direct, 'Stopped', many('P', 5_000), {
      mode: 'insert',
      concurrency: 1,
      signal: stop.signal,
      onProgress: (written) => {
        if (written >= 300) stop.abort();
      },
    });
    await expect(writing).rejects.toMatchObject({ code: 'cancelled.by-user', context: { written: 300 } });
    const count = (await stored('Stopped')).length;
    expect(count).toBeGreaterThanOrEqual(300);
    expect(count).toBeLessThan(1_000);
  });

  it('reports that the table does not exist', async () => {
    const writing = writeEntities(bench.direct, 'Nowhere', many('P', 3), { mode: 'insert' });
    await expect(writing).rejects.toMatchObject({ code: 'not-found.table' });
  });
});

describe('a lost reply', () => {
  it.each(['insert', 'upsert-merge', 'upsert-replace'] as const)('is no error: %s', async (mode) => {
    const table = `Lost${mode.replace('-', '')}`;
    await createTable(bench.direct, table);
    const lost = bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch });
    const result = await writeEntities(bench.proxied, table, many('P', 100), { mode });
    expect(lost.hits()).toBe(1);
    expect(result.written).toBe(100);
    expect(keysOf(await stored(table))).toEqual(keysOf(many('P', 100)));
  });

  it('from a busy service is retried, and its rows are no conflict', async () => {
    await createTable(bench.direct, 'ActedBusy');
    bench.proxy.inject({ fault: busyAfterActing, when: isBatch });
    const result = await writeEntities(bench.proxied, 'ActedBusy', many('P', 100), { mode: 'insert' });
    expect(result).toMatchObject({ written: 100, rejected: [], requests: 2 });
    expect(keysOf(await stored('ActedBusy'))).toEqual(keysOf(many('P', 100)));
  });

  it('that was a rejection remains one: the row had other contents', async () => {
    await bench.fill('LostClash', many('P', 1, 'theirs'));
    bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch });
    const writing = writeEntities(bench.proxied, 'LostClash', many('P', 3, 'mine'), { mode: 'insert' });
    await expect(writing).rejects.toMatchObject({ code: 'conflict.exists', context: { rowKey: '00000' } });
    expect((await stored('LostClash')).map(({ properties }) => properties[0]?.value.value)).toEqual(['theirs']);
  });

  it('before the service acted is sent again', async () => {
    await createTable(bench.direct, 'Unsent');
    bench.proxy.inject({ fault: { kind: 'reset-upload', afterBytes: 500 }, when: isBatch });
    bench.proxy.inject({ fault: { kind: 'answer-after', status: 500 }, when: isBatch });
    const result = await writeEntities(bench.proxied, 'Unsent', many('P', 10), { mode: 'insert' });
    expect(result.written).toBe(10);
    expect(await stored('Unsent')).toHaveLength(10);
  });

  it('that was truncated is also resolved', async () => {
    await createTable(bench.direct, 'CutReply');
    bench.proxy.inject({ fault: { kind: 'cut-body', bytes: 300 }, when: isBatch });
    const result = await writeEntities(bench.proxied, 'CutReply', many('P', 10), { mode: 'insert' });
    expect(result.written).toBe(10);
    expect(await stored('CutReply')).toHaveLength(10);
  });
});

it('counts the rows of a transaction whose response was lost as written, except one that another client changed since', async () => {
  await bench.fill('LostShared', []);
  bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isBatch });
  const theirs = row('p', '00007', [{ name: 'A', value: text('theirs') }]);
  bench.proxy.inject({
    fault: {
      kind: 'meanwhile',
      act: () => writeEntities(bench.direct, 'LostShared', [theirs], { mode: 'upsert-replace' }),
    },
    when: ({ method, path }) => method === 'GET' && path.includes('RowKey='),
  });
  const options = { mode: 'insert', rejectedRows: 'collect' } as const;
  const { written, rejected } = await writeEntities(bench.proxied, 'LostShared', many('p', 20), options);
  expect([written, rejected]).toMatchObject([19, [{ rowKey: '00007', error: { code: 'conflict.exists' } }]]);
});
