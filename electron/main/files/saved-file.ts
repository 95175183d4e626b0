// Saves what a window made where a person wants it: whole or not at all, and in words when the disk refuses.
import { basename } from 'node:path';
import type { FileFilter } from 'electron';
import { localError } from '../../disk/local-error';
import { replaceFile } from '../../disk/replace-file';
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
    await replaceFile(path, (draft) => draft.writeFile(bytes));
  } catch (thrown) {
    // The window learns the name, not the path.
    throw localError(thrown, basename(path));
  }
  return true;
}
