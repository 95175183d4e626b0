import { describe, expect, it } from 'vitest';
import type { UndoEntry } from '../model/edit-outcome';
import type { Entity } from '../model/entity';
import { undoLineOf } from './undo-line';

const at = (partitionKey: string, rowKey: string): Entity => ({
  partitionKey,
  rowKey,
  timestamp: '',
  etag: '',
  properties: [],
});
const lineOf = (before: UndoEntry['before'], after: UndoEntry['after']) => {
  const { kind, keys, keysBefore } = undoLineOf({
    id: '1',
    applyId: 'a',
    atMs: 1,
    table: 'Crates',
    state: 'applied' as const,
    before,
    after,
  });
  return [kind, keys.rowKey, keysBefore?.rowKey ?? null];
};

describe('a change in the list of what can be undone', () => {
  it('is described by its effect, and names the entity that it left behind or deleted', () => {
    expect(lineOf(null, at('p', '1'))).toEqual(['inserted', '1', null]);
    expect(lineOf(at('p', '1'), at('p', '1'))).toEqual(['changed', '1', null]);
    expect(lineOf(at('p', '1'), null)).toEqual(['deleted', '1', null]);
    expect(lineOf(at('p', '1'), at('p', '2'))).toEqual(['moved', '2', '1']);
    expect(lineOf(at('o', '1'), at('p', '1'))).toEqual(['moved', '1', '1']);
    expect(lineOf('unknown', at('p', '1'))).toEqual(['overwritten', '1', null]);
  });

  it('is listed also where neither is known', () => {
    expect(lineOf('unknown', null)).toEqual(['overwritten', '', null]);
    expect(lineOf(null, null)).toEqual(['inserted', '', null]);
  });
});
