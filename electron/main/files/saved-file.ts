// Saves what a window made where a person wants it: whole or not at all, and in words when the disk refuses.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { FileFilter } from 'electron';
import { localError } from '../../disk/local-error';
import { writeBeside } from '../../disk/whole-file';
import type { FileQuestions } from './file-questions';

export interface SavedFile {
  readonly suggestedName: string;
  /** Made only once a place was chosen. */
  readonly content: () => Uint8Array | Promise<Uint8Array>;
  readonly filters?: FileFilter[];
}

/**
 * Replaces what stood at the chosen place; false when none was chosen. Throws `local.*`: the old file then stays as it
 * was.
 */
export async function saveFile(ask: Pick<FileQuestions, 'save'>, file: SavedFile): Promise<boolean> {
  const path = await ask.save(file.suggestedName, file.filters);
  if (path === null) return false;
  const bytes = await file.content();
  try {
    await writeBeside(`${path}.${randomUUID()}.draft`, path, bytes, { flags: 'wx' });
  } catch (thrown) {
    // The window learns the name, not the path.
    throw localError(thrown, basename(path));
  }
  return true;
}
