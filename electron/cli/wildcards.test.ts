import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spelledOut } from './wildcards';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-wildcards-'));
  for (const name of ['b.DAT', 'a.dat', 'a.txt', 'ab.dat']) writeFileSync(join(folder, name), name);
  mkdirSync(join(folder, 'c.dat'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...names: readonly string[]): string[] => names.map((name) => join(folder, name));

describe('where the shell leaves wildcards as they are', () => {
  it('they are the names that they mean, files and folders, whatever the case of their letters', async () => {
    expect(await spelledOut(at('*.dat'), true)).toEqual(at('a.dat', 'ab.dat', 'b.DAT', 'c.dat'));
    expect(await spelledOut(at('?.dat'), true)).toEqual(at('a.dat', 'b.DAT', 'c.dat'));
  });

  it('a dot between two wildcards matches all files, and a trailing wildcard the contents of a folder', async () => {
    expect(await spelledOut(at('*.*', 'c*/'), true)).toEqual(
      at('a.dat', 'a.txt', 'ab.dat', 'b.DAT', 'c.dat', 'c.dat/'),
    );
  });

  it('a literal prefix is preserved', async () => {
    expect(await spelledOut([`${folder}/./*.txt`], true)).toEqual([`${folder}/./a.txt`]);
  });

  it('matched and literal names retain their order', async () => {
    const folderItself = `${folder}/`;
    expect(await spelledOut([...at('a.txt'), ...at('ab*'), folderItself], true)).toEqual([
      ...at('a.txt', 'ab.dat'),
      folderItself,
    ]);
  });

  it('a wildcard without a match is reported, and so is one in the name of a folder', async () => {
    await expect(spelledOut(at('*.jpg'), true)).rejects.toThrow(`nothing in ${folder} is named *.jpg.`);
    await expect(spelledOut(at('none/*.jpg'), true)).rejects.toMatchObject({ code: 'local.not-found' });
    await expect(spelledOut(at('*/a.dat'), true)).rejects.toThrow('wildcard in the name of a folder');
  });

  it('a mark of a long path is none', async () => {
    expect(await spelledOut(['\\\\?\\C:\\scans\\a.tif'], true)).toEqual(['\\\\?\\C:\\scans\\a.tif']);
  });
});

it('elsewhere each argument is a name', async () => {
  expect(await spelledOut(at('*.dat'), false)).toEqual(at('*.dat'));
});
