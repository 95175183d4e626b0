// Removes files of jobs that have no journal: the process was killed while it created or removed the job, and these
// files would never be used again.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists, namesIn } from '../../disk/read-if-exists';
import { ownedElsewhere } from './owner-lock';

/**
 * Creating or removing a job takes a few file operations; younger files may belong to another process that is doing so.
 */
const surelyOverMs = 60_000;

/**
 * Files of a job are named `<id>.<suffix>`, its journal `<id>.jsonl`; an empty journal counts as none. Files beside a
 * journal that was set aside are retained. Failing to remove an orphan is harmless.
 */
export async function removeOrphans(folder: string): Promise<void> {
  const files = new Map<string, string[]>();
  for (const name of await namesIn(folder).catch(() => [])) {
    const [id = '', ...suffix] = name.split('.');
    if (suffix.length > 0) files.set(id, [...(files.get(id) ?? []), join(folder, name)]);
  }
  const remove = async ([id, paths]: readonly [string, readonly string[]]): Promise<void> => {
    const journal = join(folder, `${id}.jsonl`);
    if (paths.some((path) => path.startsWith(`${journal}.damaged`))) return;
    if ((await bytesOf(journal)) > 0 || (await ownedElsewhere(join(folder, `${id}.lock`)))) return;
    if (!(await Promise.all(paths.map(isUntouched))).every(Boolean)) return;
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  await Promise.allSettled([...files].map(remove));
}

const bytesOf = (path: string): Promise<number> => readIfExists(path, async (present) => (await stat(present)).size, 0);

/** Neither written nor renamed recently. A rename leaves `mtime` as it was, so `ctime` is compared. */
function isUntouched(path: string): Promise<boolean> {
  return readIfExists(path, async (present) => Date.now() - (await stat(present)).ctimeMs > surelyOverMs, true);
}
