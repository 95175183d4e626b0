// What is staged: kept by the keys it was read with, counted, taken back, and sent as the person chose.
import type { Entity } from '@shared/model/entity';
import { reviewEdits } from '@shared/edit/review';
import { describe, expect, it } from 'vitest';
import * as staging from './staging';

const order: Entity = {
  partitionKey: 'Harbour',
  rowKey: '17',
  timestamp: '2026-10-14T08:21:07.1402918Z',
  etag: 'W/"1"',
  properties: [
    { name: 'Due', value: { type: 'Edm.DateTime', value: '2026-10-14T08:21:07.1402918Z' } },
    { name: 'Tons', value: { type: 'Edm.Double', value: '200.0' } },
    { name: 'Berth', value: { type: 'Edm.Int32', value: '4' } },
  ],
};
const row: staging.ReadRow = { read: order, readColumns: 'all' };
const berth = (value: string) => ({ kind: 'set', name: 'Berth', value: { type: 'Edm.Int32', value } }) as const;
const nothing = staging.nothingStaged;

describe('what is staged', () => {
  it('is made from the entity as it was first read, also when the row was read again', () => {
    const once = staging.changeProperty(nothing, row, berth('5'));
    const again: Entity = { ...order, etag: 'W/"2"' };
    const twice = staging.changeProperty(once, { read: again, readColumns: 'all' }, berth('6'));
    expect(twice.edits).toEqual([
      expect.objectContaining({ kind: 'update', read: order, changes: [berth('6')], condition: 'as-read' }),
    ]);
  });

  it('is nothing once the value is as it was read', () => {
    const changed = staging.changeProperty(nothing, row, berth('5'));
    expect(staging.changeProperty(changed, row, berth('4')).edits).toEqual([]);
  });

  it('keeps changed values when the keys change, and back', () => {
    const changed = staging.changeProperty(nothing, row, berth('5'));
    const moved = staging.changeKeys(changed, row, { partitionKey: 'Harbour', rowKey: '18' });
    expect(moved.edits).toEqual([
      expect.objectContaining({
        kind: 'change-keys',
        to: { partitionKey: 'Harbour', rowKey: '18' },
        changes: [berth('5')],
      }),
    ]);
    expect(staging.discardProperty(moved, staging.rowId(order), 'RowKey').edits).toEqual(changed.edits);
    expect(staging.changeKeys(moved, row, order).edits).toEqual(changed.edits);
  });

  it('gives way to a deletion, and counts each entity once', () => {
    const changed = staging.changeProperty(nothing, row, berth('5'));
    const other: Entity = { ...order, rowKey: '18' };
    const deleted = staging.deleteRows(changed, [row, { read: other, readColumns: 'all' }]);
    expect(staging.countStaged(deleted)).toEqual({ changed: 0, inserted: 0, deleted: 2 });
    const inserted = staging.insertEntity(deleted, { partitionKey: 'Harbour', rowKey: '', properties: [] });
    expect(staging.countStaged(inserted.staging)).toEqual({ changed: 0, inserted: 1, deleted: 2 });
  });

  it('takes back one property, one entity, or all', () => {
    const tons = { kind: 'set', name: 'Tons', value: { type: 'Edm.Double', value: '201.0' } } as const;
    const both = staging.changeProperty(staging.changeProperty(nothing, row, berth('5')), row, tons);
    const id = staging.rowId(order);
    expect(staging.discardProperty(both, id, 'Berth').edits).toEqual([
      expect.objectContaining({ kind: 'update', changes: [tons] }),
    ]);
    expect(staging.discardProperty(staging.discardProperty(both, id, 'Berth'), id, 'Tons').edits).toEqual([]);
    expect(staging.discard(both, id).edits).toEqual([]);
    expect(staging.discardAll(both).edits).toEqual([]);
  });

  it('changes an insert at once, and gives ids only once', () => {
    const first = staging.insertEntity(nothing, { partitionKey: 'Harbour', rowKey: '', properties: [] });
    const keyed = staging.changeInsertedKeys(first.staging, first.id, { partitionKey: 'Harbour', rowKey: '99' });
    const filled = staging.changeInsertedProperty(keyed, first.id, berth('7'));
    expect(filled.edits).toEqual([
      {
        kind: 'insert',
        id: first.id,
        mode: 'insert',
        entity: {
          partitionKey: 'Harbour',
          rowKey: '99',
          properties: [{ name: 'Berth', value: { type: 'Edm.Int32', value: '7' } }],
        },
      },
    ]);
    const second = staging.insertEntity(staging.discardAll(filled), { partitionKey: '', rowKey: '', properties: [] });
    expect(second.id).not.toBe(first.id);
  });

  it('is a merge of the changed property with the ETag that was read', () => {
    const { edits } = staging.changeProperty(nothing, row, berth('5'));
    const review = reviewEdits({ endpoint: 'http://store', table: 'Orders', edits, grouping: 'each' });
    expect(review.violations).toEqual([]);
    const [step] = review.steps;
    const request = step?.kind === 'single' ? step.request : undefined;
    expect(request).toMatchObject({ operation: 'merge', ifMatch: 'W/"1"', body: '{"Berth":5}' });
  });

  it('has the whole entity to go on once it was read, unless that is another version', () => {
    const part: staging.ReadRow = { read: { ...order, properties: [] }, readColumns: 'some' };
    const changed = staging.changeProperty(nothing, part, berth('5'));
    const removed = staging.changeProperty(changed, row, { kind: 'remove', name: 'Tons' });
    expect(removed.edits).toEqual([expect.objectContaining({ read: order, readColumns: 'all' })]);
    const later: staging.ReadRow = { read: { ...order, etag: 'W/"2"' }, readColumns: 'all' };
    const kept = staging.changeProperty(changed, later, { kind: 'remove', name: 'Tons' });
    expect(kept.edits).toEqual([
      expect.objectContaining({
        read: { ...part.read, properties: order.properties },
        readColumns: 'some',
        changes: [{ kind: 'remove', name: 'Tons' }, berth('5')],
      }),
    ]);
    expect(staging.readWhole(kept, later.read), 'another version is a conflict').toEqual(kept);
    expect(staging.readWhole(kept, order).edits).toEqual([
      expect.objectContaining({ read: order, readColumns: 'all' }),
    ]);
  });
});
