// Rates of counts: the unit suits the greatest of those shown together, and a positive rate is never shown as zero.
import { expect, it } from 'vitest';
import { countRateFigure, countRateUnitOf, formatCountRate } from './units';

it.each([
  [1_240.4, '1,240/s'],
  [12.5, '12.5/s'],
  [0.5, '0.5/s'],
  [1 / 3, '0.33/s'],
  [0.05, '3/min'],
  [0.000693, '2.5/h'],
  [0.000_001, 'under 0.01/h'],
  [0, '0/s'],
])('writes %d a second as %s', (rate, text) => {
  expect(formatCountRate(rate, countRateUnitOf(rate))).toBe(text);
});

it('keeps the unit of the greatest', () => {
  const unit = countRateUnitOf(40);
  expect([40, 0.25, 0.000693, 0].map((rate) => formatCountRate(rate, unit))).toEqual([
    '40/s',
    '0.25/s',
    'under 0.01/s',
    '0/s',
  ]);
  expect(countRateFigure(99.96)).toBe('100');
});
