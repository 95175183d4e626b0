import { describe, expect, it } from 'vitest';
import { percentileOf, spreadOf } from './statistics';

describe('spreadOf', () => {
  it.each([
    [[7], { median: 7, min: 7, max: 7 }],
    [[10, 9, 100], { median: 10, min: 9, max: 100 }],
    [[4, 1, 3, 2], { median: 2.5, min: 1, max: 4 }],
  ])('of %j', (values, spread) => {
    expect(spreadOf(values)).toEqual(spread);
  });
});

describe('percentileOf', () => {
  it.each([
    [[], 99, 0],
    [[5], 99, 5],
    [Array.from({ length: 100 }, (_, index) => index + 1), 99, 99],
    [[3, 1, 2, 4], 50, 2],
  ])('of %j at %d is %d', (values, percent, expected) => {
    expect(percentileOf(values, percent)).toBe(expected);
  });
});
