// What the first entry of the palette is: Enter runs it, so a name that was typed in full has to be it.
import { describe, expect, it } from 'vitest';
import type { PaletteEntry } from './palette-entry';
import { rankActions } from './rank-actions';

function entry(title: string, recency?: 'recent'): PaletteEntry {
  return { id: title, title, context: 'Shop', icon: 'table', run: () => undefined, ...(recency && { recency }) };
}

function firstOf(typed: string, entries: readonly PaletteEntry[]): string | undefined {
  return rankActions(entries, typed)[0]?.title;
}

describe('rankEntries', () => {
  it('ranks a title of several words first when it was typed in full', () => {
    const others = ['Import into WADPerformanceCountersTable', 'Import into Orders', 'Import into OrdersArchive'];
    const entries = [...others, 'Import into Order'].map((title) => entry(title));
    expect(firstOf('Import into Order', entries)).toBe('Import into Order');
    expect(firstOf('import  into order ', entries)).toBe('Import into Order');
  });

  it('puts the name that was typed before a longer one that was used lately', () => {
    const entries = [entry('Orders', 'recent'), entry('Order')];
    expect(firstOf('order', entries)).toBe('Order');
    expect(firstOf('orde', entries)).toBe('Orders');
  });

  it('matches the start of a synonym, ranked behind titles that contain the typed text', () => {
    const speed = { ...entry('Combined speed of all transfers'), also: 'limit, cap, working hours' };
    const titles = (typed: string): readonly string[] =>
      rankActions([speed, entry('Limits of the account')], typed).map(({ title }) => title);
    expect(titles('limit')).toEqual(['Limits of the account', 'Combined speed of all transfers']);
    expect(titles('Working h')).toEqual(['Combined speed of all transfers']);
    expect(titles('orking')).toEqual([]);
  });

  it('marks the characters that were typed, with the spaces between them', () => {
    expect(rankActions([entry('Import into Order')], 'into ord')[0]?.matched).toEqual([7, 8, 9, 10, 11, 12, 13, 14]);
  });
});
