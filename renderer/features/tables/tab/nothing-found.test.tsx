// The message when nothing was found: how keys of this table are written, compared with the requested ones.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { TableQuery } from '@shared/model/table-query';
import { NothingFound } from './nothing-found';

afterEach(cleanup);

const any = { kind: 'any' } as const;
const query: TableQuery = { table: 'Orders', partitionKey: any, rowKey: any, select: [], pageSize: 1000 };
const example = { partitionKey: 'contoso', rowKey: '2026-10-14T10:00:20;008338' };

const shown = (): string => screen.queryByText('An entity read earlier has')?.parentElement?.textContent ?? '';

it('shows a previously read key beside each requested key', () => {
  const times = { kind: 'range', from: { value: '2026-10-14 10:00', inclusive: true } } as const;
  render(<NothingFound query={{ ...query, rowKey: times }} example={example} />);
  expect(shown()).toContain('RowKey 2026-10-14T10:00:20;008338');
  expect(shown()).not.toContain('contoso');
});

it.each([
  ['no key was read before', { ...query, rowKey: { kind: 'is', value: 'a' } as const }, null],
  ['no key was asked for', { ...query, where: { kind: 'truth', property: 'Express' } as const }, example],
  ['the filter was typed as text', { ...query, filterText: "RowKey eq 'a'" }, example],
])('shows none where %s', (_, request, read) => {
  render(<NothingFound query={request} example={read} />);
  expect(screen.getByText('No matching entities')).toBeTruthy();
  expect(shown()).toBe('');
});

it('points out what does not match the rows read before', () => {
  const columns = [{ name: 'Amount', types: ['Edm.Double'], characters: 4 }] as const;
  render(<NothingFound query={{ ...query, filterText: 'amount gt 3' }} before={{ columns, columnsRead: 'all' }} />);
  expect(
    screen.getByText('Previously read rows contain Amount, not amount: comparisons are case-sensitive.'),
  ).toBeTruthy();
});

it.each([
  [
    { ...query, partitionKey: { kind: 'is', value: 'tenant-7 ' } as const },
    'PartitionKey starts or ends with whitespace',
  ],
  [{ ...query, filterText: "RowKey ge 'a\u200b'" }, 'RowKey contains invisible characters: U+200B'],
  [
    { ...query, where: { kind: 'starts-with', property: 'Name', prefix: '\u200b\u202e\u2066\u00ad' } as const },
    'Name contains invisible characters: U+200B, U+202E, U+2066 and 1 more',
  ],
])('points out invisible characters in the requested value', (request, text) => {
  render(<NothingFound query={request} />);
  expect(screen.getByText(`The value for ${text}.`)).toBeTruthy();
});

it.each([
  { ...query, partitionKey: { kind: 'starts-with', prefix: 'tenant~' } as const },
  { ...query, where: { kind: 'starts-with', property: 'Name', prefix: 'tenant~' } as const },
  { ...query, filterText: "RowKey ge 'tenant~' and RowKey lt 'tenant\u00a0' and Amount gt 3" },
])('does not mention the character behind a prefix, which the user did not type', (request) => {
  render(<NothingFound query={request} />);
  expect(screen.queryByText(/^The value for/)).toBeNull();
});

it('explains that conditions on the keys exclude each other, and that keys are compared character by character', () => {
  render(<NothingFound query={{ ...query, filterText: "PartitionKey ge 'b' and PartitionKey lt 'a'" }} />);
  expect(screen.getByText('The key conditions exclude each other: no row can match.')).toBeTruthy();
  expect(screen.getByText(/Keys are compared character by character/)).toBeTruthy();
});

it('marks invisible characters in the keys read before', () => {
  const request = { ...query, partitionKey: { kind: 'is', value: 'north' } as const };
  render(<NothingFound query={request} example={{ partitionKey: 'north\u200b ', rowKey: 'r' }} />);
  expect(screen.getByText('north[U+200B]␣')).toBeTruthy();
});

it.each([query, { ...query, partitionKey: { kind: 'is', value: 'north ' } as const }])(
  'claims nothing of rows that come before the token at which a reading began',
  (request) => {
    render(<NothingFound query={request} begun="at-token" onInsert={() => undefined} onImport={() => undefined} />);
    expect(screen.getByText('No more entities')).toBeTruthy();
    expect(screen.getByText(/^There are no entities after the continuation token\./)).toBeTruthy();
    expect(screen.queryByText(/empty|No matching entities|white space/)).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  },
);
