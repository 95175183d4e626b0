// Pieces of a page put together: rows that came packed stay so.
import type { Entity } from '@shared/model/entity';
import { packRows } from '@shared/rows/packed-rows';
import { describe, expect, it } from 'vitest';
import { type PageRows, blocksOf, entitiesOf, joined } from './page-rows';

const rows: readonly Entity[] = ['0', '1', '2', '3', '4'].map((rowKey) => ({
  partitionKey: 'p',
  rowKey,
  timestamp: '2026-11-22T20:00:00.1234567Z',
  etag: `e${rowKey}`,
  properties: [{ name: 'Note', value: { type: 'Edm.String', value: `of ${rowKey}` } }],
}));
const packed = (...blocks: readonly (readonly [number, number])[]): PageRows & { readonly form: 'packed' } => ({
  form: 'packed',
  blocks: blocks.map(([from, to]) => packRows(rows.slice(from, to))),
});

describe('pieces of a page', () => {
  it('that are all packed keep the very blocks they came in, in order', () => {
    const first = packed([0, 2]);
    const second = packed([2, 3], [3, 5]);
    const whole = joined([first, second]);
    const blocks = [...first.blocks, ...second.blocks];
    expect(blocksOf(whole).map((block) => blocks.indexOf(block))).toEqual([0, 1, 2]);
    expect(entitiesOf(whole)).toEqual(rows);
  });

  it('of which one is held as entities are held as entities, in order', () => {
    const whole = joined([packed([0, 2]), { form: 'entities', rows: rows.slice(2) }]);
    expect(whole.form).toBe('entities');
    expect(entitiesOf(whole)).toEqual(rows);
    expect(joined([])).toEqual({ form: 'entities', rows: [] });
  });
});
