import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Legend, Swatch } from './legend';

afterEach(cleanup);

it('draws the edge of a band in its full colour, with the opacity of the band', () => {
  const series = { key: 'p5', high: 'p95', label: 'p5–p95', colour: 'red', shape: 'band' } as const;
  const { container } = render(<Swatch series={series} among={[series]} />);
  const edge = [...container.querySelectorAll('svg > *')].map((mark) => [mark.tagName, mark.getAttribute('stroke')]);
  expect(edge).toEqual([['rect', 'red']]);
});

it('distinguishes a band from the one that it overlaps', () => {
  const outer = { key: 'p5', high: 'p95', label: 'p5–p95', colour: 'red', shape: 'band' } as const;
  const inner = { ...outer, key: 'p25', high: 'p75', label: 'p25–p75' } as const;
  const { container } = render(<Legend series={[outer, inner]} hidden={new Set()} onToggle={() => undefined} />);
  const depths = [...container.querySelectorAll('rect')].map((mark) => Number(mark.getAttribute('fill-opacity')));
  expect(depths[1]).toBeGreaterThan(2 * (depths[0] ?? 1));
});
