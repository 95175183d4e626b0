// Words of a profile that depend on counts.
import { describe, expect, it } from 'vitest';
import { lengthWords } from './value-words';

describe('lengthWords', () => {
  const words = (least: number, greatest: number, type: 'Edm.String' | 'Edm.Binary'): string =>
    lengthWords({ least, greatest }, type).replace(/\s/g, ' ');

  it('says how long texts are, one character as one', () => {
    expect(words(1, 1, 'Edm.String')).toBe('1 character');
    expect(words(0, 1, 'Edm.String')).toBe('0–1 characters');
    expect(words(6, 6, 'Edm.String')).toBe('6 characters');
  });

  it('says how long binary is in bytes', () => {
    expect(words(1, 1200, 'Edm.Binary')).toBe('1–1,200 B');
  });
});
