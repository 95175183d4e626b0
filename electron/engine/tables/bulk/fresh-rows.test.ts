import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entityPath } from '@shared/edit/entity-path';
import { encodeEntity } from '@shared/edit/encode-entity';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import type { ServiceRequest } from '../../azure/account';
import type { ReadTarget } from '../ambiguous-writes';
import { listFreshRows } from './fresh-rows';
import { type PlanExtent, PlanWriter, plannedRows } from './plan-file';
import type { RowAction } from './row-action';
import { RowStates } from './row-states';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-fresh-'));
  path = join(folder, 'rows.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const code = 'conflict.etag-changed';
const query = (change: Partial<TableQuery>): TableQuery => ({
  table: 'Things',
  partitionKey: { kind: 'any' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 1000,
  ...change,
});

function row(rowKey: string, name: string, etag: string): Entity {
  const value = { type: 'Edm.String', value: name } as const;
  return { partitionKey: 'P', rowKey, timestamp: '', etag, properties: [{ name: 'Name', value }] };
}

/** A table of these rows, and the maximum number requested at once. */
function tableOf(rows: readonly Entity[]): { readonly target: ReadTarget; readonly maxAtOnce: () => number } {
  const byPath = new Map(rows.map((one) => [entityPath('Things', one), one]));
  let [underWay, max] = [0, 0];
  const send = async (request: ServiceRequest) => {
    underWay += 1;
    max = Math.max(max, underWay);
    await Promise.resolve();
    underWay -= 1;
    const found = byPath.get(request.path);
    const etag = JSON.stringify(found?.etag);
    const body = found === undefined ? '{}' : `{"odata.etag":${etag},${encodeEntity(found).slice(1)}`;
    return { status: found === undefined ? 404 : 200, headers: {}, body };
  };
  const account = { send, descriptor: { accountName: 'a' } } as unknown as ReadTarget['account'];
  return { target: { account, table: 'Things' }, maxAtOnce: () => max };
}

async function planned(rows: readonly Entity[]): Promise<PlanExtent> {
  const writer = await PlanWriter.open(path);
  await writer.add(rows);
  await writer.close();
  return writer.extent;
}
function failed(rows: string, of = code): RowStates {
  const states = new RowStates();
  states.take({ kind: 'failed', rows, code: of, message: '', example: '' });
  return states;
}

interface Trial {
  readonly before: readonly Entity[];
  readonly now: readonly Entity[];
  readonly states?: RowStates;
  readonly action?: RowAction;
  readonly wanted?: TableQuery | null;
}

/** The newly listed rows, as row, name and ETag, and the reported outcome of each row. */
async function listed({ before, now, states, action = { kind: 'delete' }, wanted = null }: Trial) {
  const extent = await planned(before);
  const { target, maxAtOnce } = tableOf(now);
  const fresh = await listFreshRows({
    target,
    path,
    extent,
    action,
    query: wanted,
    code,
    states: states ?? failed(`0-${before.length - 1}`),
  });
  const rows: string[] = [];
  for await (const { entity } of plannedRows(path, fresh.extent)) {
    rows.push([entity.rowKey, String(entity.properties[0]?.value.value), entity.etag].join(' '));
  }
  const recorded = Object.fromEntries(fresh.records.map((record) => [record.kind, record.rows]));
  return { added: rows.slice(before.length), report: recorded, atOnce: maxAtOnce() };
}

describe('rows that failed', () => {
  it('are listed as they are now, those that are gone are not', async () => {
    const { added, report: recorded } = await listed({
      before: [row('1', 'old', 'e1'), row('2', 'old', 'e2')],
      now: [row('1', 'new', 'e9')],
    });
    expect(added).toEqual(['1 new e9']);
    expect(recorded).toEqual({ retried: '0', unchanged: '1' });
  });

  it('are those of the cause that is tried again, and no others', async () => {
    const rows = ['1', '2', '3'].map((rowKey) => row(rowKey, 'old', 'e'));
    const states = failed('1');
    states.take({ kind: 'failed', rows: '2', code: 'network.reset', message: '', example: '' });
    const { added, report: recorded } = await listed({ before: rows, now: rows, states });
    expect(added).toEqual(['2 old e']);
    expect(recorded).toEqual({ retried: '1', unchanged: '' });
  });

  it('are read a few at a time and each listed once, however many they are', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => row(String(index), 'old', 'e'));
    const { added, report: recorded, atOnce } = await listed({ before: rows, now: rows });
    expect(added).toEqual(rows.map(({ rowKey }) => `${rowKey} old e`));
    expect(recorded).toEqual({ retried: '0-39', unchanged: '' });
    expect(atOnce).toBe(16);
  });

  it('that are restored never overwrite another client’s changes, and are inserted only where no row exists', async () => {
    const { added, report: recorded } = await listed({
      before: [row('1', 'kept', 'e1'), row('2', 'kept', 'e2'), row('3', 'kept', ''), row('4', 'kept', 'e4')],
      now: [row('1', 'theirs', 'e9'), row('3', 'theirs', 'e9'), row('4', 'kept', 'e9')],
      action: { kind: 'restore' },
    });
    // The same ETag is rejected again, and so is the insert of an existing row.
    expect(added).toEqual(['1 kept e1', '2 kept ', '3 kept ']);
    expect(recorded).toEqual({ retried: '0-2', unchanged: '3' });
  });

  it('are skipped when they no longer match the condition', async () => {
    const where = { kind: 'starts-with', property: 'Name', prefix: '\uD7FF' } as const;
    const before = ['1', '2', '3'].map((rowKey) => row(rowKey, '\uD7FF', 'e'));
    const { added, report: recorded } = await listed({
      before,
      // For a service that sorts by code points the third one is within the bounds of the prefix.
      now: [row('1', '\uD7FFa', 'e9'), row('2', 'other', 'e9'), row('3', '\uE000', 'e9')],
      wanted: query({ where }),
    });
    expect(added).toEqual(['1 \uD7FFa e9']);
    expect(recorded).toEqual({ retried: '0', unchanged: '1-2' });
  });

  it('are tried again where the store found them by a looser comparison, for as long as that holds nothing new', async () => {
    const rated = (rowKey: string, rating: string, etag: string): Entity => ({
      ...row(rowKey, rating, etag),
      properties: [
        { name: 'Name', value: { type: 'Edm.String', value: etag } },
        { name: 'Rating', value: { type: 'Edm.Double', value: rating } },
      ],
    });
    const { added, report: recorded } = await listed({
      before: [rated('1', '5.0', 'e'), rated('2', '5.0', 'e')],
      now: [rated('1', '5.0', 'e9'), rated('2', '3.0', 'e9')],
      wanted: query({ filterText: 'Rating gt 4' }),
    });
    expect(added).toEqual(['1 e9 e9']);
    expect(recorded).toEqual({ retried: '0', unchanged: '1' });
  });

  it('are skipped when the condition includes the time of their last write', async () => {
    const requested = "Timestamp lt datetime'2024-05-01T08:30:00Z'";
    const { report: recorded } = await listed({
      before: [row('1', 'old', 'e')],
      now: [{ ...row('1', 'old', 'e9'), timestamp: '2024-05-02T00:00:00Z' }],
      wanted: query({ filterText: requested }),
    });
    expect(recorded).toEqual({ retried: '', unchanged: '0' });
  });

  it('are skipped when they no longer have the prefix, though they sort within the range', async () => {
    const last = '\u{10FFFF}';
    const where = { kind: 'starts-with', property: 'Name', prefix: `a${last}` } as const;
    const others = ['\uE000', '\uFFFE', '\uFFFF'];
    const { added, report: recorded } = await listed({
      before: ['0', '1', '2', '3'].map((rowKey) => row(rowKey, `a${last}`, 'e')),
      // A surrogate pair sorts below these three in JavaScript's string order, and no text follows all those with the
      // same prefix.
      now: [row('0', `a${last}b`, 'e9'), ...others.map((one, index) => row(String(index + 1), `a${one}`, 'e9'))],
      wanted: query({ where }),
    });
    expect(added).toEqual([`0 a${last}b e9`]);
    expect(recorded).toEqual({ retried: '0', unchanged: '1-3' });
  });
});
