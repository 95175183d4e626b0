// Staged edits: identified by the keys they were read with, counted, discarded, and sent as the user chose.
import type { Entity } from '@shared/model/entity';
import { reviewEdits } from '@shared/edit/review';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as staging from './staging';
import { changeOne } from '../fixtures/change-one';

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

describe('staging', () => {
  it('is based on the entity as first read, even when the row was read again', () => {
    const once = changeOne(nothing, row, berth('5'));
    const again: Entity = { ...order, etag: 'W/"2"' };
    const twice = changeOne(once, { read: again, readColumns: 'all' }, berth('6'));
    expect(twice.edits).toEqual([
      expect.objectContaining({ kind: 'update', read: order, changes: [berth('6')], condition: 'as-read' }),
    ]);
  });

  it('is empty once the value is as it was read', () => {
    const changed = changeOne(nothing, row, berth('5'));
    expect(changeOne(changed, row, berth('4')).edits).toEqual([]);
  });

  it('keeps changed values when the keys change, and change back', () => {
    const changed = changeOne(nothing, row, berth('5'));
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

  it('is replaced by a deletion, and counts each entity once', () => {
    const changed = changeOne(nothing, row, berth('5'));
    const other: Entity = { ...order, rowKey: '18' };
    const deleted = staging.deleteRows(changed, [row, { read: other, readColumns: 'all' }]);
    expect(staging.countStaged(deleted)).toEqual({ changed: 0, inserted: 0, deleted: 2 });
    const inserted = staging.insertEntity(deleted, { partitionKey: 'Harbour', rowKey: '', properties: [] });
    expect(staging.countStaged(inserted.staging)).toEqual({ changed: 0, inserted: 1, deleted: 2 });
  });

  it('discards one property, one entity, or everything', () => {
    const tons = { kind: 'set', name: 'Tons', value: { type: 'Edm.Double', value: '201.0' } } as const;
    const both = changeOne(changeOne(nothing, row, berth('5')), row, tons);
    const id = staging.rowId(order);
    expect(staging.discardProperty(both, id, 'Berth').edits).toEqual([
      expect.objectContaining({ kind: 'update', changes: [tons] }),
    ]);
    expect(staging.discardProperty(staging.discardProperty(both, id, 'Berth'), id, 'Tons').edits).toEqual([]);
    expect(staging.discard(both, id).edits).toEqual([]);
    expect(staging.discardAll(both).edits).toEqual([]);
  });

  it('changes an insert in place, and never reuses ids', () => {
    const first = staging.insertEntity(nothing, { partitionKey: 'Harbour', rowKey: '', properties: [] });
    const keyed = staging.changeInsertedKeys(first.staging, first.id, { partitionKey: 'Harbour', rowKey: '99' });
    const filled = changeOne(keyed, first.id, berth('7'));
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

  it('merges the changed property under the ETag that was read', () => {
    const { edits } = changeOne(nothing, row, berth('5'));
    const review = reviewEdits({
      endpoint: 'http://store',
      table: 'Orders',
      edits,
      grouping: 'each',
      service: 'storage',
    });
    expect(review.violations).toEqual([]);
    const [step] = review.steps;
    const request = step?.kind === 'single' ? step.request : undefined;
    expect(request).toMatchObject({ operation: 'merge', ifMatch: 'W/"1"', body: '{"Berth":5}' });
  });

  it('is based on the whole entity once it was read, unless that is another version', () => {
    const part: staging.ReadRow = { read: { ...order, properties: [] }, readColumns: 'some' };
    const changed = changeOne(nothing, part, berth('5'));
    const removed = changeOne(changed, row, { kind: 'remove', name: 'Tons' });
    expect(removed.edits).toEqual([expect.objectContaining({ read: order, readColumns: 'all' })]);
    const later: staging.ReadRow = { read: { ...order, etag: 'W/"2"' }, readColumns: 'all' };
    const changedAgain = changeOne(changed, later, { kind: 'remove', name: 'Tons' });
    expect(changedAgain.edits).toEqual([
      expect.objectContaining({
        read: { ...part.read, properties: order.properties },
        readColumns: 'some',
        changes: [{ kind: 'remove', name: 'Tons' }, berth('5')],
      }),
    ]);
    expect(staging.readWhole(changedAgain, later.read), 'another version is a conflict').toEqual(changedAgain);
    expect(staging.readWhole(changedAgain, order).edits).toEqual([
      expect.objectContaining({ read: order, readColumns: 'all' }),
    ]);
  });

  it('is the same for many changes at once as one by one', () => {
    const rows = [row, { read: { ...order, rowKey: '18' }, readColumns: 'all' }] as const;
    const change = fc.oneof(
      fc.constantFrom('4', '5', '6').map(berth),
      fc.constantFrom('Berth', 'Tons', 'Due').map((name) => ({ kind: 'remove', name }) as const),
      fc.constant({ kind: 'rename', name: 'Due', to: 'DueAt' } as const),
    );
    const inserted = staging.insertEntity(nothing, { partitionKey: 'Harbour', rowKey: '', properties: [] });
    const of = fc.constantFrom<staging.ReadRow | string>(...rows, inserted.id, 'insert-99');
    fc.assert(
      fc.property(fc.array(fc.tuple(of, change)), fc.boolean(), (changes, isDeleted) => {
        const before = isDeleted ? staging.deleteRows(inserted.staging, [row]) : inserted.staging;
        const entities = changes.map(([one, made]) => ({ of: one, changes: [made] }));
        const stepwise = entities.reduce((all, each) => staging.changeMany(all, [each]), before);
        expect(staging.changeMany(before, entities)).toEqual(stepwise);
      }),
    );
  });

  it('takes as many cells as can be pasted', () => {
    const names = Array.from({ length: 10 }, (_, at) => `P${at}`);
    const entities = Array.from({ length: 5000 }, (_, at) => ({
      of: { read: { ...order, rowKey: String(at) }, readColumns: 'all' } as const,
      changes: names.map((name) => ({ ...berth('9'), name })),
    }));
    const { edits } = staging.changeMany(nothing, entities);
    expect(edits).toHaveLength(5000);
    expect(edits.at(-1)).toMatchObject({ kind: 'update', changes: entities.at(-1)?.changes });
  });
});
