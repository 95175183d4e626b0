// The file dialogs that a window may request, and their purposes. Every picked file is registered; the window gets
// tokens.
import type { CallInput, PickedSource } from '@shared/ipc/contract';
import { queryFileExtension } from '@shared/links/marks';
import { t } from '@shared/strings/t';
import type { SourceRegistry } from '../persisted/sources';
import type { FileDialogs } from './file-dialogs';

/** Lets the user choose files, or folders, to upload. Empty when nothing was chosen. */
export async function pickUploadSources(
  dialogs: FileDialogs,
  sources: SourceRegistry,
  kind: 'files' | 'folder',
): Promise<readonly PickedSource[]> {
  const paths = await dialogs.open({
    title: kind === 'files' ? t`Upload files` : t`Upload folders`,
    buttonLabel: t`Upload`,
    properties: [kind === 'files' ? 'openFile' : 'openDirectory', 'multiSelections', 'dontAddToRecent'],
  });
  return Promise.all(paths.map((path) => sources.register(path, { pickedFor: 'upload' })));
}

/** Lets the user choose where downloads go; null when nothing was chosen. */
export async function pickDownloadFolder(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Download to`,
    buttonLabel: t`Download here`,
    properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'download' }, 'folder');
}

/** Lets the user choose a folder to compare with blobs, and to repair from them; null when nothing was chosen. */
export async function pickVerifyFolder(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Folder to compare`,
    buttonLabel: t`Compare`,
    properties: ['openDirectory', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'verify' }, 'folder');
}

/** Lets the user choose a folder that is read, or made equal to a container; null when nothing was chosen. */
export async function pickSyncFolder(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Folder to sync`,
    buttonLabel: t`Choose`,
    properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'sync' }, 'folder');
}

/** Lets the user choose the join file of a hub; null when nothing was chosen. */
export async function pickJoinFile(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Join file of the hub`,
    buttonLabel: t`Choose`,
    properties: ['openFile', 'showHiddenFiles', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'hub-join' });
}

/** Lets the user choose where missing files are now; null when nothing was chosen. */
export async function pickMovedFolder(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Current location of the files`,
    buttonLabel: t`Search here`,
    properties: ['openDirectory', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'moved-sources' }, 'folder');
}

/** Lets the user choose a file with rows to import; null when nothing was chosen. */
export async function pickImportFile(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Import rows`,
    buttonLabel: t`Import`,
    filters: [
      { name: t`Tables`, extensions: ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson', 'parquet'] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'import' });
}

/** Lets the user choose a file with settings and connections; null when nothing was chosen. */
export async function pickSettingsFile(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Import settings and connections`,
    buttonLabel: t`Open`,
    filters: [
      { name: t`Exported settings`, extensions: ['json'] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'settings-file' });
}

/** Lets the user choose the file of a saved query: its path, null when nothing was chosen. */
export async function pickQueryFile(dialogs: FileDialogs): Promise<string | null> {
  const [path] = await dialogs.open({
    title: t`Open a saved query`,
    buttonLabel: t`Open`,
    filters: [
      { name: t`Saved queries`, extensions: [queryFileExtension.slice(1)] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'dontAddToRecent'],
  });
  return path ?? null;
}

/** Lets the user choose files with certificates: their paths, none when nothing was chosen. */
export function pickCertificates(dialogs: FileDialogs): Promise<readonly string[]> {
  return dialogs.open({
    title: t`Trust certificates`,
    buttonLabel: t`Trust`,
    filters: [
      { name: t`Certificates`, extensions: ['pem', 'crt', 'cer', 'der'] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'multiSelections', 'dontAddToRecent'],
  });
}

/** Lets the user choose an undo file; null when nothing was chosen. */
export async function pickUndoFile(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Restore from an undo file`,
    buttonLabel: t`Check`,
    filters: [
      { name: t`Undo files`, extensions: ['jsonl'] },
      { name: t`All files`, extensions: ['*'] },
    ],
    properties: ['openFile', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'undo-file' });
}

/** Lets the user choose run.json files of the lab: their tokens, none when nothing was chosen. */
export async function pickRunFiles(dialogs: FileDialogs, sources: SourceRegistry): Promise<readonly string[]> {
  const paths = await dialogs.open({
    title: t`Open lab runs`,
    buttonLabel: t`Open`,
    filters: [{ name: t`Lab runs`, extensions: ['json'] }],
    properties: ['openFile', 'multiSelections', 'dontAddToRecent'],
  });
  const picked = await Promise.all(paths.map((path) => sources.register(path, { pickedFor: 'lab-runs' })));
  return picked.map(({ token }) => token);
}

/** Lets the user choose a folder whose files a study of the lab moves; null when nothing was chosen. */
export async function pickLabFolder(dialogs: FileDialogs, sources: SourceRegistry): Promise<PickedSource | null> {
  const [path] = await dialogs.open({
    title: t`Folder with files to measure`,
    buttonLabel: t`Choose`,
    properties: ['openDirectory', 'dontAddToRecent'],
  });
  return path === undefined ? null : sources.register(path, { pickedFor: 'lab-folder' }, 'folder');
}

/** Lets the user choose where an export goes; null when nothing was chosen. */
export async function pickExportFile(
  dialogs: FileDialogs,
  sources: SourceRegistry,
  { suggestedName, pickedFor }: CallInput<'dialogs.pick-export-file'>,
): Promise<PickedSource | null> {
  const path = await dialogs.save(suggestedName);
  return path === null ? null : sources.registerTarget(path, { pickedFor });
}
