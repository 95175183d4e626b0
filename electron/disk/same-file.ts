// Compares paths by the files they lead to, so that what is written never replaces what is still needed.
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Whether both lead to one file: through links, and whatever the spelling. Two hard links count as two files. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  return (await positionOf(one)) === (await positionOf(other));
}

/** The path without links, also of a file that is not there yet in a folder that is. */
export async function positionOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)));
    return join(folder, basename(path));
  }
}
