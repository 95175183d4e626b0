// Rows with staged changes: their values, and the marks with their previous ones.
import { describeConflict } from '@shared/edit/conflict';
import type { Entity } from '@shared/model/entity';
import { describe, expect, it } from 'vitest';
import { partitionKeyId, propertyId, rowKeyId } from '../result/grid-column';
import { type MetEntities, withOutcomes } from './staging-store';
import { stagedRows } from './staged-rows';
import * as staging from './staging';
import { changeOne } from '../fixtures/change-one';

const row: Entity = {
  partitionKey: 'Harbour',
  rowKey: '17',
  timestamp: '2026-10-14T08:21:07.1402918Z',
  etag: 'W/"1"',
  properties: [
    { name: 'Berth', value: { type: 'Edm.Int32', value: '4' } },
    { name: 'Name', value: { type: 'Edm.String', value: 'Ada' } },
  ],
};
const read: staging.ReadRow = { read: row, readColumns: 'all' };
const shownWith = (staged: staging.Staging, deleted: readonly string[] = []) =>
  stagedRows({ staging: staged, landed: [], deleted: new Set(deleted), met: new Map() }, 'all');

describe('staged rows', () => {
  it('show new values, and hold the old ones in their marks', () => {
    const changed = changeOne(staging.nothingStaged, read, {
      kind: 'set',
      name: 'Berth',
      value: { type: 'Edm.Int32', value: '5' },
    });
    const renamed = changeOne(changed, read, { kind: 'rename', name: 'Name', to: 'Ship' });
    const { entity, mark } = shownWith(renamed).of(row);
    expect(entity.properties).toEqual([
      { name: 'Berth', value: { type: 'Edm.Int32', value: '5' } },
      { name: 'Ship', value: { type: 'Edm.String', value: 'Ada' } },
    ]);
    expect(mark?.state).toBe('changed');
    expect(new Map(mark?.before)).toEqual(
      new Map([
        [propertyId('Berth'), { type: 'Edm.Int32', value: '4' }],
        [propertyId('Name'), { type: 'Edm.String', value: 'Ada' }],
        [propertyId('Ship'), { type: 'Edm.String', value: 'Ada' }],
      ]),
    );
  });

  it('show their new keys', () => {
    const moved = staging.changeKeys(staging.nothingStaged, read, { partitionKey: 'Harbour', rowKey: '18' });
    const { entity, mark } = shownWith(moved).of(row);
    expect(entity.rowKey).toBe('18');
    expect(mark?.before.get(rowKeyId)).toEqual({ type: 'Edm.String', value: '17' });
    expect(mark?.before.has(partitionKeyId)).toBe(false);
  });

  it('are above the result as inserts, and stay in position when deleted', () => {
    const inserted = staging.insertEntity(staging.nothingStaged, { partitionKey: 'A', rowKey: '', properties: [] });
    const rows = shownWith(staging.deleteRows(inserted.staging, [read]));
    expect(rows.lead.map(({ mark }) => mark?.state)).toEqual(['inserted']);
    expect(rows.of(row).mark?.state).toBe('deleted');
    expect(shownWith(staging.nothingStaged, [staging.rowId(row)]).of(row).mark?.state).toBe('gone');
  });
});

describe('change that meets another writer', () => {
  const later: Entity = { ...row, etag: 'W/"2"' };
  const mine = staging.changeKeys(staging.nothingStaged, read, { partitionKey: 'Harbour', rowKey: '18' });
  const conflictOf = (staged: staging.Staging, met: MetEntities) =>
    stagedRows({ staging: staged, landed: [], deleted: new Set(), met }, 'all').of(row).mark?.conflict;
  const metWith = (theirs: Entity | null): MetEntities =>
    withOutcomes(
      new Map(),
      mine.edits,
      mine.edits.map((edit) => ({ kind: 'conflict', editId: edit.id, conflict: describeConflict(edit, theirs) })),
    );

  it('is in conflict while it is based on another version', () => {
    for (const theirs of [later, null]) {
      expect(conflictOf(mine, metWith(theirs))).toBe('open');
      expect(conflictOf(staging.changeKeys(mine, read, { partitionKey: 'Pier', rowKey: '1' }), metWith(theirs))).toBe(
        'open',
      );
      expect(conflictOf(staging.deleteRows(mine, [read]), metWith(theirs))).toBe('open');
    }
    const anew = staging.deleteRows(staging.nothingStaged, [{ read: later, readColumns: 'all' }]);
    expect(conflictOf(anew, metWith(later))).toBe('none');
  });

  it('is not in conflict when it moves to other keys than the taken ones', () => {
    const taken = metWith({ ...later, rowKey: '18' });
    expect(conflictOf(mine, taken)).toBe('open');
    expect(conflictOf(staging.changeKeys(mine, read, { partitionKey: 'Pier', rowKey: '1' }), taken)).toBe('none');
  });
});
