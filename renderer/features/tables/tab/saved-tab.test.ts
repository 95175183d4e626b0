// The saved state of a table's tab: read back as written, and ignored if it is invalid.
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyQueryDraft } from '../query/query-draft';
import {
  type SavedTab,
  readSavedTab,
  restoreSelection,
  rowsBelow,
  savedSelection,
  selectionToSave,
  writeSavedTab,
} from './saved-tab';
import { savedTabs } from './saved-tabs';
import fc from 'fast-check';
import { type Selection, clicked, moved, selectionAt } from '../grid/selection';

const saved: SavedTab = {
  draft: {
    ...emptyQueryDraft,
    partitionKey: { ...emptyQueryDraft.partitionKey, operator: 'starts-with', text: 'Ha', delimiter: ';' },
    properties: [{ id: 'typed:1', name: 'Berth', operator: 'ge', type: 'Edm.Int32', text: '' }],
    groups: [{ id: 'group:2', match: 'any', conditions: [] }],
    limit: 50,
  },
  cell: { rowId: 'a', place: 7, column: 'Berth' },
  scroll: { rows: -3.5, leftPx: 40 },
  view: 'schema',
};

beforeEach(() => localStorage.clear());

describe('the saved state of a table’s tab', () => {
  it('is read as it was written, by connection and table', () => {
    writeSavedTab('one', 'Berths', saved);
    expect(readSavedTab('one', 'Berths')).toEqual(saved);
    expect(readSavedTab('two', 'Berths')).toBeUndefined();
    savedTabs.forget('one', 'Berths');
    expect(readSavedTab('one', 'Berths')).toBeUndefined();
  });

  it('is forgotten for tabs that are not open, in this window only', () => {
    for (const table of ['Berths', 'Crates']) writeSavedTab('one', table, saved);
    localStorage.setItem('table-tab:["one","Crates"]:w2', 'of another window');
    savedTabs.forgetBut([{ connectionId: 'one', name: 'Berths' }]);
    expect(readSavedTab('one', 'Berths')).toEqual(saved);
    expect(Object.keys(localStorage).sort()).toEqual(['table-tab:["one","Berths"]', 'table-tab:["one","Crates"]:w2']);
  });

  it.each([['{'], ['null'], ['{"draft":{},"cell":null}'], [JSON.stringify({ ...saved, cell: { place: -1 } })]])(
    'is nothing when it is %s',
    (text) => {
      savedTabs.put('one', 'Berths', text);
      expect(savedTabs.text('one', 'Berths')).toBe(text);
      expect(readSavedTab('one', 'Berths')).toBeUndefined();
    },
  );
});

const columns = ['PartitionKey', 'RowKey', 'Berth', 'Due'].map((name) => ({ name }));
const cell = fc.record({ row: fc.nat(40), column: fc.nat(3) });
const selections = fc
  .tuple(cell, fc.array(fc.tuple(cell, fc.constantFrom('plain', 'stretch', 'add'), fc.constantFrom('cells', 'rows'))))
  .map(([first, clicks]) =>
    clicks.reduce<Selection>((before, [at, kind, span]) => clicked(before, at, kind, span), selectionAt(first)),
  );

describe('a saved selection', () => {
  it('is the same again where nothing moved', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const saved = savedSelection.parse(JSON.parse(JSON.stringify(selectionToSave(selection, columns))));
        expect(restoreSelection(saved, selection.active, columns, 100)).toEqual(selection);
      }),
    );
  });

  it('still gives way to stretching where everything was selected', () => {
    const extent = { rows: 50, columns: 4, pageRows: 10 };
    const all = moved(selectionAt({ row: 3, column: 0 }), { key: 'a', shift: false, command: true }, extent);
    if (all === undefined) throw new Error('Everything is selected.');
    const saved = savedSelection.parse(JSON.parse(JSON.stringify(selectionToSave(all, columns))));
    const again = restoreSelection(saved, all.active, columns, 50);
    expect(again).toEqual(all);
    expect(clicked(again, { row: 5, column: 0 }, 'stretch', 'rows').others).toEqual([]);
  });

  it('follows its row and its columns, and knows how many rows it needs', () => {
    const selection: Selection = {
      anchor: { row: 12, column: 3 },
      active: { row: 10, column: 2 },
      span: 'cells',
      others: [{ top: 14, bottom: 15, left: 1, right: 2 }],
    };
    const saved = selectionToSave(selection, columns);
    expect(rowsBelow(saved)).toBe(5);
    expect(restoreSelection(saved, { row: 20, column: 1 }, [...columns].reverse(), 24)).toEqual({
      anchor: { row: 22, column: 0 },
      active: { row: 20, column: 1 },
      span: 'cells',
      others: [{ top: 23, bottom: 23, left: 1, right: 2 }],
    });
    const without = columns.filter(({ name }) => name !== 'RowKey');
    expect(restoreSelection(saved, { row: 10, column: 1 }, without, 100).others).toEqual([]);
  });
});
