// A line without an axis: little is drawn as little, and much fills the height.
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Sparkline } from './sparkline';

function highest(values: readonly number[]): number {
  const { container } = render(
    <Sparkline minTop={100} width={60} height={20} lines={[{ colour: 'var(--accent)', values }]} />,
  );
  const path = container.querySelector('path')?.getAttribute('d') ?? '';
  return 19 - Math.min(...[...path.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y)));
}

it('scales to the minimum top when all values are below it, and to the largest value otherwise', () => {
  expect(highest([0, 5, 0])).toBeCloseTo(0.9);
  expect(highest([0, 100, 0])).toBe(18);
  expect(highest([0, 4000, 2000])).toBe(18);
});
