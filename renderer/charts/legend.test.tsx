import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Swatch } from './legend';

it('draws the edge of a band in its whole colour, as faint as the band itself is', () => {
  const series = { key: 'p5', high: 'p95', label: 'p5–p95', colour: 'red', shape: 'band' } as const;
  const { container } = render(<Swatch series={series} />);
  const edge = [...container.querySelectorAll('svg > *')].map((mark) => [mark.tagName, mark.getAttribute('stroke')]);
  expect(edge).toEqual([['rect', 'red']]);
});
