// What a window may ask of the file system: pick, save, drag out and show files. It receives tokens; paths stay here.
import type { BrowserWindow } from 'electron';
import { StowageError } from '@shared/errors';
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';
import type { KeptSources } from '../kept/kept-sources';
import type { SourceRegistry } from '../kept/sources';
import type { UserInput } from '../page/user-input';
import { downloadPlace } from './download-place';
import type { DragOut } from './drag-out';
import type { FileManager } from './file-manager';
import type { FileQuestions } from './file-questions';
import { jobFile } from './job-file';
import {
  pickDownloadFolder,
  pickExportFile,
  pickImportFile,
  pickMovedFolder,
  pickRunFiles,
  pickSettingsFile,
  pickUndoFile,
  pickUploadSources,
  pickVerifyFolder,
} from './pick-files';
import { saveFile } from './saved-file';

type Subject = 'dialogs' | 'drag-out' | 'files' | 'lab' | 'shell';

export interface FileCallParts {
  readonly ask: FileQuestions;
  readonly fileManager: FileManager;
  /** The bytes of a PDF that shows this page. */
  readonly print: (html: string) => Promise<Uint8Array>;
  readonly sources: SourceRegistry;
  readonly keptSources: KeptSources;
  readonly dragOut: DragOut<BrowserWindow>;
  /** What the user does in this window. */
  readonly input: UserInput;
  /** Knows where jobs wrote to. */
  readonly engine: { client(): ChannelClient };
}

export function fileCalls(
  window: BrowserWindow,
  { ask, fileManager, print, sources, keptSources, dragOut, engine, input }: FileCallParts,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `${Subject}.${string}`>> {
  return {
    'dialogs.pick-upload-sources': async ({ kind }) => [...(await pickUploadSources(ask, sources, kind))],
    'dialogs.pick-download-folder': () => pickDownloadFolder(ask, sources),
    'dialogs.pick-moved-folder': () => pickMovedFolder(ask, sources),
    'dialogs.pick-verify-folder': () => pickVerifyFolder(ask, sources),
    'dialogs.pick-import-file': () => pickImportFile(ask, sources),
    'dialogs.pick-settings-file': () => pickSettingsFile(ask, sources),
    'dialogs.pick-undo-file': () => pickUndoFile(ask, sources),
    'dialogs.pick-export-file': (wanted) => pickExportFile(ask, sources, wanted),
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
      await keptSources.keep(token);
      return {};
    },
    'files.save-text': async ({ suggestedName, text }) => ({
      saved: await saveFile(ask, { suggestedName, content: () => Buffer.from(text, 'utf8') }),
    }),
    'files.save-bytes': async ({ suggestedName, base64 }) => ({
      saved: await saveFile(ask, { suggestedName, content: () => Buffer.from(base64, 'base64') }),
    }),
    'lab.save-pdf': async ({ suggestedName, html }) => ({
      saved: await saveFile(ask, {
        suggestedName,
        content: () => print(html),
        filters: [{ name: 'PDF', extensions: ['pdf'] }],
      }),
    }),
    'lab.pick-run-files': async () => [...(await pickRunFiles(ask, sources))],
    'shell.reveal-download': async ({ jobId }) => {
      const place = await downloadPlace(engine.client(), jobId);
      if (place === null) throw new StowageError('not-found.job', 'There is no such download.', { context: { jobId } });
      if (place.kind === 'file') fileManager.showFile(place.path);
      else await fileManager.showFolder(place.path);
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
