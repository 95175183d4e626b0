// After a lost response the row itself reveals whether the write arrived.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeEntity, encodeProperties } from '@shared/edit/encode-entity';
import { entity } from '@shared/edit/fixtures/arbitraries';
import type { EditOperation, PlannedRequest } from '@shared/model/edit-review';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { createFakeClock } from '../../../testing/clock';
import type { RestAccount } from '../../azure/account';
import { isWritten, writeRequest } from './write-request';

/** Overwrites a row that was read as version `W/"0"` with all of `sent`. */
function request(operation: EditOperation, sent: Entity): PlannedRequest {
  const { partitionKey, rowKey, properties } = sent;
  const isInsert = operation === 'insert';
  const body = isInsert ? encodeEntity(sent) : encodeProperties(properties);
  return {
    editId: 'e',
    operation,
    method: isInsert ? 'POST' : 'PUT',
    path: '/t',
    partitionKey,
    rowKey,
    ifMatch: isInsert ? null : 'W/"0"',
    body: operation === 'delete' ? null : body,
    bytes: 0,
  };
}

const isPlain = (name: string): boolean =>
  !name.startsWith('odata.') && !['etag', 'timestamp', 'rowKey'].includes(name);
const written = entity.map((one): Entity => {
  return { ...one, etag: 'W/"1"', properties: one.properties.filter(({ name }) => isPlain(name)) };
});

describe('a write whose reply was lost', () => {
  it('arrived when the row has the sent values under another version than was read', () => {
    fc.assert(
      fc.property(written, fc.constantFrom('replace' as const, 'merge' as const), (stored, operation) => {
        expect(isWritten(request(operation, stored), stored)).toBe(true);
        expect(isWritten(request(operation, stored), null)).toBe(false);
      }),
    );
  });

  it('did not arrive while the row has the version that was read, even if its values are the ones sent', () => {
    fc.assert(
      fc.property(written, fc.constantFrom('replace' as const, 'merge' as const), (row, operation) => {
        expect(isWritten(request(operation, row), { ...row, etag: 'W/"0"' })).toBe(false);
      }),
    );
  });

  it('is foreign when a value differs; a merge compares only the values it sent', () => {
    const more = { name: 'More', value: { type: 'Edm.Int32', value: '1' } } as const;
    fc.assert(
      fc.property(written, (sent) => {
        const stored = { ...sent, properties: [...sent.properties, more] };
        expect(isWritten(request('replace', sent), stored)).toBe(false);
        expect(isWritten(request('merge', sent), stored)).toBe(true);
        expect(isWritten(request('merge', stored), sent)).toBe(false);
      }),
    );
  });

  it('is a delete that arrived when the row is gone', () => {
    fc.assert(
      fc.property(written, (row) => {
        expect(isWritten(request('delete', row), null)).toBe(true);
        expect(isWritten(request('delete', row), row)).toBe(false);
      }),
    );
  });
});

describe('a write that arrives after it was given up', () => {
  const value = { type: 'Edm.Int32', value: '1' } as const;
  const row: Entity = {
    partitionKey: 'P',
    rowKey: 'R',
    timestamp: '',
    etag: 'W/"1"',
    properties: [{ name: 'N', value }],
  };

  it.each([
    ['insert', 'conflict.exists'],
    ['merge', 'conflict.etag-changed'],
    ['delete', 'not-found.entity'],
  ] as const)('of kind %s is recognised by the %s that its next attempt receives', async (operation, code) => {
    const before = operation === 'insert' ? null : { ...row, etag: 'W/"0"' };
    const after = operation === 'delete' ? null : row;
    let tries = 0;
    const send = ({ method }: { readonly method: string }): Promise<unknown> => {
      if (method === 'GET') return Promise.resolve(answerOf(tries === 1 ? before : after));
      tries += 1;
      return Promise.reject(new StowageError(tries === 1 ? 'network.timeout' : code, 'No reply came.'));
    };
    const clock = { ...createFakeClock(), sleep: () => Promise.resolve() };
    const account = { send, descriptor: { accountName: 'a' } } as unknown as RestAccount;
    expect(await writeRequest({ account, table: 'T', clock }, request(operation, row))).toEqual({
      etag: after?.etag ?? null,
      readBack: true,
    });
    expect(tries).toBe(2);
  });
});

function answerOf(row: Entity | null): object {
  if (row === null) return { status: 404, headers: {}, body: Buffer.from('ResourceNotFound') };
  return {
    status: 200,
    headers: {},
    body: Buffer.from(`{"odata.etag":${JSON.stringify(row.etag)},${encodeEntity(row).slice(1)}`),
  };
}
