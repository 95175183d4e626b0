// What the keys of an import will be, from the first rows: a row that gets none is named.
import '@renderer/testing/missing-in-jsdom';
import type { ImportPreview } from '@shared/model/table-import';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { emptyImportDraft } from './import-draft';
import { KeysForm } from './keys-form';

afterEach(cleanup);

it('keys form: names the row that has no cell for a key', () => {
  const preview: ImportPreview = {
    name: 'pasted rows',
    bytes: 30,
    reading: { format: 'csv', encoding: 'utf-8', delimiter: ';', header: 'first-row', notes: [] },
    columns: ['PartitionKey', 'RowKey'].map((name) => ({ name, declaredType: null })),
    rows: [
      ['p', '1'],
      [null, '2'],
      ['p', '3'],
    ],
  };
  render(<KeysForm draft={emptyImportDraft} preview={preview} onChange={vi.fn()} />);
  const partitions = screen.getByRole('status', { name: 'First values of PartitionKey' });
  expect(partitions.textContent).toBe('Input row 2: Column PartitionKey is missing.');
  expect(screen.getByRole('status', { name: 'First values of RowKey' }).textContent).toBe('123');
});
