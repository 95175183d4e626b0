// Files that a running program keeps for itself, named by its process: what a process that is gone left behind is removed.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../../../disk/if-there';
import { isAbandoned, processName, processPattern } from '../../../disk/process-name';

/** A name that no other file has. @param suffix without a dot */
export function newProcessFile(suffix: string): string {
  return `${processName}-${randomUUID()}.${suffix}`;
}

/** Another process may hold files of its own in the folder. */
export async function removeOrphans(folder: string): Promise<void> {
  const remove = async (name: string): Promise<void> => {
    const [, owner] = ownName.exec(name) ?? [];
    const path = join(folder, name);
    if (owner === undefined || (await isAbandoned(path, owner))) await rm(path, { force: true });
  };
  await Promise.all((await namesIn(folder)).map(remove));
}

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ownName = new RegExp(`^(${processPattern})-${uuidPattern}\\.`, 'u');
