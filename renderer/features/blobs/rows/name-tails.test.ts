// A visible name is displayed unchanged while the list is scrolled: only rows near it in the list affect it.
import { expect, it, vi } from 'vitest';
import { nameTails } from './blob-list';

const names = Array.from({ length: 2_000 }, (_, row) =>
  row === 40
    ? 'harbour-survey-of-the-north-000040-b.jpeg'
    : `harbour-survey-of-the-north-${String(row).padStart(6, '0')}.jpeg`,
);

it('distinguishes names that are near each other', () => {
  const tailOf = nameTails((index) => names[index] ?? '', names.length);
  const shown = [0, 1, 255, 256, 1_999].map((index) => names[index]?.slice(-(tailOf(index) ?? 0)));
  expect(new Set(shown).size).toBe(5);
  expect(nameTails(() => 'alone', 1)(0)).toBeNull();
});

it('returns the same result for rows in any order, or together', () => {
  const downwards = nameTails((index) => names[index] ?? '', names.length);
  const upwards = nameTails((index) => names[index] ?? '', names.length);
  const down = names.map((_, index) => downwards(index));
  const up = names.map((_, index) => upwards(names.length - 1 - index)).reverse();
  expect(down).toEqual(up);
});

it('reads a range of a list once', () => {
  const nameAt = vi.fn((index: number) => `${index}-of-the-quay`);
  const tailOf = nameTails(nameAt, 1_000_000);
  for (let round = 0; round < 100; round += 1) for (let row = 500; row < 550; row += 1) tailOf(row);
  expect(nameAt.mock.calls.length).toBeLessThan(6_000);
});
