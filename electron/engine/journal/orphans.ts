// What is left of jobs that have no journal: whoever began or removed them was killed in the middle of it, and nobody
// would ever ask for these files again.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, namesIn } from '../../disk/if-there';
import { ownedElsewhere } from './owner-lock';

/** To begin or to remove a job takes a few file operations, also another process. */
const surelyOverMs = 60_000;

/**
 * Files of a job are called `<id>.<suffix>`, its journal `<id>.jsonl`, where an empty one is none. What lies beside a journal
 * that was set aside stays with it. An orphan that cannot be removed harms nobody.
 */
export async function removeOrphans(folder: string): Promise<void> {
  const files = new Map<string, string[]>();
  for (const name of await namesIn(folder).catch(() => [])) {
    const [id = '', ...suffix] = name.split('.');
    if (suffix.length > 0) files.set(id, [...(files.get(id) ?? []), join(folder, name)]);
  }
  const remove = async ([id, paths]: readonly [string, readonly string[]]): Promise<void> => {
    const journal = join(folder, `${id}.jsonl`);
    if (paths.some((path) => path.startsWith(`${journal}.`))) return;
    if ((await bytesOf(journal)) > 0 || (await ownedElsewhere(join(folder, `${id}.lock`)))) return;
    if (!(await Promise.all(paths.map(isUntouched))).every(Boolean)) return;
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  await Promise.allSettled([...files].map(remove));
}

const bytesOf = (path: string): Promise<number> => ifThere(path, async (present) => (await stat(present)).size, 0);

/** Also not renamed, which leaves the time of its content as it was. */
function isUntouched(path: string): Promise<boolean> {
  return ifThere(path, async (present) => Date.now() - (await stat(present)).ctimeMs > surelyOverMs, true);
}
