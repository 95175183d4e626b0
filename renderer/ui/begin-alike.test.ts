// Names that differ only behind what a narrow place shows of them.
import { expect, it } from 'vitest';
import { beginAlike } from './begin-alike';

it('finds names that begin as another one does, and no name that stands alone or is there twice', () => {
  const names = ['Measurements2025', 'Measurements2026', 'Orders', 'WADPerformanceCounters', 'Orders', 'Measure'];
  expect([...beginAlike(names).keys()].sort()).toEqual(['Measurements2025', 'Measurements2026']);
  expect(beginAlike(['photos of the harbour', 'photos of the harbour']).size).toBe(0);
});

it('takes as much of an end as tells it from every other, whatever the extension', () => {
  const ofEnding = (ending: string): readonly string[] =>
    ['001', '002', '011'].map((number) => `harbour-survey-${number}${ending}`);
  const tailsOf = (names: readonly string[]): readonly string[] => {
    const alike = beginAlike(names);
    return names.map((name) => name.slice(-(alike.get(name) ?? 0)));
  };
  expect(tailsOf(ofEnding('.jpeg'))).toEqual(['01.jpeg', '2.jpeg', '11.jpeg']);
  expect(tailsOf(ofEnding('.csv'))).toEqual(['01.csv', '2.csv', '11.csv']);
  expect(tailsOf(ofEnding('.parquet'))).toEqual(['01.parquet', '2.parquet', '11.parquet']);
  // Beyond what has room at the end, from the word on that differs.
  const far = ' of the northern quay.txt';
  expect(tailsOf(ofEnding(far))).toEqual([`001${far}`, `002${far}`, `011${far}`]);
  expect(tailsOf(['measured 2026-01-quay-of-the-north', 'measured 2026-02-quay-of-the-north'])).toEqual([
    '01-quay-of-the-north',
    '02-quay-of-the-north',
  ]);
  // Each from where it is no longer like the one that it is most like.
  const three = ['harbour-survey-a-of-the-north', 'harbour-survey-b-of-the-north', 'harbour-survey-b-of-the-west'];
  expect(tailsOf(three)).toEqual(['a-of-the-north', 'north', '-west']);
});

it('counts characters, and takes a name that is the end of another one', () => {
  expect([...beginAlike(['harbour at🌊🌊', 'harbour at night harbour at🌊🌊']).values()]).toEqual([5, 21]);
  expect(beginAlike(['harbour at night 🌊.jpeg', 'harbour at night ⚓.jpeg']).get('harbour at night ⚓.jpeg')).toBe(6);
});
