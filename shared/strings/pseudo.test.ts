import { expect, it } from 'vitest';
import { pseudoCatalogue } from './pseudo';

it('is longer by two fifths, in brackets, and preserves the placeholders of values', () => {
  expect(pseudoCatalogue(['Delete {0}', '{0} row | {0} rows'])).toEqual({
    'Delete {0}': '[Délété {0}~~~]',
    '{0} row | {0} rows': '[{0} röw~~] | [{0} röws~~]',
  });
});
