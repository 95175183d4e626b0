// Finds files that were set aside: copies of files that could not be parsed completely.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SetAsideFile } from '@shared/model/app';
import { readIfExists } from './read-if-exists';
import { setAsideName } from './whole-file';

/** The folders below the state folder that hold a person's own data, and the journals of each kind of job. */
const jobFolders = ['jobs', 'imports', 'exports', 'bulk', 'copies', 'diff-jobs'];
const folders = ['', 'library', 'lab', 'staged', ...jobFolders];

/** Newest first. Folders that cannot be read are left out. */
export async function findSetAside(stateDir: string): Promise<readonly SetAsideFile[]> {
  const found = await Promise.all(folders.map((folder) => setAsideIn(join(stateDir, folder), folder)));
  return found.flat().sort((one, other) => (one.at < other.at ? 1 : -1));
}

async function setAsideIn(path: string, folder: string): Promise<readonly SetAsideFile[]> {
  const names = await readIfExists(path, (existing) => readdir(existing), []).catch(() => []);
  return names.flatMap((name) => {
    const { file, at } = setAsideName.exec(name)?.groups ?? {};
    if (file === undefined || at === undefined) return [];
    const below = folder === '' ? '' : `${folder}/`;
    return [{ file: below + file, at, copy: below + name }];
  });
}
