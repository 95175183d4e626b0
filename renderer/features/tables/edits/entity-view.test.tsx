// An entity as JSON: every character of it, with wrapped lines indented.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { JsonView } from './entity-view';
import type { EdmValue, Entity } from '@shared/model/entity';
import { TypedView, valueNote } from './typed-view';

afterEach(cleanup);

it('JSON view: shows the text unchanged and indents wrapped lines', () => {
  const json = JSON.stringify({ RowKey: 'a  b', Nested: '{\n}', Empty: '' }, undefined, 2);
  render(<JsonView json={json} />);
  const text = screen.getByLabelText('Entity as JSON');
  expect(text.textContent).toBe(json);
  const indents = [...text.children].map((line) => (line as HTMLElement).style.getPropertyValue('--indent'));
  expect(indents).toEqual(['4ch', '6ch', '6ch', '6ch', '4ch']);
});

afterEach(cleanup);

const values: readonly (readonly [string, EdmValue])[] = [
  ['Short', { type: 'Edm.String', value: 'at sea' }],
  ['Long', { type: 'Edm.String', value: 'at sea, somewhere between Riga and the harbour of Gdynia' }],
  ['Moment', { type: 'Edm.DateTime', value: '2026-01-01T07:12:00.0003225Z' }],
];

it('typed view: shows the type inside the box of the value', () => {
  const entity: Entity = {
    partitionKey: 'p',
    rowKey: 'r',
    timestamp: '',
    etag: '',
    properties: values.map(([name, value]) => ({ name, value })),
  };
  const delimiters = { partitionKey: null, rowKey: null };
  render(<TypedView entity={entity} fetched="all" delimiters={delimiters} />);
  const shown = screen.getAllByRole('definition').slice(2);
  values.forEach(([, { type, value }], index) => {
    const box = within(shown[index]!);
    const text = box.getByText(String(value));
    expect(text.parentElement?.textContent).toContain(type.slice('Edm.'.length));
  });
});

it('typed view: notes invisible characters of a key and of a text', () => {
  const entity: Entity = {
    partitionKey: 'tenant-7\u200b',
    rowKey: 'order 1 ',
    timestamp: '',
    etag: '',
    properties: [{ name: 'File', value: { type: 'Edm.String', value: 'a\n\u202etxt.exe' } }],
  };
  const delimiters = { partitionKey: null, rowKey: null };
  render(<TypedView entity={entity} fetched="all" delimiters={delimiters} />);
  const [partition, row, file] = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(partition).toContain('contains invisible characters: U+200B');
  expect(row).toContain('starts or ends with whitespace');
  expect(file).toContain('contains invisible characters: U+202E');
});

it('typed view: marks an invisible character in place and leaves the text unchanged for copying', () => {
  const text = 'invoice\u202etxt.exe\u200b';
  const entity: Entity = {
    partitionKey: 'tenant-7\u200b9',
    rowKey: ' r ',
    timestamp: '',
    etag: '',
    properties: [{ name: 'File', value: { type: 'Edm.String', value: text } }],
  };
  const delimiters = { partitionKey: null, rowKey: null };
  render(<TypedView entity={entity} fetched="all" delimiters={delimiters} />);
  const shown = screen.getAllByRole('definition');
  const partsOf = (index: number): readonly (readonly [string, string | null])[] =>
    [...shown[index]!.querySelectorAll('[data-mark]')].map((part) => [
      part.previousSibling?.textContent ?? '',
      part.getAttribute('data-mark'),
    ]);
  expect(partsOf(0)).toEqual([['tenant-7', '[U+200B]']]);
  expect(partsOf(1).map(([, mark]) => mark)).toEqual(['␣', '␣']);
  expect(partsOf(2)).toEqual([
    ['invoice', '[U+202E]'],
    ['txt.exe', '[U+200B]'],
  ]);
  expect(shown[2]?.textContent).toContain(text);
});

const int64 = (value: string) => ({ type: 'Edm.Int64', value }) as const;

describe('note of an Int64', () => {
  it('shows the time when the name contains ticks and the digits are a time', () => {
    expect(valueNote('EventTickCount', int64('639275328485112109'), 'utc')).toBe(
      'ticks: 2026-10-14 00:00:48.5112109 UTC',
    );
    expect(valueNote('EventTickCount', int64('9007199254740993'), 'utc')).toBe('beyond 2⁵³, all digits preserved');
    expect(valueNote('EventTickCount', int64('12'), 'utc')).toBeUndefined();
  });

  it.each([
    ['EventTickCount', 'ticks'],
    ['Ticks', 'ticks'],
    ['ticks', 'ticks'],
    ['tickCount', 'ticks'],
    ['start_ticks', 'ticks'],
    ['TICKS', 'ticks'],
    ['UTCTicks', 'ticks'],
    ['TicketId', 'beyond'],
    ['ticket', 'beyond'],
    ['SupportTickets', 'beyond'],
    ['Stickers', 'beyond'],
    ['STICKERS', 'beyond'],
  ])('matches whole words of the name: %s', (name, starts) => {
    expect(valueNote(name, int64('638000000000000000'), 'utc')?.startsWith(starts)).toBe(true);
  });

  it('shows no time when only the digits look like one', () => {
    expect(valueNote('LedgerId', int64('639275328485112109'), 'utc')).toBe('beyond 2⁵³, all digits preserved');
  });
});
