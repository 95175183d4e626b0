import fc from 'fast-check';
import { expect, it } from 'vitest';
import { detachSubstring } from './detach-substring';

it('is the same text, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      expect(detachSubstring(text)).toBe(text);
    }),
  );
  expect(detachSubstring('a lone \ud800 half')).toBe('a lone \ud800 half');
});
