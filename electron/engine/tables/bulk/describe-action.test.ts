// The description of a bulk change in the list: its action and its rows, so that two changes can be distinguished a day
// later.
import type { PropertyChange } from '@shared/model/edit';
import type { BulkState } from '@shared/model/table-bulk';
import type { TableQuery } from '@shared/model/table-query';
import { describe, expect, it } from 'vitest';
import type { BulkHead } from './bulk-records';
import { factsOf, rowsMeant, titleOf } from './describe-action';

const state: BulkState = {
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
    factsOf(state, rowsMeant(head)).find(({ name }) => name === 'Rows')?.value;
  const tenant: TableQuery = { ...whole, partitionKey: { kind: 'is', value: "O'Brien" } };

  it('name the rows by their condition', () => {
    expect(rows({ kind: 'update', query: tenant })).toBe("PartitionKey eq 'O''Brien'");
    expect(rows({ kind: 'update', query: whole })).toBe('the whole table');
    expect(rows({ kind: 'delete', query: null })).toBe('selected rows');
    expect(rows({ kind: 'restore', query: null })).toBeUndefined();
    expect(rows({ kind: 'clear', query: whole })).toBeUndefined();
  });

  it('name how many rows were selected', () => {
    expect(rows({ kind: 'delete', query: { ...whole, limit: 2000 } })).toBe('the first 2,000 of the whole table');
    expect(rows({ kind: 'update', query: { ...tenant, limit: 1 } })).toBe("the first 1 of PartitionKey eq 'O''Brien'");
  });

  it('are short, however many keys the query names', () => {
    const values = Array.from({ length: 500 }, (_, index) => `customer-${index}`);
    const named = rows({ kind: 'update', query: { ...whole, partitionKey: { kind: 'one-of', values } } });
    expect(named).toMatch(/^PartitionKey eq 'customer-0' or .*…$/);
    expect(named?.length).toBe(301);
  });

  it('show an unreadable filter as it was written, and leave other conditions to the title', () => {
    expect(rows({ kind: 'update', query: { ...whole, filterText: ' Status is open ' } })).toBe('Status is open');
    expect(rows({ kind: 'update', query: { ...whole, partitionKey: { kind: 'one-of', values: [] } } })).toBeUndefined();
  });
});

it('names what the rows show beside their number', () => {
  const facts = (some: Partial<BulkState>) =>
    factsOf({ ...state, ...some }, null).map(({ name, value }) => `${name}: ${value}`);
  expect(facts({ undo: 'none' })).toEqual([]);
  expect(facts({})).toEqual(['Undo: available']);
  expect(facts({ undo: 'used', rowsUnchanged: 1, rowsPerSecondAllowed: 1500 })).toEqual([
    'Skipped: 1',
    'Rate limit: 1,500 rows/s',
    'Undo: already undone',
  ]);
});

describe('the title of a bulk job', () => {
  const set = (name: string, value: string) => ({ kind: 'set', name, value: { type: 'Edm.String', value } }) as const;
  const update = (...changes: PropertyChange[]): BulkHead['action'] => ({ kind: 'update', changes, mode: 'merge' });
  const title = (action: BulkHead['action'], some: Partial<BulkHead> = {}): string =>
    titleOf({ table: 'Orders', title: 'as it was', takesBack: undefined, ...some, action });

  it('is the table of a deletion, and the first three of its changes', () => {
    expect(title({ kind: 'delete' })).toBe('Orders');
    expect(title(update(set('Status', 'done'), { kind: 'remove', name: 'Note' }))).toBe(
      'Orders: set Status to done, clear Note',
    );
    const three = [set('A', '1'), { kind: 'rename', name: 'B', to: 'C' }, set('D', '2')] as const;
    expect(title(update(...three))).toBe('Orders: set A to 1, rename B to C, set D to 2');
    expect(title(update(...three, set('E', '3')))).toBe('Orders: set A to 1, rename B to C, set D to 2, 1 more');
  });

  it('shows 24 characters of a value', () => {
    const value = 'a'.repeat(24);
    expect(title(update(set('A', value)))).toBe(`Orders: set A to ${value}`);
    expect(title(update(set('A', `${value}b`)))).toBe(`Orders: set A to ${value}…`);
  });

  it('names the undone change', () => {
    const restore = { kind: 'restore' } as const;
    expect(title(restore)).toBe('as it was');
    expect(title(restore, { takesBack: { kind: 'file', change: 'Orders: clear Note' } as BulkHead['takesBack'] })).toBe(
      'Undo file: Orders: clear Note',
    );
    const of = { table: 'Ships', action: { kind: 'delete' as const }, title: '' };
    expect(title(restore, { takesBack: { kind: 'job', of } as unknown as BulkHead['takesBack'] })).toBe('Undo: Ships');
  });
});
