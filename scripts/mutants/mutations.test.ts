// The faults that are put into a source file: small, one at a time, and none in types, imports or texts of errors.
import { expect, it } from 'vitest';
import { describeMutation, mutate, mutationsOf, spread } from './mutations.mjs';

const mutantsOf = (source: string): readonly string[] =>
  mutationsOf(source, 'a.ts').map((mutation) => mutate(source, mutation));

it('mutants: move bounds, leave out calls, end loops and negate conditions', () => {
  expect(mutantsOf('const a = b < c;')).toEqual(['const a = b <= c;', 'const a = b >= c;']);
  expect(mutantsOf('const a = b.toLowerCase();')).toEqual(['const a = b;']);
  expect(mutantsOf('const a = b.toSorted(order);')).toEqual(['const a = b;', 'const a = b.toSorted();']);
  expect(mutantsOf('for (const a of b) { yield1 = a; }')).toContain('for (const a of b) { yield1 = a;  break; }');
  expect(mutantsOf('const a = /^b$/i;').toSorted()).toEqual([
    'const a = /^b$/;',
    'const a = /^b/i;',
    'const a = /b$/i;',
  ]);
  expect(mutantsOf('const a = b ? c : d;')).toContain('const a = (b, false as boolean) ? c : d;');
});

it('mutants: leave types, imports and errors alone', () => {
  const source = "import a from 'a';\ntype B = 1 | 'b';\nif (0 as 1) throw new Error(`${1 + 1}`);";
  for (const mutant of mutantsOf(source)) {
    expect(mutant.split('\n').slice(0, 2)).toEqual(source.split('\n').slice(0, 2));
    expect(mutant).toContain('throw new Error(`${1 + 1}`);');
  }
});

it('mutants: are described by their line, and spread evenly over a file', () => {
  const source = 'const a = 1;\nconst b = c || d;\n';
  const [, second] = mutationsOf(source, 'a.ts');
  expect(second && describeMutation(source, second)).toBe('2: operator: const b = c || d; => const b = c && d;');
  expect(spread([1, 2, 3, 4, 5, 6], 3)).toEqual([2, 4, 6]);
  expect(spread([1, 2], 3)).toEqual([1, 2]);
});
