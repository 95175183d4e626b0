import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameRulesOf } from './real-folder-names';

/** By definition: no accepted file is a folder of another accepted name. */
function isPossible(names: readonly string[], name: string): boolean {
  const folders = new Set(names.flatMap((one) => one.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))));
  const parents = name.split('/').map((_, at, parts) => parts.slice(0, at).join('/'));
  return !folders.has(name) && !parents.some((parent) => names.includes(parent));
}

describe('names in an account with real folders', () => {
  it('are rejected exactly when a file and a folder would share a name', () => {
    const name = fc.stringMatching(/^[ab]{1,2}(?:\/[ab]{1,2}){0,3}$/u);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 25 }), (all) => {
        const rules = nameRulesOf('hierarchical');
        const accepted: string[] = [];
        for (const one of all) {
          const isAccepted = isPossible(accepted, one);
          const check = (): void => rules.assertPossible(one, 'file');
          if (isAccepted) expect(check).not.toThrow();
          else expect(check).toThrow('both a file and a folder');
          if (isAccepted) accepted.push(one);
        }
      }),
    );
  });

  it.each(['a//b', '/a', 'a/', 'a/../b', './a', String.raw`a\b`])(
    '%s is rejected, which a flat account stores',
    (name) => {
      expect(() => nameRulesOf('hierarchical').assertPossible(name, 'file')).toThrow();
      expect(() => nameRulesOf('flat').assertPossible(name, 'file')).not.toThrow();
    },
  );
});
