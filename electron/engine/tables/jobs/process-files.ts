// Files that a running program keeps for itself, named by its process: what a process that is gone left behind is removed.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../../../disk/if-there';
import { isAlive } from '../../../disk/is-alive';

/** A name that no other file has. @param suffix without a dot */
export function newProcessFile(suffix: string): string {
  return `${process.pid}-${randomUUID()}.${suffix}`;
}

/** Another process may hold files of its own in the folder. */
export async function removeOrphans(folder: string): Promise<void> {
  const left = await namesIn(folder);
  const orphans = left.filter((name) => !isAlive(Number.parseInt(name, 10)));
  await Promise.all(orphans.map((name) => rm(join(folder, name), { force: true })));
}
