// What the list says of a bulk change: what it did to which rows, so that two of them are told apart a day later.
import type { BulkStanding } from '@shared/model/table-bulk';
import type { TableQuery } from '@shared/query/filter';
import { describe, expect, it } from 'vitest';
import { factsOf, rowsMeant } from './describe-action';

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
  const rows = (head: Parameters<typeof rowsMeant>[0]) =>
    factsOf(standing, rowsMeant(head)).find(({ name }) => name === 'Rows')?.value;
  const tenant: TableQuery = { ...whole, partitionKey: { kind: 'is', value: "O'Brien" } };

  it('name the rows as they were asked for', () => {
    expect(rows({ kind: 'update', query: tenant })).toBe("PartitionKey eq 'O''Brien'");
    expect(rows({ kind: 'update', query: whole })).toBe('the whole table');
    expect(rows({ kind: 'delete', query: null })).toBe('those that were chosen');
    expect(rows({ kind: 'restore', query: null })).toBeUndefined();
    expect(rows({ kind: 'clear', query: whole })).toBeUndefined();
  });

  it('name how many of them were asked for', () => {
    expect(rows({ kind: 'delete', query: { ...whole, limit: 2000 } })).toBe('the first 2,000 of the whole table');
    expect(rows({ kind: 'update', query: { ...tenant, limit: 1 } })).toBe("the first 1 of PartitionKey eq 'O''Brien'");
  });

  it('are short, however many keys the query names', () => {
    const values = Array.from({ length: 500 }, (_, index) => `customer-${index}`);
    const named = rows({ kind: 'update', query: { ...whole, partitionKey: { kind: 'one-of', values } } });
    expect(named).toMatch(/^PartitionKey eq 'customer-0' or .*…$/);
    expect(named?.length).toBe(301);
  });

  it('tell a filter that is not understood any more as it was written, and leave other conditions to the title', () => {
    expect(rows({ kind: 'update', query: { ...whole, filterText: ' Status is open ' } })).toBe('Status is open');
    expect(rows({ kind: 'update', query: { ...whole, partitionKey: { kind: 'one-of', values: [] } } })).toBeUndefined();
  });
});
