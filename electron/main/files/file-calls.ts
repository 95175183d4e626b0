// What a window may request of the file system: pick, save, drag out and show files. It receives tokens; paths stay
// here.
import type { BrowserWindow, FileFilter } from 'electron';
import { StowageError } from '@shared/errors';
import type { CallHandlers, CallOutput, CallsOf } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';
import type { PersistedSources } from '../persisted/persisted-sources';
import type { SourceRegistry } from '../persisted/sources';
import type { UserInput } from '../page/user-input';
import { downloadTarget } from './download-target';
import type { DragOut } from './drag-out';
import type { FileManager } from './file-manager';
import type { FileDialogs } from './file-dialogs';
import {
  pickDownloadFolder,
  pickExportFile,
  pickImportFile,
  pickMovedFolder,
  pickLabFolder,
  pickRunFiles,
  pickSettingsFile,
  pickJoinFile,
  pickSyncFolder,
  pickUndoFile,
  pickUploadSources,
  pickVerifyFolder,
} from './pick-files';
import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { localError } from '../../disk/local-error';
import { replaceFile } from '../../disk/replace-file';

type Subject = 'dialogs' | 'drag-out' | 'files' | 'lab' | 'shell';

export interface FileCallParts {
  readonly request: FileDialogs;
  readonly fileManager: FileManager;
  /** The bytes of a PDF that shows this page. */
  readonly print: (html: string) => Promise<Uint8Array>;
  readonly sources: SourceRegistry;
  readonly persistedSources: PersistedSources;
  readonly dragOut: DragOut<BrowserWindow>;
  /** What the user does in this window. */
  readonly input: UserInput;
  /** Knows the output paths of jobs. */
  readonly engine: { client(): ChannelClient };
}

export function fileCalls(
  window: BrowserWindow,
  { request: dialogs, fileManager, print, sources, persistedSources, dragOut, engine, input }: FileCallParts,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `${Subject}.${string}`>> {
  return {
    'dialogs.pick-upload-sources': async ({ kind }) => [...(await pickUploadSources(dialogs, sources, kind))],
    'dialogs.pick-download-folder': () => pickDownloadFolder(dialogs, sources),
    'dialogs.pick-moved-folder': () => pickMovedFolder(dialogs, sources),
    'dialogs.pick-verify-folder': () => pickVerifyFolder(dialogs, sources),
    'dialogs.pick-join-file': () => pickJoinFile(dialogs, sources),
    'dialogs.pick-sync-folder': () => pickSyncFolder(dialogs, sources),
    'dialogs.pick-import-file': () => pickImportFile(dialogs, sources),
    'dialogs.pick-settings-file': () => pickSettingsFile(dialogs, sources),
    'dialogs.pick-undo-file': () => pickUndoFile(dialogs, sources),
    'dialogs.pick-export-file': (wanted) => pickExportFile(dialogs, sources, wanted),
    'drag-out.prepare': ({ bytes }) => {
      if (!input.take('drag-out.prepare')) throw noGesture();
      return dragOut.prepare(bytes);
    },
    'drag-out.hand-over': async ({ token }) => {
      if (!input.isPressed()) throw noGesture();
      await dragOut.handOver(token, window);
      return {};
    },
    'files.keep': async ({ token }) => {
      await persistedSources.keep(token);
      return {};
    },
    'files.save-text': async ({ suggestedName, text }) => ({
      saved: await saveFile(dialogs, { suggestedName, content: () => Buffer.from(text, 'utf8') }),
    }),
    'files.save-bytes': async ({ suggestedName, base64 }) => ({
      saved: await saveFile(dialogs, { suggestedName, content: () => Buffer.from(base64, 'base64') }),
    }),
    'lab.save-pdf': async ({ suggestedName, html }) => ({
      saved: await saveFile(dialogs, {
        suggestedName,
        content: () => print(html),
        filters: [{ name: 'PDF', extensions: ['pdf'] }],
      }),
    }),
    'lab.pick-folder': () => pickLabFolder(dialogs, sources),
    'lab.pick-run-files': async () => [...(await pickRunFiles(dialogs, sources))],
    'shell.reveal-download': async ({ jobId }) => {
      const target = await downloadTarget(engine.client(), jobId);
      if (target === null)
        throw new StowageError('not-found.job', 'There is no such download.', { context: { jobId } });
      if (target.kind === 'file') fileManager.showFile(target.path);
      else await fileManager.showFolder(target.path);
      return {};
    },
    'shell.open-copy': async ({ copyId }) => {
      if (!input.take('shell.open-copy')) throw new StowageError('invalid.refused', 'Only a user opens a copy.');
      const path = await copyPath(engine.client(), copyId);
      if (path === null)
        throw new StowageError('not-found.source', 'The copy is no longer there.', { context: { copyId } });
      await fileManager.openFile(path);
      return {};
    },
    'shell.reveal-job-file': async ({ jobId }) => {
      const path = await jobFile(engine.client(), jobId);
      if (path === null)
        throw new StowageError('not-found.source', 'The file is no longer there.', { context: { jobId } });
      fileManager.showFile(path);
      return {};
    },
  };
}

function noGesture(): StowageError {
  return new StowageError('invalid.refused', 'Only a user drags something out.');
}

/** Null when there is no such copy. Closes the client. */
async function copyPath(client: ChannelClient, copyId: string): Promise<string | null> {
  try {
    const { path } = (await client.call('opened.path', { copyId })) as CallOutput<'opened.path'>;
    return path !== null && isAbsolute(path) ? path : null;
  } finally {
    client.close();
  }
}

/** Absolute path of an existing file; null when the job wrote none, or the file was moved since. Closes the client. */
async function jobFile(client: ChannelClient, jobId: string): Promise<string | null> {
  try {
    const { path } = (await client.call('jobs.output-path', { jobId })) as CallOutput<'jobs.output-path'>;
    if (path === null || !isAbsolute(path)) return null;
    const found = await stat(path).catch(() => null);
    return found?.isFile() === true ? path : null;
  } finally {
    client.close();
  }
}

/**
 * Saves a file that a window created: completely or not at all, with a readable error when the disk rejects the write.
 */
interface SavedFile {
  readonly suggestedName: string;
  /** Created only after a path was chosen. */
  readonly content: () => Uint8Array | Promise<Uint8Array>;
  readonly filters?: FileFilter[];
}

/** Replaces an existing file; false when no path was chosen. Throws `local.*`; the old file is unchanged then. */
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
