// Appends lines to a file that only its owner can read. They are on disk when the promise resolves, and never joined to
// an incomplete line that a crash left behind.
import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readIfExists } from '../../disk/read-if-exists';
import { syncFolder } from '../../disk/sync-folder';

/** `text` ends in a line end. Throws what the file system throws. */
export async function appendLines(path: string, text: string): Promise<void> {
  const present = await sizeOf(path);
  const file = await open(path, 'a+', 0o600);
  try {
    const joins = present > 0 && !(await endsInNewline(file, present));
    await file.appendFile(joins ? `\n${text}` : text);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (present === 0) await syncFolder(dirname(path));
}

/** Bytes; 0 for a file that is not there. */
export async function sizeOf(path: string): Promise<number> {
  return (await readIfExists(path, (present) => stat(present), null))?.size ?? 0;
}

/** The whole file; empty when it does not exist. */
export function readOrEmpty(path: string): Promise<Buffer> {
  return readIfExists(path, (present) => readFile(present), Buffer.alloc(0));
}

async function endsInNewline(file: Awaited<ReturnType<typeof open>>, bytes: number): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, bytes - 1);
  return buffer[0] === 0x0a;
}
