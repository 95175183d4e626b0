// Pasting into the grid: the target cells, the staged edits, and the message if nothing is staged.
import { cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastRegion } from '@renderer/ui';
import type { Entity } from '@shared/model/entity';
import type { GridColumn } from '../result/grid-column';
import { type Selection, selectionAt } from '../grid/selection';
import type { ShownRow } from '../staging/staged-rows';
import { type Staging, nothingStaged } from '../staging/staging';
import { type PastedCellsInput, usePastedCells } from './use-pasted-cells';
import { gridColumnOf } from '../fixtures/grid-column';
import { noDisabledReasons } from '../fixtures/no-disabled-reasons';

const names = ['Berth', 'Dock'];
const columns: readonly GridColumn[] = names.map((name) => gridColumnOf(name, 'Edm.Int32'));

function ship(rowKey: string, state?: 'deleted'): ShownRow {
  const entity: Entity = {
    partitionKey: 'Harbour',
    rowKey,
    timestamp: '2026-10-14T08:21:07.1402918Z',
    etag: 'W/"1"',
    properties: names.map((name) => ({ name, value: { type: 'Edm.Int32', value: '7' } })),
  };
  const mark = state === undefined ? undefined : { state, before: new Map(), conflict: 'none' as const };
  return { entity, mark, edit: undefined, read: entity, readColumns: 'all' };
}

let staged: Staging = nothingStaged;
const onEdit = vi.fn<PastedCellsInput['onEdit']>();
const onImport = vi.fn<PastedCellsInput['onImport']>();

function open(selection: Selection, readShown: (index: number) => Promise<ShownRow | undefined>, currentRun = () => 1) {
  const input: PastedCellsInput = {
    grid: {
      selection,
      readShown,
      currentRun,
      props: { onSelect: () => undefined },
      shownAt: () => undefined,
      handle: { current: { hasKeyboard: () => true } as never },
    },
    columns,
    onEdit,
    onImport,
    disabledReasons: noDisabledReasons,
    onRejected: () => undefined,
    backToRejected: () => false,
    staging: { stage: (change) => (staged = change(staged)) },
  };
  renderHook(() => usePastedCells(input));
  render(<ToastRegion />);
}

function paste(text: string): Event {
  const event = new Event('paste', { cancelable: true });
  window.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
  return event;
}

const fleet = ['Ada', 'Bea', 'Cleo'].map((name) => ship(name));
const inFleet = (index: number) => Promise.resolve(fleet[index]);
/** Rows and the names of the properties set in them. */
const stagedCells = () =>
  staged.edits.map((edit) => edit.kind === 'update' && [edit.read.rowKey, edit.changes.map(({ name }) => name)]);

beforeEach(() => {
  staged = nothingStaged;
  vi.clearAllMocks();
});
afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) await userEvent.click(button);
  cleanup();
});

const apart: Selection = {
  ...selectionAt({ row: 2, column: 1 }),
  others: [{ top: 0, bottom: 0, left: 0, right: 0 }],
};

it('paste: fills every selected range with one text', async () => {
  open(apart, inFleet);
  paste('9');
  await screen.findByText('Pasted and staged 2 values');
  expect(stagedCells()).toEqual([
    ['Ada', ['Berth']],
    ['Cleo', ['Dock']],
  ]);
});

it('paste: rejects a block when several ranges are selected', async () => {
  open(apart, inFleet);
  paste('9\n8');
  await screen.findByText(/^Several ranges are selected/);
  expect(staged).toBe(nothingStaged);
});

it('paste: leaves rows with keys to the import', () => {
  open(selectionAt({ row: 0, column: 0 }), inFleet);
  expect(paste('PartitionKey,RowKey,Name\nA,1,x').defaultPrevented).toBe(false);
});

it.each(['9', '9\n8'])('paste: reports rows that cannot be read back: %j', async (text) => {
  open(selectionAt({ row: 0, column: 0 }), () => Promise.reject(new Error('disk')));
  paste(text);
  await screen.findByText('Could not read the rows');
  expect(staged).toBe(nothingStaged);
});

it('paste: stages nothing when the query is rerun in the meantime', async () => {
  let run = 1;
  const readShown = (index: number) => {
    if (index === 1) run = 2;
    return inFleet(index);
  };
  open(selectionAt({ row: 0, column: 0 }), readShown, () => run);
  paste('9\n8\n6');
  await screen.findByText('Nothing was changed');
  expect(staged).toBe(nothingStaged);
});

it('paste: explains why a single text cannot go into a row to be deleted', async () => {
  open(selectionAt({ row: 0, column: 0 }), () => Promise.resolve(ship('Ada', 'deleted')));
  paste('9');
  await screen.findByText('Berth of Ada: The row will be deleted.');
  expect(onEdit).not.toHaveBeenCalled();
});

it('paste: opens the editor with a single text that does not fit', async () => {
  open(selectionAt({ row: 0, column: 0 }), inFleet);
  paste('quay');
  await waitFor(() => expect(onEdit).toHaveBeenCalledExactlyOnceWith({ row: 0, column: 0 }, 'quay'));
});

it('paste: takes no more cells than can be staged', async () => {
  open({ ...selectionAt({ row: 0, column: 0 }), active: { row: 25_000, column: 1 } }, inFleet);
  paste('9');
  await screen.findByText(/^At most 5,000 rows and 50,000 cells/);
  expect(staged).toBe(nothingStaged);
});
