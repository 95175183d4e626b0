// Saves a file that a window created: completely or not at all, with a readable error when the disk refuses.
import { basename } from 'node:path';
import type { FileFilter } from 'electron';
import { localError } from '../../disk/local-error';
import { replaceFile } from '../../disk/replace-file';
import type { FileDialogs } from './file-dialogs';

export interface SavedFile {
  readonly suggestedName: string;
  /** Created only after a place was chosen. */
  readonly content: () => Uint8Array | Promise<Uint8Array>;
  readonly filters?: FileFilter[];
}

/** Replaces an existing file; false when no place was chosen. Throws `local.*`; the old file is unchanged then. */
export async function saveFile(dialogs: Pick<FileDialogs, 'save'>, file: SavedFile): Promise<boolean> {
  const path = await dialogs.save(file.suggestedName, file.filters);
  if (path === null) return false;
  const bytes = await file.content();
  try {
    await replaceFile(path, (draft) => draft.writeFile(bytes));
  } catch (thrown) {
    // The window learns the name but not the path.
    throw localError(thrown, basename(path));
  }
  return true;
}
