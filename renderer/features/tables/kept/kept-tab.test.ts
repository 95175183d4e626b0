// What a table's tab is left with: read as it was written, and nothing where it makes no sense.
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyQueryDraft } from '../query/query-draft';
import { type KeptTab, keptTabs, readKeptTab, writeKeptTab } from './kept-tab';

const kept: KeptTab = {
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
    writeKeptTab('one', 'Berths', kept);
    expect(readKeptTab('one', 'Berths')).toEqual(kept);
    expect(readKeptTab('two', 'Berths')).toBeUndefined();
    keptTabs.forget('one', 'Berths');
    expect(readKeptTab('one', 'Berths')).toBeUndefined();
  });

  it('is forgotten for tabs that are not open, in this window only', () => {
    for (const table of ['Berths', 'Crates']) writeKeptTab('one', table, kept);
    localStorage.setItem('table-tab:["one","Crates"]:w2', 'of another window');
    keptTabs.forgetBut([{ connectionId: 'one', name: 'Berths' }]);
    expect(readKeptTab('one', 'Berths')).toEqual(kept);
    expect(Object.keys(localStorage).sort()).toEqual(['table-tab:["one","Berths"]', 'table-tab:["one","Crates"]:w2']);
  });

  it.each([['{'], ['null'], ['{"draft":{},"cell":null}'], [JSON.stringify({ ...kept, cell: { place: -1 } })]])(
    'is nothing where it is %s',
    (text) => {
      keptTabs.put('one', 'Berths', text);
      expect(keptTabs.text('one', 'Berths')).toBe(text);
      expect(readKeptTab('one', 'Berths')).toBeUndefined();
    },
  );
});
