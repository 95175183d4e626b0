// The remembered overwrite choice.
import { describe, expect, it } from 'vitest';
import { consequenceOf, readOverwrite, rememberOverwrite } from './overwrite-choice';

describe('overwrite choice', () => {
  it('never replaces until chosen, and survives a damaged store', () => {
    localStorage.clear();
    expect(readOverwrite()).toBe('never');
    rememberOverwrite('if-newer');
    expect(readOverwrite()).toBe('if-newer');
    localStorage.setItem(localStorage.key(0) ?? '', 'sometimes');
    expect(readOverwrite()).toBe('never');
  });

  it('describes the effect of each choice', () => {
    expect(consequenceOf('never')).toBe('are skipped');
    expect(consequenceOf('always')).toBe('are replaced');
  });
});
