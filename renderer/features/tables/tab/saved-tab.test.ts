// What a table's tab is left with: read as it was written, and nothing where it makes no sense.
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyQueryDraft } from '../query/query-draft';
import { type SavedTab, readSavedTab, savedTabs, writeSavedTab } from './saved-tab';

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

describe('what a table’s tab is left with', () => {
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
    'is nothing where it is %s',
    (text) => {
      savedTabs.put('one', 'Berths', text);
      expect(savedTabs.text('one', 'Berths')).toBe(text);
      expect(readSavedTab('one', 'Berths')).toBeUndefined();
    },
  );
});
