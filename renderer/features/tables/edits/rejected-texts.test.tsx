// A text that the form rejected: retained when another row is shown, reported there, and restored on return.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, renderHook, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import type { PropertyChange } from '@shared/model/edit';
import { EntityInspector } from '../tab/entity-inspector';
import type { InspectorView } from './entity-view';
import { formId, rejectedTextsOf, useRejectedTexts } from './rejected-texts';
import type { ShownRow } from '../staging/staged-rows';
import { createWholeReads } from '../staging/whole-reads';
import { noDisabledReasons } from '../fixtures/no-disabled-reasons';
import { stagingOf } from '../staging/staged-tables';
import { discard, discardAll, insertEntity, insertsOf } from '../staging/staging';

const target = { connectionId: 'local', table: 'Ships' };
const rejected = rejectedTextsOf(target);
const nothing = (): void => undefined;

const rowOf = (rowKey: string): ShownRow => {
  const entity: Entity = {
    partitionKey: 'Harbour',
    rowKey,
    timestamp: '2026-10-14T08:21:07.1402918Z',
    etag: 'W/"1"',
    properties: [{ name: 'Berth', value: { type: 'Edm.Int32', value: '4' } }],
  };
  return { entity, mark: undefined, edit: undefined, read: entity, readColumns: 'all' };
};
const ships: readonly ShownRow[] = ['Ada', 'Bea', 'Cy '].map(rowOf);

/** Two rows by buttons, and the inspector of the one that is chosen. */
function Ships({ onChange = nothing }: { readonly onChange?: (change: PropertyChange) => void }) {
  const [at, setAt] = useState(0);
  const [view, setView] = useState<InspectorView>('edit');
  return (
    <>
      {ships.map(({ entity: { rowKey } }, index) => (
        <button key={rowKey} onClick={() => setAt(index)}>
          {rowKey}
        </button>
      ))}
      <EntityInspector
        location={target}
        view={view}
        fillIn={undefined}
        columns={[]}
        fetched="all"
        selectedRows={1}
        access="writable"
        disabledReasons={noDisabledReasons}
        row={ships[at]}
        delimiters={{ partitionKey: null, rowKey: null }}
        widthPx={320}
        onViewChange={setView}
        edits={{
          service: 'storage',
          rejected,
          changeProperty: (_, change) => onChange(change),
          changeKeys: nothing,
          insert: nothing,
          clone: nothing,
          deleteRows: nothing,
          discardRows: nothing,
          discardProperty: nothing,
          removeProperties: nothing,
          reads: createWholeReads(),
        }}
        onGoTo={(form) => setAt(ships.findIndex((ship) => formId(ship) === form))}
        onUnlock={nothing}
        onClose={nothing}
        onOpenItself={nothing}
        onLeave={nothing}
      />
    </>
  );
}

afterEach(() => {
  cleanup();
  rejected.forget(ships.map(formId));
});

const berth = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Berth' });
const choose = (ship: string): Promise<void> => userEvent.click(screen.getByRole('button', { name: ship }));

it('rejected text: survives a change of rows, is announced beside another row, and is reached again by keyboard', async () => {
  render(<Ships />);
  const user = userEvent.setup();
  await user.clear(berth());
  await user.type(berth(), 'seven');
  await choose('Bea');
  expect(berth().value).toBe('4');
  expect(screen.getByText('Not staged: “seven” for Berth of Ada.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go to field' }));
  expect(berth().value).toBe('seven');
  expect(document.activeElement).toBe(berth());
  expect(screen.getByRole('alert').textContent).toMatch(/whole number/i);
  expect(screen.queryByText(/^Not staged/)).toBeNull();
});

it('rejected text: disappears once a value is staged or the text is discarded', async () => {
  const changes: PropertyChange[] = [];
  render(<Ships onChange={(change) => changes.push(change)} />);
  const user = userEvent.setup();
  await user.clear(berth());
  await user.type(berth(), 'seven{Enter}');
  await user.clear(berth());
  await user.type(berth(), '7{Enter}');
  expect(changes).toEqual([{ kind: 'set', name: 'Berth', value: { type: 'Edm.Int32', value: '7' } }]);
  await choose('Bea');
  expect(screen.queryByText(/^Not staged/)).toBeNull();
  await user.type(berth(), 'x');
  await choose('Ada');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText(/^Not staged/)).toBeNull();
  await choose('Bea');
  expect(berth().value).toBe('4');
});

it('rejected text: restores a property that is being added, which can then be added', async () => {
  const changes: PropertyChange[] = [];
  render(<Ships onChange={(change) => changes.push(change)} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add property' }));
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'amber');
  await choose('Bea');
  expect(screen.queryByRole('form', { name: 'Add property' })).toBeNull();
  expect(screen.getByText('Not added: “amber” as a new property of Ada.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go to field' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(name);
  await user.type(name, 'Signal');
  await choose('Bea');
  expect(screen.getByText('Not added: the new property Signal of Ada.')).toBeTruthy();
  await choose('Ada');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Signal');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(changes).toEqual([{ kind: 'set', name: 'Signal', value: { type: 'Edm.String', value: 'amber' } }]);
  await choose('Bea');
  expect(screen.queryByText(/^Not added/)).toBeNull();
});

it('rejected text: forgets a property when adding it is cancelled', async () => {
  render(<Ships />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add property' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Signal');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await choose('Bea');
  expect(screen.queryByText(/^Not added/)).toBeNull();
});

it('rejected text: stays for an invalid key, in every view', async () => {
  render(<Ships />);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'RowKey' }), '/2');
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  expect(screen.getByText('Not staged: “Ada/2” for RowKey of Ada.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go to field' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'RowKey' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'RowKey' }).value).toBe('Ada/2');
});

it('rejected text: names its row with marked trailing blanks', async () => {
  render(<Ships />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Cy' }));
  expect(screen.getByRole('heading', { name: 'Cy␣' })).toBeTruthy();
  const berth = screen.getByRole('textbox', { name: 'Berth' });
  await user.clear(berth);
  await user.type(berth, 'many{Enter}');
  await user.click(screen.getByRole('button', { name: 'Ada' }));
  expect(screen.getByText('Not staged: “many” for Berth of Cy␣.')).toBeTruthy();
});

describe('rejected texts of a new entity', () => {
  const staging = stagingOf(target);
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
    rejected.store(stays, 'Berth', 'seven');
    rejected.store(inserted, 'Draught', 'deep');
    expect(fields()).toEqual(['Berth', 'Draught']);
  });
  const id = (): string => inserted.edit?.id ?? '';

  it.each<[string, () => unknown]>([
    [
      'applied',
      () =>
        staging.results.onOutcomes(
          [{ kind: 'applied', editId: id(), etag: 'W/"2"', check: 'answered' } as never],
          insertsOf(staging.store.getState().staging),
        ),
    ],
    ['discarded in the review', () => staging.results.onDropped([id()])],
    ['discarded in its row', () => staging.stage((before) => discard(before, id()))],
    ['discarded with everything', () => staging.stage(discardAll)],
    ['undone', () => staging.step('back')],
  ])('disappear once it is %s', async (_, leave) => {
    await leave();
    expect(insertsOf(staging.store.getState().staging)).toEqual([]);
    expect(fields()).toEqual(['Berth']);
  });

  it('stay while another entity is applied', async () => {
    staging.stage((before) => insertEntity(before, { ...entity, partitionKey: 'Quay' }).staging);
    const other = insertsOf(staging.store.getState().staging).filter((edit) => edit.id !== id());
    await staging.results.onDropped(other.map((edit) => edit.id));
    expect(fields()).toEqual(['Berth', 'Draught']);
  });
});
