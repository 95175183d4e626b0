import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ownText } from './own-text';

it('is the same text, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      expect(ownText(text)).toBe(text);
    }),
  );
  expect(ownText('a lone \ud800 half')).toBe('a lone \ud800 half');
});
