import { describe, expect, it } from 'vitest';
import { asarOf } from './asar.mjs';

/** Reads an archive the way the format is described: sizes, directory, bodies. */
function readBack(archive: Buffer): Record<string, string> {
  const directoryEnd = 8 + archive.readUInt32LE(4);
  const directory = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12))) as {
    files: Record<string, { size: number; offset: string }>;
  };
  return Object.fromEntries(
    Object.entries(directory.files).map(([name, { size, offset }]) => {
      const start = directoryEnd + Number(offset);
      return [name, archive.toString('utf8', start, start + size)];
    }),
  );
}

describe('asarOf', () => {
  it.each<Record<string, string>>([
    { 'main.js': 'a', 'package.json': '{"main":"main.js"}' },
    { 'a.js': '', 'b.js': 'Grüße, 貨物', 'c.js': 'x'.repeat(1001) },
    { 'one.js': '1', 'eleven.js': '22', 'padded.js': '333', 'aligned.js': '4444' },
  ])('keeps every file, whatever its length', (files) => {
    expect(readBack(asarOf(files))).toEqual(files);
  });

  it('pads its directory to four bytes', () => {
    for (const name of ['a', 'ab', 'abc', 'abcd']) {
      const archive = asarOf({ [name]: 'x' });
      expect((archive.length - 1) % 4).toBe(0);
      expect(archive.readUInt32LE(0)).toBe(4);
    }
  });
});
