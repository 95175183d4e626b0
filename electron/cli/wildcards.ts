// Expands wildcards in paths on Windows, whose shells leave that to the program. Other shells have expanded them
// already, so there a path is taken literally.
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { invalidInput } from '@shared/errors';
import { localError } from '../disk/local-error';
import { globTest } from '../engine/transfers/plan/glob';

const wildcard = /[*?]/u;

/**
 * The paths in order, each wildcard replaced by the files and folders that match it, sorted by name. (No Windows file
 * name contains `*` or `?`, so there is no ambiguity.)
 * @throws StowageError `invalid.input` when nothing matches or a wildcard occurs before the last segment; and the
 * errors of reading the folder
 */
export async function spelledOut(
  paths: readonly string[],
  shellLeavesWildcards = process.platform === 'win32',
): Promise<readonly string[]> {
  return shellLeavesWildcards ? (await Promise.all(paths.map(namesMeant))).flat() : paths;
}

async function namesMeant(path: string): Promise<readonly string[]> {
  // The prefix `\\?\` allows long paths; its question mark is not a wildcard.
  const requestedPath = path.replace(/^\\\\\?\\/u, '');
  if (!wildcard.test(requestedPath)) return [path];
  const pattern = basename(path);
  // Keeps what was typed before and after the pattern: `C:*.tif` is relative to the drive's current folder, and `*\`
  // means folder contents.
  const at = path.lastIndexOf(pattern);
  const [before, behind] = [path.slice(0, at), path.slice(at + pattern.length)];
  if (wildcard.test(dirname(requestedPath))) {
    throw invalidInput(
      'PATH',
      `${path} has a wildcard in the name of a folder.`,
      'Specify the folder, and select files in it with --include.',
    );
  }
  const folder = dirname(path);
  // By Windows convention `*.*` matches every name, even without a dot.
  const isMeant = globTest(pattern === '*.*' ? '*' : pattern.toLowerCase());
  const names = await readdir(folder).catch((thrown: unknown) => {
    throw localError(thrown, folder);
  });
  const meant = names.filter((name) => isMeant(name.toLowerCase())).sort();
  if (meant.length === 0) {
    throw invalidInput('PATH', `nothing in ${folder} is named ${pattern}.`, 'Check the spelling, or specify a folder.');
  }
  return meant.map((name) => `${before}${name}${behind}`);
}
