// Files private to one process, with its id in their names: those of dead processes are removed.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../../../disk/read-if-exists';
import { isAlive } from '../../../disk/is-alive';

/** A name that no other file has. @param suffix without a dot */
export function newProcessFile(suffix: string): string {
  return `${process.pid}-${randomUUID()}.${suffix}`;
}

/** Other processes may have separate files in the folder. */
export async function removeOrphans(folder: string): Promise<void> {
  const left = await namesIn(folder);
  const orphans = left.filter((name) => !isAlive(Number.parseInt(name, 10)));
  await Promise.all(orphans.map((name) => rm(join(folder, name), { force: true })));
}
