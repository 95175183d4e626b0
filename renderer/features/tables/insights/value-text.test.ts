// Words of a profile that depend on counts.
import { describe, expect, it } from 'vitest';
import { lengthText } from './value-text';

describe('lengthWords', () => {
  const text = (min: number, greatest: number, type: 'Edm.String' | 'Edm.Binary'): string =>
    lengthText({ least: min, greatest }, type).replace(/\s/g, ' ');

  it('says how long texts are, one character as one', () => {
    expect(text(1, 1, 'Edm.String')).toBe('1 character');
    expect(text(0, 1, 'Edm.String')).toBe('0–1 characters');
    expect(text(6, 6, 'Edm.String')).toBe('6 characters');
  });

  it('says how long binary is in bytes', () => {
    expect(text(1, 1200, 'Edm.Binary')).toBe('1–1,200 B');
  });
});
