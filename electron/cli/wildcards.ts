// Paths with wildcards, which the shells of Windows hand over as they were typed: there the names that they mean are looked
// for here. Other shells did that before; what arrives from them is a name.
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { invalidInput } from '@shared/errors';
import { localError } from '../disk/local-error';
import { globTest } from '../engine/transfers/plan/glob';

const wildcard = /[*?]/u;

/**
 * The paths in order, each with wildcards as the files and folders that it means, by name. No file of Windows holds such
 * a letter.
 * @throws StowageError `invalid.input` when nothing there is called so, or a wildcard stands before the last name; what
 * stands in the way of reading the folder
 */
export async function spelledOut(
  paths: readonly string[],
  shellLeavesWildcards = process.platform === 'win32',
): Promise<readonly string[]> {
  return shellLeavesWildcards ? (await Promise.all(paths.map(namesMeant))).flat() : paths;
}

async function namesMeant(path: string): Promise<readonly string[]> {
  // `\\?\` at the beginning says that a path may be long, and asks nothing.
  const asked = path.replace(/^\\\\\?\\/u, '');
  if (!wildcard.test(asked)) return [path];
  const pattern = basename(path);
  // As it was typed before and behind it: `C:*.tif` is in the present folder of a drive, `*\` means contents.
  const at = path.lastIndexOf(pattern);
  const [before, behind] = [path.slice(0, at), path.slice(at + pattern.length)];
  if (wildcard.test(dirname(asked))) {
    throw invalidInput(
      'PATH',
      `${path} has a wildcard in the name of a folder.`,
      'Name the folder and choose the files in it with --include.',
    );
  }
  const folder = dirname(path);
  // Everybody there takes it for all names, also those without a dot.
  const isMeant = globTest(pattern === '*.*' ? '*' : pattern.toLowerCase());
  const names = await readdir(folder).catch((thrown: unknown) => {
    throw localError(thrown, folder);
  });
  const meant = names.filter((name) => isMeant(name.toLowerCase())).sort();
  if (meant.length === 0) {
    throw invalidInput('PATH', `nothing in ${folder} is called ${pattern}.`, 'Look at the spelling, or name a folder.');
  }
  return meant.map((name) => `${before}${name}${behind}`);
}
