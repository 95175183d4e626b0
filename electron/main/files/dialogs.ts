// The system's own pickers. Every picked place is registered; the window gets tokens.
import { type BrowserWindow, type OpenDialogOptions, dialog } from 'electron';
import type { PickedSource } from '@shared/ipc/contract';
import { queryFileEnding } from '@shared/links/marks';
import { t } from '@shared/strings/t';
import type { SourceRegistry } from '../kept/sources';
import { writeTextFile } from './text-file';

/** Lets a person choose files, or folders, to upload. Empty when nothing was chosen. */
export async function pickUploadSources(
  window: BrowserWindow,
  sources: SourceRegistry,
  kind: 'files' | 'folder',
): Promise<readonly PickedSource[]> {
  const paths = await pick(window, {
    title: kind === 'files' ? t`Upload files` : t`Upload folders`,
    buttonLabel: t`Upload`,
    properties: [kind === 'files' ? 'openFile' : 'openDirectory', 'multiSelections', 'dontAddToRecent'],
  });
  return Promise.all(paths.map((path) => sources.register(path)));
}

/** Lets a person choose where downloads go; null when nothing was chosen. */
export async function pickDownloadFolder(window: BrowserWindow, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await pick(window, {
    title: t`Download to`,
    buttonLabel: t`Download here`,
    properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, 'folder');
}

/** Lets a person choose a file with rows to import; null when nothing was chosen. */
export async function pickImportFile(window: BrowserWindow, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await pick(window, {
    title: t`Import rows`,
    buttonLabel: t`Import`,
    filters: [
      { name: t`Tables`, extensions: ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson'] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path);
}

/** Lets a person choose a file with settings and connections; null when nothing was chosen. */
export async function pickSettingsFile(window: BrowserWindow, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await pick(window, {
    title: t`Import settings and connections`,
    buttonLabel: t`Look into it`,
    filters: [
      { name: t`Exported settings`, extensions: ['json'] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path);
}

/** Lets a person choose the file of a saved query: its path, null when nothing was chosen. */
export async function pickQueryFile(window: BrowserWindow): Promise<string | null> {
  const [path] = await pick(window, {
    title: t`Open a saved query`,
    buttonLabel: t`Look into it`,
    filters: [
      { name: t`Saved queries`, extensions: [queryFileEnding.slice(1)] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'dontAddToRecent'],
  });
  return path ?? null;
}

/** Lets a person choose files with certificates: their paths, none when nothing was chosen. */
export function pickCertificates(window: BrowserWindow): Promise<readonly string[]> {
  return pick(window, {
    title: t`Trust certificates`,
    buttonLabel: t`Trust`,
    filters: [
      { name: t`Certificates`, extensions: ['pem', 'crt', 'cer', 'der'] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'multiSelections', 'dontAddToRecent'],
  });
}

/** Lets a person choose an undo file; null when nothing was chosen. */
export async function pickUndoFile(window: BrowserWindow, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await pick(window, {
    title: t`Restore from an undo file`,
    buttonLabel: t`Check`,
    filters: [
      { name: t`Undo files`, extensions: ['jsonl'] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path);
}

/** Lets a person choose run.json files of the lab: their tokens, none when nothing was chosen. */
export async function pickRunFiles(window: BrowserWindow, sources: SourceRegistry): Promise<readonly string[]> {
  const paths = await pick(window, {
    title: t`Open runs of the lab`,
    buttonLabel: t`Open`,
    filters: [{ name: t`Runs of the lab`, extensions: ['json'] }],
    properties: ['openFile', 'multiSelections', 'dontAddToRecent'],
  });
  const picked = await Promise.all(paths.map((path) => sources.register(path)));
  return picked.map(({ token }) => token);
}

/** Lets a person choose where an export goes; null when nothing was chosen. */
export async function pickExportFile(
  window: BrowserWindow,
  sources: SourceRegistry,
  suggestedName: string,
): Promise<PickedSource | null> {
  const path = await pickSavePath(window, suggestedName);
  return path === null ? null : sources.registerTarget(path);
}

async function pick(window: BrowserWindow, options: OpenDialogOptions): Promise<readonly string[]> {
  const result = await dialog.showOpenDialog(window, options);
  return result.canceled ? [] : result.filePaths;
}

/** Asks where to save and writes the text there, whole or not at all. False when nothing was chosen. Throws `local.*`. */
export async function saveText(window: BrowserWindow, suggestedName: string, text: string): Promise<boolean> {
  const path = await pickSavePath(window, suggestedName);
  if (path === null) return false;
  await writeTextFile(path, text);
  return true;
}

async function pickSavePath(window: BrowserWindow, suggestedName: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: t`Save ${suggestedName}`,
    defaultPath: suggestedName,
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  });
  return canceled || filePath === undefined || filePath === '' ? null : filePath;
}
