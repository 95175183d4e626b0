// Steps back and forwards through what is staged, and where they end.
import { describe, expect, it } from 'vitest';
import { applied, berth, first, openStaging, readRow } from '../fixtures/open-staging';
import { testEntity } from '../fixtures/test-port';
import * as staging from './staging';
import { changeOne } from '../fixtures/change-one';

describe('the way back', () => {
  const changed = (before: staging.Staging): staging.Staging => changeOne(before, readRow(first), berth);
  const deleted = (before: staging.Staging): staging.Staging => staging.deleteRows(before, [readRow(testEntity(1))]);

  it('goes step by step and forwards again, until something else is staged', async () => {
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

  it('gives no id of an insert twice', async () => {
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

  it('has no step that nobody sees: what is learned of an entity holds at every one', async () => {
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

  it('ends where edits are on their way to the table', async () => {
    const { edits, stage, state } = await openStaging();
    const sent = stage(changed);
    edits.results.onSending();
    edits.step('back');
    expect(state().staging.edits).toEqual(sent);
  });

  it('ends where something was applied: that is undone in the table', async () => {
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
