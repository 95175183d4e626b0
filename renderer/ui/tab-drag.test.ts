// Where a dragged tab lands.
import { describe, expect, it } from 'vitest';
import { indexAt } from './tab-drag';

const tabs = [
  { left: 0, right: 100 },
  { left: 102, right: 202 },
];

describe('placeAt', () => {
  it.each([
    [-5, 0],
    [49, 0],
    [51, 1],
    [151, 1],
    [153, 2],
    [900, 2],
  ])('at %d px it is position %d', (x, index) => {
    expect(indexAt(x, tabs)).toBe(index);
  });

  it('is the first position of an empty strip', () => {
    expect(indexAt(10, [])).toBe(0);
  });
});
