// What was refused in a new entity ends with it; what was refused in a row that stays is kept.
import { beforeEach, describe, expect, it } from 'vitest';
import { renderHook } from '@testing-library/react';
import type { Entity } from '@shared/model/entity';
import type { ShownRow } from '../staging/staged-rows';
import { stagingOf } from '../staging/staged-tables';
import { discard, discardAll, insertEntity, insertsOf } from '../staging/staging';
import { rejectedTextsOf, useRejectedTexts } from './rejected-texts';

const target = { connectionId: 'local', table: 'Ships' };
const staging = stagingOf(target);
const rejected = rejectedTextsOf(target);
const entity: Entity = { partitionKey: 'Harbour', rowKey: '', timestamp: '', etag: '', properties: [] };
const stays: ShownRow = {
  entity: { ...entity, rowKey: 'Ada', etag: 'W/"1"' },
  mark: undefined,
  edit: undefined,
  readColumns: 'all',
  read: { ...entity, rowKey: 'Ada', etag: 'W/"1"' },
};
const fields = (): readonly string[] =>
  renderHook(() => useRejectedTexts(target)).result.current.map(({ field }) => field);

let inserted: ShownRow;
beforeEach(() => {
  staging.stage(discardAll);
  staging.stage((before) => insertEntity(before, entity).staging);
  const [edit] = insertsOf(staging.store.getState().staging);
  inserted = { entity, mark: undefined, edit, read: undefined, readColumns: 'all' };
  rejected.keep(stays, 'Berth', 'seven');
  rejected.keep(inserted, 'Draught', 'deep');
  expect(fields()).toEqual(['Berth', 'Draught']);
});
const id = (): string => inserted.edit?.id ?? '';

describe('texts that were refused in a new entity', () => {
  it.each<[string, () => unknown]>([
    [
      'applied',
      () =>
        staging.results.onOutcomes(
          [{ kind: 'applied', editId: id(), etag: 'W/"2"', check: 'answered' } as never],
          insertsOf(staging.store.getState().staging),
        ),
    ],
    ['given up in the review', () => staging.results.onDropped([id()])],
    ['given up in its row', () => staging.stage((before) => discard(before, id()))],
    ['given up with everything', () => staging.stage(discardAll)],
    ['taken back by a step', () => staging.step('back')],
  ])('are gone once it is %s', async (_, leave) => {
    await leave();
    expect(insertsOf(staging.store.getState().staging)).toEqual([]);
    expect(fields()).toEqual(['Berth']);
  });

  it('are kept while another one is applied', async () => {
    staging.stage((before) => insertEntity(before, { ...entity, partitionKey: 'Quay' }).staging);
    const other = insertsOf(staging.store.getState().staging).filter((edit) => edit.id !== id());
    await staging.results.onDropped(other.map((edit) => edit.id));
    expect(fields()).toEqual(['Berth', 'Draught']);
  });
});
