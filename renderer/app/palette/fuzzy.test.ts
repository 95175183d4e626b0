import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from './fuzzy';

describe('fuzzyMatch', () => {
  const best = (typed: string, names: readonly string[]): string | undefined =>
    [...names].sort((a, b) => (fuzzyMatch(typed, b)?.score ?? -1e9) - (fuzzyMatch(typed, a)?.score ?? -1e9))[0];

  it.each([
    ['or', ['Open Monitor', 'Orders'], 'Orders'],
    ['pct', ['pictures', 'PerformanceCountersTable'], 'PerformanceCountersTable'],
    ['mov', ['removed', 'Movies'], 'Movies'],
    ['o', ['Size units', 'Open a saved query of this table'], 'Open a saved query of this table'],
    ['tab', ['stables', 'Stable of tables'], 'Stable of tables'],
    ['open lab', ['Open Lab', 'Open Monitor'], 'Open Lab'],
  ])('%s fits best: %j', (typed, names, expected) => {
    expect(best(typed, names)).toBe(expected);
  });

  it('needs every letter, in order', () => {
    expect(fuzzyMatch('sredro', 'Orders')).toBeNull();
    expect(fuzzyMatch('', 'Orders')).toEqual({ score: 0, at: [] });
  });
});
