// What was selected is selected again, wherever its rows and columns stand by then.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Selection, clicked, moved, selectionAt } from '../grid/selection';
import { savedSelection, rowsBelow, restoreSelection, selectionToSave } from './saved-selection';

const columns = ['PartitionKey', 'RowKey', 'Berth', 'Due'].map((name) => ({ name }));
const cell = fc.record({ row: fc.nat(40), column: fc.nat(3) });
const selections = fc
  .tuple(cell, fc.array(fc.tuple(cell, fc.constantFrom('plain', 'stretch', 'add'), fc.constantFrom('cells', 'rows'))))
  .map(([first, clicks]) =>
    clicks.reduce<Selection>((before, [at, kind, span]) => clicked(before, at, kind, span), selectionAt(first)),
  );

describe('a selection that is kept', () => {
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
    const all = moved(selectionAt({ row: 3, column: 0 }), { key: 'a', shift: 'no', command: 'yes' }, extent);
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
