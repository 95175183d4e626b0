// The system's file manager and its drag and drop, as Electron reaches them.
import { basename } from 'node:path';
import { type BrowserWindow, type NativeImage, app, nativeImage, shell } from 'electron';
import { StowageError } from '@shared/errors';
import ownIcon from './drag-icon.png?inline';

/** Absolute paths. */
export interface FileManager {
  /** Shows the file in its folder. */
  showFile(path: string): void;
  /** Throws `local.io` when the system has no program that shows folders, or that program fails. */
  showFolder(path: string): Promise<void>;
  /** With the program of the system for such files. Throws `local.io` when there is none, or it fails. */
  openFile(path: string): Promise<void>;
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
  openFile: async (path) => {
    const failure = await shell.openPath(path);
    if (failure === '') return;
    throw new StowageError('local.io', 'The system did not open the file.', { context: { path: basename(path) } });
  },
};

/** In device-independent pixels, like the system's own icons. */
const iconWidth = 32;

/** Absolute paths; under the icon of the first. Nothing where the window is gone meanwhile. */
export async function startDrag(
  [file, ...others]: readonly [string, ...string[]],
  window: BrowserWindow,
): Promise<void> {
  const icon = await iconOf(file);
  if (!window.isDestroyed()) window.webContents.startDrag({ file, files: [file, ...others], icon });
}

/** A drag needs an icon. The system may have none for this file: Electron then rejects or returns an empty image. */
async function iconOf(file: string): Promise<NativeImage> {
  const found = await app.getFileIcon(file).catch(() => null);
  return found === null || found.isEmpty()
    ? nativeImage.createFromDataURL(ownIcon).resize({ width: iconWidth })
    : found;
}
