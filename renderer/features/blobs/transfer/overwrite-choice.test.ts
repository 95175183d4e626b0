// The remembered overwrite choice.
import { describe, expect, it } from 'vitest';
import { consequenceOf, readOverwrite, rememberOverwrite } from './overwrite-choice';

describe('overwrite choice', () => {
  it('never replaces until chosen, and survives a damaged store', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    expect(readOverwrite(storage)).toBe('never');
    rememberOverwrite(storage, 'if-newer');
    expect(readOverwrite(storage)).toBe('if-newer');
    storage.setItem([...kept.keys()][0] ?? '', 'sometimes');
    expect(readOverwrite(storage)).toBe('never');
  });

  it('says what each choice does', () => {
    expect(consequenceOf('never')).toBe('are skipped');
    expect(consequenceOf('always')).toBe('are replaced');
  });
});
