// Writes a text, or bytes, that a person asked to keep: whole or not at all, and in words when the disk refuses.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { localError } from '../../disk/local-error';
import { writeBeside } from '../../disk/whole-file';

/** Replaces what stood at the absolute `path`. Throws `local.*`; the old file then stays as it was. */
export function writeTextFile(path: string, text: string): Promise<void> {
  return writeFileWhole(path, Buffer.from(text, 'utf8'));
}

/** The same for bytes. */
export async function writeFileWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    await writeBeside(draft, path, bytes, { flags: 'wx' });
  } catch (thrown) {
    // The window learns the name, not the path.
    throw localError(thrown, basename(path));
  }
}
