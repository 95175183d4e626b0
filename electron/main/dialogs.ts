// The system's own pickers. Every picked place is registered; the window gets tokens.
import { type BrowserWindow, type OpenDialogOptions, dialog } from 'electron';
import type { PickedSource } from '@shared/ipc/contract';
import type { SourceRegistry } from './sources';
import { writeTextFile } from './text-file';

/** Lets a person choose files, or folders, to upload. Empty when nothing was chosen. */
export async function pickUploadSources(
  window: BrowserWindow,
  sources: SourceRegistry,
  kind: 'files' | 'folder',
): Promise<readonly PickedSource[]> {
  const paths = await pick(window, {
    title: kind === 'files' ? 'Upload files' : 'Upload folders',
    buttonLabel: 'Upload',
    properties: [kind === 'files' ? 'openFile' : 'openDirectory', 'multiSelections', 'dontAddToRecent'],
  });
  return Promise.all(paths.map((path) => sources.register(path)));
}

/** Lets a person choose where downloads go; null when nothing was chosen. */
export async function pickDownloadFolder(window: BrowserWindow, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await pick(window, {
    title: 'Download to',
    buttonLabel: 'Download here',
    properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path);
}

async function pick(window: BrowserWindow, options: OpenDialogOptions): Promise<readonly string[]> {
  const result = await dialog.showOpenDialog(window, options);
  return result.canceled ? [] : result.filePaths;
}

/** Asks where to save and writes the text there, whole or not at all. False when nothing was chosen. Throws `local.*`. */
export async function saveText(window: BrowserWindow, suggestedName: string, text: string): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: `Save ${suggestedName}`,
    defaultPath: suggestedName,
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  });
  if (canceled || filePath === undefined || filePath === '') return false;
  await writeTextFile(filePath, text);
  return true;
}
