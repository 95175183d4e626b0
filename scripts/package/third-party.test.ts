import { describe, expect, it } from 'vitest';
import { packageFoldersOf } from './third-party.mjs';

describe('the packages behind the sources of a bundle', () => {
  it('are named once each, with their scope', () => {
    const sources = ['../../node_modules/a/lib/x.js', '../../node_modules/a/y.js', '../../../node_modules/@s/b/z.js'];
    expect(packageFoldersOf(sources)).toEqual(['node_modules/@s/b', 'node_modules/a']);
  });

  it('keep where they lie when they lie below another', () => {
    expect(packageFoldersOf(['../node_modules/a/node_modules/@t/c/z.js'])).toEqual([
      'node_modules/a/node_modules/@t/c',
    ]);
  });

  it('are none for sources of our own', () => {
    expect(packageFoldersOf(['../../electron/main/index.ts', '../../shared/errors.ts'])).toEqual([]);
  });
});
