import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edmTextProblem } from './edm-value';
import { edmValue } from './fixtures/arbitraries';
import { timeProblem, wireTimeProblem } from './time-problem';

describe('the problem of a text that resembles a time', () => {
  it.each([
    ['2026-02-30', 'a day that does not exist: 2026-02 has 28 days'],
    ['2024-02-30T00:00:00Z', 'a day that does not exist: 2024-02 has 29 days'],
    ['2026-00-10', 'a month that does not exist: 00'],
    ['2026-13-10 08:00', 'a month that does not exist: 13'],
    ['10000-01-01', '1601-01-01 to 9999-12-31'],
    ['0000-01-01T00:00:00Z', '1601-01-01 to 9999-12-31'],
    ['1600-12-31T23:59:59.9999999Z', '1601-01-01 to 9999-12-31'],
    ['26-02-01', 'a year of four digits'],
    ['2026-2-3', 'two digits for the month and for the day: 2026-02-03'],
    ['2026-2-03', 'two digits for the month and for the day: 2026-02-03'],
    ['2026-02-3', 'two digits for the month and for the day: 2026-02-03'],
    [' 2026-02-00 ', 'a day that does not exist: 2026-02 has 28 days'],
    ['2026-04-31', 'a day that does not exist: 2026-04 has 30 days'],
    ['2000-02-30', 'a day that does not exist: 2000-02 has 29 days'],
    ['1900-02-29', 'a day that does not exist: 1900-02 has 28 days'],
    ['2026-02-03 08:3', 'two digits for each part of the time of day: 08:03:00'],
    ['2026-02-03 08:30:5', 'two digits for each part of the time of day: 08:30:05'],
    ['2026-02-03T23:60Z', '00:00:00 to 23:59:59'],
    ['2026-02-03 8:30', 'two digits for each part of the time of day: 08:30:00'],
    ['2026-02-03T24:00:00Z', '00:00:00 to 23:59:59'],
    ['2026-02-03T23:59:60Z', '00:00:00 to 23:59:59'],
    ['2026-02-03T08:30:00.12345678Z', '8 decimals of a second; a table stores seven'],
  ])('is reported for %s', (text, part) => {
    expect(timeProblem(text)).toContain(part);
  });

  it.each(['2026-02-28', '1601-01-01T00:00:00Z', '9999-12-31 23:59:59.9999999', '2024-02-29 10:00+02:00'])(
    'is nothing for %s',
    (text) => expect(timeProblem(text)).toBeNull(),
  );

  it('is nothing for text that the service stores', () => {
    const times = edmValue.filter(({ type }) => type === 'Edm.DateTime');
    fc.assert(fc.property(times, ({ value }) => timeProblem(String(value)) === null));
  });

  it('is not explained when the text bears no resemblance to a time', () => {
    expect(timeProblem('yesterday')).toBeNull();
    expect(wireTimeProblem('yesterday')).toBe('is not a UTC time such as 2024-05-01T08:30:00.1234567Z');
  });

  it('is the time of day that a day alone lacks on the wire', () => {
    expect(edmTextProblem('Edm.DateTime', '2026-10-01')).toBe(
      'has no time of day: for its start write 2026-10-01T00:00:00Z',
    );
  });
});
