// The files on this machine that a run moves: random ones, made when they are first needed, and those of a folder of the
// user’s own. The targets of a run share them.
import { copyFile, link, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { invalidInput } from '@shared/errors';
import type { OwnFile } from '@shared/lab/steps';
import { t } from '@shared/strings/t';
import { localError } from '../../../disk/local-error';
import { randomFile } from './random-file';

/** More would take longer than a study lasts; none of the published ones has as many. */
const maxOwnFiles = 2_000;

export interface LocatedFile extends OwnFile {
  readonly path: string;
}

/**
 * Every file below the folder, in the order of their names; links and empty files are left out.
 * @throws StowageError `invalid.input` for none or too many, `local.not-found`
 */
export async function filesIn(folder: string): Promise<readonly LocatedFile[]> {
  const paths: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch((thrown: unknown) => {
      throw localError(thrown, next ?? folder);
    });
    for (const entry of entries) {
      if (entry.isDirectory()) waiting.push(join(next, entry.name));
      else if (entry.isFile()) paths.push(join(next, entry.name));
    }
    if (paths.length > maxOwnFiles) {
      throw invalidInput(
        'Folder',
        t`it contains more than ${maxOwnFiles} files.`,
        t`Choose a folder with fewer files.`,
      );
    }
  }
  const sized = await Promise.all(paths.sort().map(async (path) => ({ path, bytes: (await stat(path)).size })));
  const files = sized.filter(({ bytes }) => bytes > 0).map((file, index) => ({ ...file, index }));
  if (files.length > 0) return files;
  throw invalidInput('Folder', t`it contains no files with content.`, t`Choose a folder with files.`);
}

export interface LocalFiles {
  /** Paths of the files of that number and size. */
  random(count: number, bytes: number): Promise<readonly string[]>;
  /** Paths of own files under names that are unique among them. */
  own(files: readonly OwnFile[]): Promise<readonly string[]>;
}

export interface LocalFilesOptions {
  /** Exists; removed with the run. */
  readonly folder: string;
  /** Decides the bytes of random files. */
  readonly seed: number;
  readonly ownFiles: readonly LocatedFile[];
}

export function createLocalFiles({ folder, seed, ownFiles }: LocalFilesOptions): LocalFiles {
  const made = new Map<string, Promise<string>>();
  const once = (name: string, make: (path: string) => Promise<string>): Promise<string> => {
    const path = join(folder, name);
    const known = made.get(name) ?? mkdir(folder, { recursive: true, mode: 0o700 }).then(() => make(path));
    made.set(name, known);
    return known;
  };
  return {
    random: (count, bytes) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          once(`${bytes}-${index}.bin`, (path) => randomFile(path, bytes, `${seed} ${index}`)),
        ),
      ),
    own: (files) =>
      Promise.all(
        files.map(({ index }) => {
          const source = ownFiles[index]?.path ?? '';
          return once(`own-${index}${extname(source)}`, (path) => secondName(source, path));
        }),
      ),
  };
}

/** Without a copy of the bytes where the disk allows it. */
async function secondName(source: string, path: string): Promise<string> {
  const ways = [link, symlink, copyFile];
  for (const [index, way] of ways.entries()) {
    try {
      await way(source, path);
      return path;
    } catch (thrown) {
      if (index === ways.length - 1) throw localError(thrown, source);
    }
  }
  return path;
}
