// The staging and the rows on screen once edits were applied, discarded or undone.
import { describe, expect, it } from 'vitest';
import { applied, berth, first, loaded, openStaging, readRow } from '../fixtures/open-staging';
import * as staging from './staging';
import { changeOne } from '../fixtures/change-one';
import { testEntity } from '../fixtures/test-port';

describe('staging store', () => {
  it('removes applied edits, and gives the row its new value and ETag without reading it', async () => {
    const { edits, stage, shown, state, requested } = await openStaging();
    const sent = stage((before) => changeOne(before, readRow(first), berth));
    const etag = `W/"datetime'2026-10-15T00%3A00%3A00.5Z'"`;
    await edits.results.onOutcomes([applied(staging.rowId(first), etag)], sent);
    expect(state().staging.edits).toEqual([]);
    expect(shown()[0]).toEqual({
      ...first,
      etag,
      timestamp: '2026-10-15T00:00:00.5Z',
      properties: [{ name: 'Berth', value: berth.value }],
    });
    expect(requested).toEqual([]);
  });

  it('keeps edits that failed or met a conflict', async () => {
    const { edits, stage, state } = await openStaging();
    const sent = stage((before) => changeOne(before, readRow(first), berth));
    const conflict = { reason: 'changed', theirs: first, properties: [] } as const;
    await edits.results.onOutcomes(
      [{ kind: 'conflict', editId: staging.rowId(first), conflict: { ...conflict, properties: [] } }],
      sent,
    );
    expect(state().staging.edits).toEqual(sent);
  });

  it('reads a row again after an unconditional write', async () => {
    const { edits, stage, table, requested, shown } = await openStaging();
    const [edit] = stage((before) => changeOne(before, readRow(first), berth));
    if (edit?.kind !== 'update') throw new Error('An update was staged.');
    const held = { ...first, etag: 'W/"now"', properties: [{ name: 'Theirs', value: berth.value }] };
    table.set(staging.rowId(first), held);
    await edits.results.onOutcomes([applied(edit.id, 'W/"now"')], [{ ...edit, condition: 'any' }]);
    expect(requested).toEqual([first.rowKey]);
    expect(shown()[0]).toEqual(held);
  });

  it('marks deleted rows, and puts inserted ones on top, until the next run', async () => {
    const { edits, stage, state, run } = await openStaging();
    const sent = stage((before) =>
      staging.deleteRows(
        staging.insertEntity(before, { partitionKey: 'Action', rowKey: 'new', properties: [] }).staging,
        [readRow(first)],
      ),
    );
    const ids = sent.map(({ id }) => id);
    await edits.results.onOutcomes(
      ids.map((id) => applied(id, id === staging.rowId(first) ? null : 'W/"1"')),
      sent,
    );
    expect(state().landed.map(({ rowKey }) => rowKey)).toEqual(['new']);
    expect([...state().deleted]).toEqual([staging.rowId(first)]);
    await run();
    expect(state()).toMatchObject({ landed: [], deleted: new Set() });
  });

  it('shows the old row at its position once a change of its keys was undone', async () => {
    const { edits, stage, table, shown, state } = await openStaging();
    const to = { partitionKey: 'Action', rowKey: 'renamed' };
    const last = { partitionKey: 'Action', rowKey: 'renamed again' };
    let sent = stage((before) => staging.changeKeys(before, readRow(first), to));
    await edits.results.onOutcomes([applied(staging.rowId(first), 'W/"1"')], sent);
    const [renamed] = shown();
    expect(renamed?.rowKey).toBe('renamed');
    if (renamed === undefined) throw new Error('The row is there.');
    sent = stage((before) => staging.changeKeys(before, readRow(renamed), last));
    await edits.results.onOutcomes([applied(staging.rowId(renamed), 'W/"2"')], sent);
    expect(shown()[0]?.rowKey).toBe('renamed again');

    table.set(staging.rowId(first), { ...first, etag: 'W/"restored"' });
    await edits.results.onRestored([]);
    expect(shown().map((row) => row?.rowKey)).toEqual(loaded.map(({ rowKey }) => rowKey));
    expect(shown()[0]?.etag).toBe('W/"restored"');
    expect(state().deleted.has(staging.rowId(first))).toBe(false);
  });

  it('shows the stored entity when an edit is dropped', async () => {
    const { edits, stage, table, shown, state } = await openStaging();
    stage((before) => changeOne(before, readRow(first), berth));
    const theirs = { ...first, etag: 'W/"theirs"' };
    table.set(staging.rowId(first), theirs);
    await edits.results.onDropped([staging.rowId(first)]);
    expect(state().staging.edits).toEqual([]);
    expect(shown()[0]).toEqual(theirs);
  });

  it('outlives the rows that showed it', async () => {
    const { edits, stage, state, leave } = await openStaging();
    const sent = stage((before) => staging.deleteRows(before, [readRow(first)]));
    leave();
    expect(state().staging.edits).toEqual(sent);
    await edits.results.onOutcomes([applied(staging.rowId(first), null)], sent);
    expect(state()).toMatchObject({ landed: [], deleted: new Set(), staging: { edits: [] } });
  });

  it('updates its rows after writes from elsewhere', async () => {
    const { edits, stage, table, shown, state } = await openStaging();
    const sent = stage((before) => changeOne(before, readRow(first), berth));
    const theirs = { ...first, etag: 'W/"theirs"' };
    table.set(staging.rowId(first), theirs);
    const { partitionKey, rowKey } = first;
    const keys = { partitionKey, rowKey };
    await edits.elsewhere.onRows([{ from: keys, to: keys }], 'Restored changes');
    expect(shown()[0]).toEqual(theirs);
    edits.elsewhere.onTable('An import');
    expect(state()).toMatchObject({ overtakenBy: 'An import', writes: 2, staging: { edits: sent } });
  });
});

describe('undo and redo', () => {
  const changed = (before: staging.Staging): staging.Staging => changeOne(before, readRow(first), berth);
  const deleted = (before: staging.Staging): staging.Staging => staging.deleteRows(before, [readRow(testEntity(1))]);

  it('step back and forwards until something else is staged', async () => {
    const { edits, stage, state } = await openStaging();
    const one = stage(changed);
    const two = stage(deleted);
    edits.step('back');
    expect(state().staging.edits).toEqual(one);
    edits.step('back');
    edits.step('back');
    expect(state().staging.edits).toEqual([]);
    edits.step('forward');
    edits.step('forward');
    expect(state().staging.edits).toEqual(two);
    edits.step('back');
    stage(staging.discardAll);
    edits.step('forward');
    expect(state().staging.edits).toEqual([]);
    edits.step('back');
    expect(state().staging.edits).toEqual(one);
  });

  it('never reuse the id of an insert', async () => {
    const { edits, stage, state } = await openStaging();
    const inserted = (before: staging.Staging): staging.Staging =>
      staging.insertEntity(before, { partitionKey: 'Action', rowKey: '', properties: [] }).staging;
    const [first] = stage(inserted);
    expect(edits.step('back'), 'what left the stage').toEqual([first]);
    const [second] = stage(inserted);
    expect(second?.id).not.toBe(first?.id);
    expect(edits.step('back')).toEqual([second]);
    expect(edits.step('forward')).toEqual([]);
    expect(state().staging.edits).toEqual([second]);
  });

  it('have no invisible step: amendments hold at every step', async () => {
    const { edits, stage, state } = await openStaging();
    const part = (before: staging.Staging): staging.Staging =>
      changeOne(before, { read: first, readColumns: 'some' }, berth);
    stage(part);
    stage(deleted);
    edits.step('back');
    edits.amend((before) => staging.readWhole(before, first));
    expect(state().staging.edits).toMatchObject([{ readColumns: 'all' }]);
    edits.step('forward');
    expect(state().staging.edits).toMatchObject([{ readColumns: 'all' }, { kind: 'delete' }]);
    edits.step('back');
    edits.step('back');
    expect(state().staging.edits).toEqual([]);
  });

  it('end when edits are being sent', async () => {
    const { edits, stage, state } = await openStaging();
    const sent = stage(changed);
    edits.results.onSending();
    edits.step('back');
    expect(state().staging.edits).toEqual(sent);
  });

  it('end when something was applied', async () => {
    const { edits, stage, state } = await openStaging();
    const [edit] = stage(changed);
    stage(deleted);
    await edits.results.onOutcomes([applied(edit?.id ?? '', 'W/"new"')]);
    const left = state().staging.edits;
    edits.step('back');
    expect(state().staging.edits).toEqual(left);
    expect(left).toHaveLength(1);
  });
});
