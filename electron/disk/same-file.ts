// Compares files: paths by their targets, so that a write never replaces a file that is still needed, and contents by
// their bytes.
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { MiB } from '@shared/units';

/** Whether both lead to one file: through links, and whatever the spelling. Two hard links count as two files. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  return (await positionOf(one)) === (await positionOf(other));
}

/** The path without links, also of a file that does not exist yet in an existing folder. */
export async function positionOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)));
    return join(folder, basename(path));
  }
}

/** Whether two files have the same bytes: reads both piece by piece until they differ. */
const pieceBytes = MiB;

/** Rejects with the error of the disk. */
export async function haveSameBytes(left: string, right: string): Promise<boolean> {
  const handles: FileHandle[] = [];
  try {
    for (const path of [left, right]) handles.push(await open(path));
    const [first, second] = handles as [FileHandle, FileHandle];
    const pieces = [Buffer.alloc(pieceBytes), Buffer.alloc(pieceBytes)] as const;
    for (let at = 0; ;) {
      const one = await filled(first, pieces[0], at);
      const other = await filled(second, pieces[1], at);
      if (!one.equals(other)) return false;
      if (one.length < pieceBytes) return true;
      at += one.length;
    }
  } finally {
    await Promise.all(handles.map((handle) => handle.close()));
  }
}

async function filled(handle: FileHandle, into: Buffer, at: number): Promise<Buffer> {
  let length = 0;
  while (length < into.length) {
    const { bytesRead } = await handle.read(into, length, into.length - length, at + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return into.subarray(0, length);
}
