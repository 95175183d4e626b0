// Names that differ only after the part that a narrow column shows.
import { expect, it } from 'vitest';
import { beginAlike } from './begin-alike';

it('finds names that begin like another one, and no unique or repeated name', () => {
  const names = ['Measurements2025', 'Measurements2026', 'Orders', 'WADPerformanceCounters', 'Orders', 'Measure'];
  expect([...beginAlike(names).keys()].sort()).toEqual(['Measurements2025', 'Measurements2026']);
  expect(beginAlike(['photos of the harbour', 'photos of the harbour']).size).toBe(0);
});

it('takes as much of an end as distinguishes it from every other, whatever the extension', () => {
  const ofEnding = (suffix: string): readonly string[] =>
    ['001', '002', '011'].map((number) => `harbour-survey-${number}${suffix}`);
  const tailsOf = (names: readonly string[]): readonly string[] => {
    const alike = beginAlike(names);
    return names.map((name) => name.slice(-(alike.get(name) ?? 0)));
  };
  expect(tailsOf(ofEnding('.jpeg'))).toEqual(['001.jpeg', '002.jpeg', '011.jpeg']);
  expect(tailsOf(ofEnding('.csv'))).toEqual(['001.csv', '002.csv', '011.csv']);
  expect(tailsOf(ofEnding('.parquet'))).toEqual(['001.parquet', '002.parquet', '011.parquet']);
  // A number that is cut would be another one; a long one is cut all the same.
  expect(tailsOf(['quay-of-the-north-02204.json', 'quay-of-the-north-02305.json'])).toEqual([
    '02204.json',
    '02305.json',
  ]);
  expect(tailsOf(['quay-of-the-north-20261123094500', 'quay-of-the-north-20261123094501'])).toEqual([
    '261123094500',
    '261123094501',
  ]);
  // More than fits at the end, from the word that differs.
  const far = ' of the northern quay.txt';
  expect(tailsOf(ofEnding(far))).toEqual([`001${far}`, `002${far}`, `011${far}`]);
  expect(tailsOf(['measured 2026-01-quay-of-the-north', 'measured 2026-02-quay-of-the-north'])).toEqual([
    '01-quay-of-the-north',
    '02-quay-of-the-north',
  ]);
  // Names of tables have no hyphens: a capital starts a word in them.
  const ofTables = ['A01', 'A02', 'B01'].map((berth) => `NorthernHarbour${berth}AtTheOldPierByNight`);
  expect(tailsOf(ofTables).map((tail) => tail.slice(0, 5))).toEqual(['A01At', 'A02At', 'B01At']);
  // Each from where it is no longer like the one that it is most like.
  const three = ['harbour-survey-a-of-the-north', 'harbour-survey-b-of-the-north', 'harbour-survey-b-of-the-west'];
  expect(tailsOf(three)).toEqual(['a-of-the-north', 'north', '-west']);
});

it('reads a word in brackets at the end as a whole', () => {
  const alike = beginAlike(['NorthernHarbour', 'NorthernHarbour (import)', 'NorthernHarbour (of another quay)']);
  expect(alike.get('NorthernHarbour (import)')).toBe('(import)'.length);
  expect(alike.get('NorthernHarbour (of another quay)')).toBe(5);
});

it('counts characters, and takes a name that is the end of another one', () => {
  expect([...beginAlike(['harbour at🌊🌊', 'harbour at night harbour at🌊🌊']).values()]).toEqual([5, 21]);
  expect(beginAlike(['harbour at night 🌊.jpeg', 'harbour at night ⚓.jpeg']).get('harbour at night ⚓.jpeg')).toBe(6);
});

it.each([
  ['an accent stays with its letter', 'Protokolle Su\u0308dens', 'u\u0308dens', 'Protokolle Nordens'],
  ['a family stays together', 'Tage am Meer 👩‍👧 12', '👩‍👧 12', 'Tage am Meer 👩‍👧 13'],
  ['a flag stays whole', 'Tage am Meer 🇩🇪1234', '🇩🇪1234', 'Tage am Meer 🇩🇪1235'],
])('starts an end at the boundary of a visible character: %s', (_what, name, end, other) => {
  expect([...name].slice(-(beginAlike([name, other]).get(name) ?? 0)).join('')).toBe(end);
});
