import { expect, it } from 'vitest';
import { entityPath } from '@shared/edit/entity-path';
import { encodeEntity } from '@shared/edit/encode-entity';
import type { Entity } from '@shared/model/entity';
import { createFakeClock } from '../../testing/clock';
import type { RestAccount, ServiceRequest } from '../azure/account';
import { readMany } from './read-many';

const row = (rowKey: string): Entity => ({ partitionKey: 'p', rowKey, timestamp: '', etag: 'e', properties: [] });
const byCodePoints = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** A service that sorts by code points, where the emulator sorts by UTF-16. */
function tableOf(rows: readonly Entity[]): RestAccount {
  const jsonOf = (found: Entity): string => `{"odata.etag":"e",${encodeEntity(found).slice(1)}`;
  const answer = (path: string, filter: string): { readonly status: number; readonly body: string } => {
    const one = rows.find((found) => entityPath('Things', found) === path);
    if (filter === '') return { status: one === undefined ? 404 : 200, body: one === undefined ? '{}' : jsonOf(one) };
    const [, from = '', to = ''] = /RowKey ge '(.*?)' and RowKey le '(.*?)'/.exec(filter) ?? expect.unreachable();
    const isWithin = ({ rowKey }: Entity): boolean => byCodePoints(from, rowKey) <= 0 && byCodePoints(rowKey, to) <= 0;
    return { status: 200, body: `{"value":[${rows.filter(isWithin).map(jsonOf).join(',')}]}` };
  };
  const send = async (request: ServiceRequest) => {
    const { status, body } = answer(request.path, request.query?.$filter ?? '');
    const bytes = Buffer.from(body);
    request.target?.room().set(bytes);
    request.target?.filled(bytes.length);
    return Promise.resolve({ status, body: bytes, headers: {}, attempts: 1 });
  };
  return {
    send,
    descriptor: { accountName: 'a', endpoints: { table: 'https://a' } },
    slowdownMs: () => 0,
  } as unknown as RestAccount;
}

it('finds rows of any keys, however the service sorts them', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'z\u{1F600}', 'z\uFF01', 'z\uE000', '\u{1F600}', '\uFF01'].map(row);
  const { rows: found } = await readMany({ account: tableOf(rows), table: 'Things', clock: createFakeClock() }, [
    ...rows,
    row('\uFF02'),
  ]);
  expect(found.map((one) => one?.rowKey ?? null)).toEqual([...rows.map(({ rowKey }) => rowKey), null]);
});
