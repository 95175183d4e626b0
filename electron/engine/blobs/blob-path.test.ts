import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertUploadName, blobPath } from './blob-path';

const names = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'F', ' ', ';', '?', '#', '\n', '😀'),
      minLength: 1,
      maxLength: 60,
    }),
  )
  // A name that consists of only one of these cannot be written: it has no slash whose encoding would preserve it.
  .filter((name) => name.length <= 1024 && name !== '.' && name !== '..');

describe('blob paths', () => {
  it('address exactly the blob that was named, through URL code or not', () => {
    fc.assert(
      fc.property(names, (name) => {
        const path = blobPath('box', name);
        expect(path).toMatch(/^[\x21-\x7e]+$/u);
        expect(path).not.toMatch(/[?#\\]/u);
        expect(decodeURIComponent(path)).toBe(`/box/${name}`);
        expect(decodeURIComponent(new URL(path, 'http://host').pathname)).toBe(`/box/${name}`);
      }),
    );
  });

  it.each([
    ['a b/ü.txt', '/box/a%20b/%C3%BC.txt'],
    ['z/../victim', '/box/z%2F..%2Fvictim'],
    ['a%2Fb', '/box/a%252Fb'],
    ['C:\\x', '/box/C%3A%5Cx'],
    ['a//b', '/box/a//b'],
  ])('writes %j as %j', (name, path) => {
    expect(blobPath('box', name)).toBe(path);
  });

  it('rejects names that cannot be written', () => {
    expect(blobPath('box', 'x'.repeat(1024))).toHaveLength('/box/'.length + 1024);
    expect(() => blobPath('box', '')).toThrow(
      expect.objectContaining({
        context: { kind: 'blob', name: '', problem: 'has 0 characters; allowed: 1 to 1024' },
      }),
    );
    for (const name of ['', '.', '..', 'x'.repeat(1025), 'half \ud83d']) {
      expect(() => blobPath('box', name)).toThrow(expect.objectContaining({ code: 'invalid.name' }));
    }
  });

  it('rejects creating names that read as another blob', () => {
    for (const name of ['a/../b', '.', 'a/.', '..\\b', 'folder/', 'a\u0001b', '\u001fb', 'a\u0000', 'a\\b']) {
      const context = expect.objectContaining({ fix: 'Rename it, then upload it again.' }) as object;
      expect(() => assertUploadName(name)).toThrow(expect.objectContaining({ code: 'invalid.name', context }));
    }
    for (const name of ['...', '.hidden', 'a.', 'a..b', 'tr./x ', ' ', '\u007f'])
      expect(() => assertUploadName(name)).not.toThrow();
  });
});
