import { describe, expect, it } from 'vitest';
import { duplicateName, nameProblem, stemOf } from './names';

const free = (): boolean => false;

describe('duplicateName', () => {
  it('keeps the extension, and the slash of a folder', () => {
    expect(duplicateName('scan.pdf', free)).toBe('scan copy.pdf');
    expect(duplicateName('a/scan.tar.gz', free)).toBe('a/scan.tar copy.gz');
    expect(duplicateName('.profile', free)).toBe('.profile copy');
    expect(duplicateName('v1.2/', free)).toBe('v1.2 copy/');
    expect(duplicateName('v1.2/notes', free)).toBe('v1.2/notes copy');
  });

  it('counts on while a name is taken', () => {
    const taken = new Set(['a copy', 'a copy 2']);
    expect(duplicateName('a', (name) => taken.has(name))).toBe('a copy 3');
  });
});

it.each([
  ['scan.pdf', 'scan'],
  ['scan.tar.gz', 'scan.tar'],
  ['.profile', '.profile'],
  ['notes', 'notes'],
  ['v1.2/', 'v1.2'],
] as const)('selects the part of %s that is usually changed: %s', (name, stem) => expect(stemOf(name)).toBe(stem));

describe('nameProblem', () => {
  it('accepts valid names of blobs', () => {
    for (const name of ['a', 'a/b', ' a.', '100 % sure; really.txt', '🌊', '...'])
      expect(nameProblem(name, '')).toBeNull();
  });

  it('rejects names that the service would change', () => {
    for (const name of ['', '/', 'a/', '/a', 'a//b', 'a\\b', '.', 'a/../b', 'a\u0001', '\ud83cx']) {
      expect(nameProblem(name, '')).not.toBeNull();
    }
  });

  it('counts the folders of a name that is too long, and shows by how much', () => {
    expect(nameProblem('n'.repeat(1000), 'scans/deep/of/2026/11/28')).toBeNull();
    expect(nameProblem('n'.repeat(1000), 'scans/deep/of/2026/11/28/')).toMatch(/1,024 characters\. Remove 1\./u);
  });
});
