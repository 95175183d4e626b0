// What a page of rows must be like to be used, in either form.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { compareKeys } from '@shared/query/evaluate';
import { parseFilter } from '@shared/query/odata';
import { packBlocks, unpackRows } from '@shared/rows/packed-rows';
import type { PageRows, ReadingAccount } from './page';
import { ReadCheck, readColumns } from './read-check';

const entity = (partitionKey: string, rowKey: string, properties: Entity['properties'] = []): Entity => ({
  partitionKey,
  rowKey,
  timestamp: '2026-11-30T10:00:00.1234567Z',
  etag: `W/"datetime'2026-11-30T10%3A00%3A00.1234567Z'"`,
  properties,
});
const text = (name: string, value: string) => ({ name, value: { type: 'Edm.String' as const, value } });
const forms: readonly (readonly [string, (rows: readonly Entity[]) => PageRows])[] = [
  ['entities', (rows) => ({ form: 'entities', rows })],
  ['packed rows', (rows) => ({ form: 'packed', blocks: packBlocks(rows) })],
];
const entitiesIn = (rows: PageRows): readonly Entity[] =>
  rows.form === 'entities' ? rows.rows : rows.blocks.flatMap(unpackRows);
const end = { kind: 'end' } as const;
const accountAt = (table: string): ReadingAccount => ({ descriptor: { endpoints: { table } } }) as ReadingAccount;
const azure = accountAt('https://quay.table.core.windows.net');
const cosmos = accountAt('https://quay.table.cosmos.azure.com');

function check(filter: string, select: readonly string[] = [], account = azure): ReadCheck {
  const node = filter === '' ? null : parseFilter(filter);
  return new ReadCheck({
    account,
    table: 'T',
    node,
    columns: readColumns({ select: [...select] }, node),
    accept: null,
  });
}

describe.each(forms)('a page of %s', (_, page) => {
  it.each([
    ['a repeated row', [entity('a', '1'), entity('a', '1')], 'order'],
    ['a descending row', [entity('a', '2'), entity('a', '1'), entity('a', '3')], 'order'],
    ['a descending partition', [entity('b', '1'), entity('a', '2')], 'order'],
    ['rows that only some orders have ascend', [entity('a', '\uffff'), entity('a', '\u{1f600}')], null],
    ['a longer key after a shorter one', [entity('a', '1'), entity('a', '10'), entity('a', '2')], null],
  ])('with %s: %3$s', (_what, rows, what) => {
    const act = (): unknown => check('').checked({ rows: page(rows), next: end });
    if (what === null) expect(act()).toEqual(page(rows));
    else expect(act).toThrow(expect.objectContaining({ context: { table: 'T', what } }));
  });

  it('is used wherever its keys ascend, and only there', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\uffff', '\u{1f600}'), maxLength: 3 });
    const rows = fc.array(
      fc.tuple(key, key).map(([partitionKey, rowKey]) => entity(partitionKey, rowKey)),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(rows, (drawn) => {
        const sorted = drawn.toSorted(compareKeys);
        const once = sorted.filter((row, at) => at === 0 || compareKeys(sorted[at - 1] ?? row, row) !== 0);
        expect(entitiesIn(check('').checked({ rows: page(once), next: end }))).toEqual(once);
        const isTwice = once.length < sorted.length;
        const act = (): unknown => check('').checked({ rows: page(sorted), next: end });
        if (isTwice) expect(act).toThrow();
      }),
    );
  });

  it('that begins with the last row of the one before is not used, from Cosmos DB either', () => {
    for (const account of [azure, cosmos]) {
      const reading = check('', [], account);
      reading.checked({ rows: page([entity('a', '1'), entity('a', '2')]), next: end });
      const act = (): unknown => reading.checked({ rows: page([entity('a', '2'), entity('a', '3')]), next: end });
      expect(act).toThrow(expect.objectContaining({ code: 'network.range-ignored' }));
    }
  });

  it('of Cosmos DB may have any order, but no row that the filter excludes', () => {
    const rows = [entity('c', '1'), entity('a', '1'), entity('b', '1')];
    expect(check("PartitionKey ge 'a'", [], cosmos).checked({ rows: page(rows), next: end })).toEqual(page(rows));
    const act = (): unknown => check("PartitionKey ge 'b'", [], cosmos).checked({ rows: page(rows), next: end });
    expect(act).toThrow(expect.objectContaining({ code: 'network.range-ignored' }));
  });

  it('is checked row by row, not only at its ends', () => {
    const rows = Array.from({ length: 200 }, (_row, at) =>
      entity('a', String(at).padStart(3, '0'), [text('State', at === 77 ? 'new' : 'old')]),
    );
    const act = (): unknown => check("State eq 'old'").checked({ rows: page(rows), next: end });
    expect(act).toThrow(expect.objectContaining({ context: { table: 'T', what: 'filter' } }));
    const keys = rows.map((row) => ({ ...row, rowKey: row.rowKey, partitionKey: 'a' }));
    keys[77] = entity('a', '077x');
    const list = check("RowKey ne '077x'");
    expect(() => list.checked({ rows: page(keys), next: end })).toThrow(
      expect.objectContaining({ code: 'network.range-ignored' }),
    );
  });

  it('loses the columns that only the filter needed, and those that nobody requested, but no ETag', () => {
    const rows = [
      entity('a', '1', [text('State', 'old'), text('Name', 'x'), text('Other', 'y')]),
      entity('a', '2', [text('Other', 'y'), text('State', 'old')]),
    ];
    const reading = check("State eq 'old' and Timestamp gt datetime'2020-01-01T00:00:00Z'", ['Name']);
    const found = entitiesIn(reading.checked({ rows: page(rows), next: end }));
    expect(found.map(({ properties }) => properties)).toEqual([[text('Name', 'x')], []]);
    expect(found.map(({ timestamp, etag }) => [timestamp, etag])).toEqual(rows.map(({ etag }) => ['', etag]));
  });
});

it('a page can be checked again after it was rejected, as when a proxy is repaired', () => {
  const reading = check("State eq 'old'");
  const next = { kind: 'at', partitionKey: 't', rowKey: null } as const;
  const rows = (state: string): PageRows => ({ form: 'entities', rows: [entity('a', '1', [text('State', state)])] });
  expect(() => reading.checked({ rows: rows('new'), next })).toThrow();
  expect(entitiesIn(reading.checked({ rows: rows('old'), next }))).toHaveLength(1);
});

it.each([
  [[], "State eq 'old'", []],
  [['Name'], '', ['Name']],
  [['Name'], "State eq 'old' and PartitionKey eq 'a' and Name gt 'b'", ['Name', 'State']],
  [['Name'], "Timestamp gt datetime'2020-01-01T00:00:00Z'", ['Name', 'Timestamp']],
])('with the columns %j and the filter %s, %j are requested', (select, filter, requested) => {
  expect(readColumns({ select }, filter === '' ? null : parseFilter(filter)).requested).toEqual(requested);
});
