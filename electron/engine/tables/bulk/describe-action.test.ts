// What the list says of a bulk change: what it did to which rows, so that two of them are told apart a day later.
import type { BulkStanding } from '@shared/model/table-bulk';
import type { TableQuery } from '@shared/query/filter';
import { describe, expect, it } from 'vitest';
import { factsOf } from './describe-action';

const standing: BulkStanding = {
  rowsUnchanged: 0,
  rowsInDoubt: 0,
  rowsPerSecondAllowed: null,
  undo: 'kept',
  restores: null,
};
const any = { kind: 'any' } as const;
const whole: TableQuery = { table: 'Orders', partitionKey: any, rowKey: any, select: [], pageSize: 1000 };

describe('the facts of a bulk job', () => {
  it('name the rows as they were asked for', () => {
    const rows = (...of: Parameters<typeof factsOf>) => factsOf(...of).find(({ name }) => name === 'Rows')?.value;
    const tenant: TableQuery = { ...whole, partitionKey: { kind: 'is', value: "O'Brien" } };
    expect(rows(standing, { kind: 'update', query: tenant })).toBe("PartitionKey eq 'O''Brien'");
    expect(rows(standing, { kind: 'update', query: whole })).toBe('all of the table');
    expect(rows(standing, { kind: 'delete', query: null })).toBe('those that were chosen');
    expect(rows(standing, { kind: 'restore', query: null })).toBeUndefined();
    expect(rows(standing, { kind: 'clear', query: whole })).toBeUndefined();
  });
});
