import { describe, expect, it } from 'vitest';
import type { UndoFileCheck } from '@shared/model/undo-file';
import { checkText, elsewhereText, rowsToTry } from './restore-file';

const check: UndoFileCheck = {
  state: 'complete',
  endpoint: 'https://b.example',
  table: 'Orders',
  elsewhere: [],
  file: {
    format: 'stowage-undo',
    version: 1,
    endpoint: 'https://a.example',
    table: 'Orders',
    change: 'Orders',
    savedAtMs: 0,
    rows: 2000,
  },
  rows: 2000,
  inserts: 1200,
  replaces: 300,
  already: 450,
  requests: 4,
  obstacles: [{ kind: 'changed', count: 50, examples: ['a / b'] }],
};

describe('texts of an undo file', () => {
  it('count restored and already equal rows, and mark a partial count', () => {
    expect(checkText(check)).toBe(
      '1,500 rows can be restored: 1,200 inserted, 300 replaced, 450 already match the file',
    );
    expect(checkText({ ...check, inserts: 0, replaces: 0, already: 0 })).toBe('No row can be restored');
    expect(checkText({ ...check, state: 'reading', rows: 900 })).toMatch(/^Reading: 900 of 2,000 rows/);
    expect(rowsToTry(check)).toBe(1550);
  });

  it('name both tables when they differ', () => {
    expect(elsewhereText(check)).toBeNull();
    expect(elsewhereText({ ...check, elsewhere: ['endpoint'] })).toBe(
      'The rows are from Orders at https://a.example. This is Orders at https://b.example.',
    );
  });
});
