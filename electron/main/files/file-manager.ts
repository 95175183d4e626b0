// The system's file manager, as Electron's shell reaches it.
import { basename } from 'node:path';
import { shell } from 'electron';
import { StowageError } from '@shared/errors';

/** Absolute paths. */
export interface FileManager {
  /** Shows the file in its folder. */
  showFile(path: string): void;
  /** Throws `local.io` when the system has no program that shows folders, or that program fails. */
  showFolder(path: string): Promise<void>;
}

export const fileManager: FileManager = {
  showFile: (path) => shell.showItemInFolder(path),
  showFolder: async (path) => {
    // Electron resolves with the reason of a failure instead of rejecting.
    const failure = await shell.openPath(path);
    if (failure === '') return;
    throw new StowageError('local.io', 'The system did not show the folder.', {
      context: { what: 'file-manager', path: basename(path) },
    });
  },
};
