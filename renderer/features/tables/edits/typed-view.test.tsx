// A type stands in the box of its value, however long that is: it must not jump while a value is edited.
import type { EdmValue, Entity } from '@shared/model/entity';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TypedView } from './typed-view';

afterEach(cleanup);

const values: readonly (readonly [string, EdmValue])[] = [
  ['Short', { type: 'Edm.String', value: 'at sea' }],
  ['Long', { type: 'Edm.String', value: 'at sea, somewhere between Riga and the harbour of Gdynia' }],
  ['Moment', { type: 'Edm.DateTime', value: '2026-01-01T07:12:00.0003225Z' }],
];

it('shows the type in the box of the value', () => {
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

it('tells of a key and of a text what nobody sees in them', () => {
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
  expect(partition).toContain('holds what nobody sees: U+200B');
  expect(row).toContain('starts or ends with white space');
  expect(file).toContain('holds what nobody sees: U+202E');
});

it('marks it where it stands, and leaves the text as it is for who copies it', () => {
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
