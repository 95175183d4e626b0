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
    ...{ partitionKey: 'p', rowKey: 'r', timestamp: '', etag: '' },
    properties: values.map(([name, value]) => ({ name, value })),
  };
  const delimiters = { partitionKey: null, rowKey: null };
  render(<TypedView entity={entity} fetched="all" delimiters={delimiters} onCopy={() => undefined} />);
  const shown = screen.getAllByRole('definition').slice(2);
  values.forEach(([, { type, value }], index) => {
    const box = within(shown[index]!);
    const text = box.getByText(String(value));
    expect(text.parentElement?.textContent).toContain(type.slice('Edm.'.length));
  });
});
