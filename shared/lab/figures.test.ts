// Figures keep the digits that count.
import { expect, it } from 'vitest';
import { formatFigure } from './figures';

it('prices of requests keep their proportions', () => {
  // A million entities one by one, in batches of five and of a hundred.
  expect([0.036, 0.0072, 0.00036, 0, 12.5].map((dollars) => formatFigure(dollars, 'USD'))).toEqual([
    '0.0360',
    '0.00720',
    '0.00036',
    '0',
    '12.50',
  ]);
});
