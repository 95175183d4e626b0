// A query returns the same rows, tokens and counts whether its pages are decoded to entities or packed, and however
// they are requested: whole pages, pages cut by a limit, rows that a prefix check rejects, rows that come again after a
// token.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import { unpackRows } from '@shared/rows/packed-rows';
import { systemClock } from '../system-clock';
import { type TableBench, query, row, startTableBench } from './fixtures/table-bench';
import type { ReadingAccount } from './page';
import { type RunningQuery, openQuery } from './query';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
  await bench.fill('Packed', rows);
});
afterAll(() => bench.dispose());

const rows = Array.from({ length: 2_300 }, (_, at) =>
  row(`P${Math.floor(at / 900)}`, `${String(at).padStart(5, '0')}${at % 7 === 0 ? ';x' : ''}`, [
    { name: 'Name', value: { type: 'Edm.String', value: at % 3 === 0 ? `Größe "${at}"` : 'small' } },
    ...(at % 4 === 0 ? [] : [{ name: 'Count', value: { type: 'Edm.Int64' as const, value: String(at) } }]),
  ]),
);

interface Read {
  readonly rows: readonly Entity[];
  /** Rows of each page, whether more follow, and where it can be taken up. */
  readonly pages: readonly (readonly [number, boolean, string | null])[];
}

async function read(
  request: TableQuery,
  form: 'entities' | 'packed',
  call: 'nextPage' | 'nextPackedPage',
): Promise<Read> {
  const found: Entity[] = [];
  const pages: (readonly [number, boolean, string | null])[] = [];
  const opened = (fromToken?: string): RunningQuery =>
    openQuery({ account: bench.direct, clock: systemClock, query: request, form, fromToken });
  // Each page in a separate session, as after a restart; then as many in one as there are up to the limit.
  for (const goesOn of ['by-token', 'in-session'] as const) {
    let session = opened();
    for (;;) {
      const page = await session[call]();
      const own = 'rows' in page ? page.rows : page.blocks.flatMap(unpackRows);
      expect(page.stats.rows).toBe(own.length);
      found.push(...own);
      pages.push([own.length, page.more, page.token]);
      if (page.token === null) break;
      if (page.more && goesOn === 'in-session') continue;
      session.close();
      session = opened(page.token);
    }
    session.close();
  }
  return { rows: found, pages };
}

describe('packed and decoded pages', () => {
  const is = (value: string) => ({ kind: 'is', value }) as const;
  const startsWith = (prefix: string, delimiter?: string) =>
    ({ kind: 'starts-with', prefix, ...(delimiter === undefined ? {} : { delimiter }) }) as const;

  it.each<readonly [string, Partial<TableQuery>]>([
    ['of a whole table', {}],
    ['with a limit within a page', { pageSize: 400, limit: 1_000 }],
    ['of some columns', { select: ['RowKey', 'Count'] }],
    ['of a prefix', { rowKey: startsWith('01') }],
    ['of whole parts of keys', { rowKey: startsWith('00007', ';') }],
    ['of a prefix of a value', { where: { kind: 'starts-with', property: 'Name', prefix: 'Gr' } }],
    ['of several ranges', { partitionKey: { kind: 'one-of', values: ['P0', 'P2'] }, splitOr: true, pageSize: 300 }],
    ['of ranges at a time', { parallel: 4, pageSize: 300 }],
    ['of nothing', { rowKey: is('nobody') }],
  ])('hold the same: %s', async (_, change) => {
    const request = query('Packed', { pageSize: 700, ...change });
    const plain = await read(request, 'entities', 'nextPage');
    for (const form of ['entities', 'packed'] as const) {
      for (const call of ['nextPage', 'nextPackedPage'] as const) {
        const other = await read(request, form, call);
        expect(other.rows).toEqual(plain.rows);
        if (change.parallel === undefined) expect(other.pages).toEqual(plain.pages);
      }
    }
  });

  it('end with an error when a service sends rows beyond a prefix', async () => {
    const body = Buffer.from(`{"value":[${['Sh', 'Shx', 'Si'].map((key) => `{"RowKey":"${key}","A":1}`).join()}]}`);
    const account: ReadingAccount = {
      descriptor: bench.direct.descriptor,
      send: ({ target }) => {
        target?.room().set(body);
        target?.filled(body.length);
        const nothing = Buffer.alloc(0);
        return Promise.resolve({
          status: 200,
          headers: {},
          metadataNames: {},
          body: nothing,
          attempts: 1,
          afterBusy: false,
          heldMs: 0,
          firstByteMs: 1,
          totalMs: 1,
        });
      },
    };
    const request = query('Any', { rowKey: startsWith('Sh') });
    const session = openQuery({ account, clock: systemClock, query: request, form: 'packed' });
    await expect(session.nextPackedPage()).rejects.toMatchObject({ code: 'network.range-ignored' });
  });
});
