// What stands below a value: of ticks the moment that they are, where the name says that they are ticks.
import { describe, expect, it } from 'vitest';
import { valueNote } from './value-note';

const int64 = (value: string) => ({ type: 'Edm.Int64', value }) as const;

describe('the note of an Int64', () => {
  it('is the time where the property is called ticks and the digits are a time', () => {
    expect(valueNote('EventTickCount', int64('639275328485112109'), 'utc')).toBe(
      'ticks: 2026-10-14 00:00:48.5112109 UTC',
    );
    expect(valueNote('EventTickCount', int64('9007199254740993'), 'utc')).toBe('beyond 2⁵³, kept digit by digit');
    expect(valueNote('EventTickCount', int64('12'), 'utc')).toBeUndefined();
  });

  it.each([
    ['EventTickCount', 'ticks'],
    ['Ticks', 'ticks'],
    ['ticks', 'ticks'],
    ['tickCount', 'ticks'],
    ['start_ticks', 'ticks'],
    ['TICKS', 'ticks'],
    ['UTCTicks', 'ticks'],
    ['TicketId', 'beyond'],
    ['ticket', 'beyond'],
    ['SupportTickets', 'beyond'],
    ['Stickers', 'beyond'],
    ['STICKERS', 'beyond'],
  ])('reads the name word by word: %s', (name, starts) => {
    expect(valueNote(name, int64('638000000000000000'), 'utc')?.startsWith(starts)).toBe(true);
  });

  it('is not taken for a time by its digits alone', () => {
    expect(valueNote('LedgerId', int64('639275328485112109'), 'utc')).toBe('beyond 2⁵³, kept digit by digit');
  });
});
