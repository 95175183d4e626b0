// What a window may ask of the disk: to pick, keep, save, drag out and show files. It gets tokens; paths stay here.
import { type BrowserWindow, shell } from 'electron';
import { StowageError } from '@shared/errors';
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';
import type { KeptSources } from '../kept/kept-sources';
import type { SourceRegistry } from '../kept/sources';
import {
  pickDownloadFolder,
  pickExportFile,
  pickImportFile,
  pickRunFiles,
  pickSettingsFile,
  pickUndoFile,
  pickUploadSources,
  saveText,
} from './dialogs';
import { downloadPlace } from './download-place';
import type { DragOut } from './drag-out';
import { jobFile } from './job-file';
import { saveReportPdf } from './print-report';
import { saveBytes } from './save-bytes';

type Subject = 'dialogs' | 'drag-out' | 'files' | 'lab' | 'shell';

export interface FileCallParts {
  readonly sources: SourceRegistry;
  readonly keptSources: KeptSources;
  readonly dragOut: DragOut<BrowserWindow>;
  /** Knows where jobs wrote to. */
  readonly engine: { client(): ChannelClient };
}

export function fileCalls(
  window: BrowserWindow,
  { sources, keptSources, dragOut, engine }: FileCallParts,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `${Subject}.${string}`>> {
  return {
    'dialogs.pick-upload-sources': async ({ kind }) => [...(await pickUploadSources(window, sources, kind))],
    'dialogs.pick-download-folder': () => pickDownloadFolder(window, sources),
    'dialogs.pick-import-file': () => pickImportFile(window, sources),
    'dialogs.pick-settings-file': () => pickSettingsFile(window, sources),
    'dialogs.pick-undo-file': () => pickUndoFile(window, sources),
    'dialogs.pick-export-file': ({ suggestedName }) => pickExportFile(window, sources, suggestedName),
    'drag-out.prepare': () => dragOut.prepare(),
    'drag-out.hand-over': async ({ token }) => {
      await dragOut.handOver(token, window);
      return {};
    },
    'files.keep': async ({ token }) => {
      await keptSources.keep(token);
      return {};
    },
    'files.save-text': async ({ suggestedName, text }) => ({ saved: await saveText(window, suggestedName, text) }),
    'files.save-bytes': async ({ suggestedName, base64 }) => ({
      saved: await saveBytes(window, suggestedName, base64),
    }),
    'lab.save-pdf': async ({ suggestedName, html }) => ({ saved: await saveReportPdf(window, suggestedName, html) }),
    'lab.pick-run-files': async () => [...(await pickRunFiles(window, sources))],
    'shell.reveal-download': async ({ jobId }) => {
      const place = await downloadPlace(engine.client(), jobId);
      if (place === null) throw new StowageError('not-found.job', 'There is no such download.', { context: { jobId } });
      if (place.kind === 'file') shell.showItemInFolder(place.path);
      else await shell.openPath(place.path);
      return {};
    },
    'shell.reveal-job-file': async ({ jobId }) => {
      const path = await jobFile(engine.client(), jobId);
      if (path === null)
        throw new StowageError('not-found.source', 'The file is no longer there.', { context: { jobId } });
      shell.showItemInFolder(path);
      return {};
    },
  };
}
