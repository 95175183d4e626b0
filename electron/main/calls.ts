// Main's half of the contract: what the window may ask of the app itself.
import { type BrowserWindow, app, clipboard, shell } from 'electron';
import { StowageError } from '@shared/errors';
import type { CallHandlers } from '@shared/ipc/contract';
import type { Settings } from '@shared/model/settings';
import {
  pickCertificates,
  pickDownloadFolder,
  pickExportFile,
  pickImportFile,
  pickQueryFile,
  pickUndoFile,
  pickRunFiles,
  pickSettingsFile,
  pickUploadSources,
  saveText,
} from './dialogs';
import type { DownloadPlace } from './download-place';
import type { DragOut } from './drag-out';
import type { KeptSources } from './kept-sources';
import type { Media } from './media-protocol';
import { browserLicences, readLicences } from './licences';
import { readAuthorities } from './network/authorities';
import type { NetworkKeeper } from './network/network-keeper';
import { type OpenedThings, openingOfPath } from './opened-things';
import { saveReportPdf } from './print-report';
import type { ProcessWatch } from './process-watch';
import { saveBytes } from './save-bytes';
import type { SecretStore } from './secrets';
import type { SettingsFile } from './settings-file';
import type { SourceRegistry } from './sources';
import type { Tour } from './tour';
import type { Windows } from './windows';

export interface CallParts {
  readonly window: () => BrowserWindow;
  readonly settings: SettingsFile;
  readonly windows: Pick<Windows, 'openAnother' | 'takeCarried' | 'loadAnew'>;
  /** What main itself does by the settings: theme, menu. */
  readonly applySettings: (settings: Settings) => void;
  readonly network: NetworkKeeper;
  readonly secrets: SecretStore;
  readonly sources: SourceRegistry;
  readonly keptSources: KeptSources;
  readonly tour: Tour;
  /** Whether the tour begins by itself for a person who is new here. */
  readonly firstTour: 'first' | 'none';
  readonly media: Pick<Media, 'open' | 'close'>;
  readonly dragOut: DragOut<BrowserWindow>;
  readonly openedThings: Pick<OpenedThings, 'take'>;
  readonly processes: Pick<ProcessWatch, 'samples'>;
  /** Where the build left the licences of its bundles. */
  readonly licencesPath: string;
  readonly restartEngine: () => Promise<void>;
  /** A window shows its connections. */
  readonly onDrawn: () => void;
  /** The person keeps the window open although the app was to end. */
  readonly keepOpen: () => void;
  /** The complete file that a job on a table wrote; null when there is none, or it is gone. */
  readonly jobFile: (jobId: string) => Promise<string | null>;
  /** Where a download went; null when the job is unknown or no download. */
  readonly downloadPlace: (jobId: string) => Promise<DownloadPlace | null>;
}

/** The handlers of every call whose host is main. */
export function mainCalls(parts: CallParts): CallHandlers<'main'> {
  return {
    'app.info': async () => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      platform: process.platform,
      secretStorage: await parts.secrets.storage(),
      tour: parts.tour.unattended ? 'unattended' : parts.firstTour,
    }),
    'about.licences': async () => ({
      packages: await readLicences(parts.licencesPath),
      browser: browserLicences(process.execPath) !== null,
    }),
    'about.show-browser-licences': () => {
      const path = browserLicences(process.execPath);
      if (path !== null) shell.showItemInFolder(path);
      return {};
    },
    'app.processes': ({ sinceMs }) => ({ samples: parts.processes.samples(sinceMs) }),
    'settings.read': () => parts.settings.read(),
    'settings.write': async (change) => {
      const next = await parts.settings.change(present(change));
      parts.applySettings(next);
      return next;
    },
    'network.read': () => parts.network.read(),
    'network.apply': async ({ settings, password }) => {
      await parts.network.apply(settings, password);
      await parts.restartEngine();
      return {};
    },
    'network.pick-authorities': async () => readAuthorities(await pickCertificates(parts.window())),
    'dialogs.pick-upload-sources': async ({ kind }) => [
      ...(await pickUploadSources(parts.window(), parts.sources, kind)),
    ],
    'drag-out.prepare': () => parts.dragOut.prepare(),
    'drag-out.hand-over': async ({ token }) => {
      await parts.dragOut.handOver(token, parts.window());
      return {};
    },
    'dialogs.pick-download-folder': () => pickDownloadFolder(parts.window(), parts.sources),
    'dialogs.pick-import-file': () => pickImportFile(parts.window(), parts.sources),
    'dialogs.pick-settings-file': () => pickSettingsFile(parts.window(), parts.sources),
    'dialogs.pick-undo-file': () => pickUndoFile(parts.window(), parts.sources),
    'dialogs.pick-export-file': ({ suggestedName }) => pickExportFile(parts.window(), parts.sources, suggestedName),
    'files.keep': async ({ token }) => {
      await parts.keptSources.keep(token);
      return {};
    },
    'files.save-text': async ({ suggestedName, text }) => ({
      saved: await saveText(parts.window(), suggestedName, text),
    }),
    'files.save-bytes': async ({ suggestedName, base64 }) => ({
      saved: await saveBytes(parts.window(), suggestedName, base64),
    }),
    'lab.save-pdf': async ({ suggestedName, html }) => ({
      saved: await saveReportPdf(parts.window(), suggestedName, html),
    }),
    'lab.pick-run-files': async () => [...(await pickRunFiles(parts.window(), parts.sources))],
    'clipboard.write': async ({ text }) => {
      await clipboard.writeText(text);
      return {};
    },
    'shell.reveal-download': async ({ jobId }) => {
      const place = await parts.downloadPlace(jobId);
      if (place === null) throw new StowageError('not-found.job', 'There is no such download.', { context: { jobId } });
      if (place.kind === 'file') shell.showItemInFolder(place.path);
      else await shell.openPath(place.path);
      return {};
    },
    'shell.reveal-job-file': async ({ jobId }) => {
      const path = await parts.jobFile(jobId);
      if (path === null)
        throw new StowageError('not-found.source', 'The file is no longer there.', { context: { jobId } });
      shell.showItemInFolder(path);
      return {};
    },
    'app.keep-open': () => {
      parts.keepOpen();
      return {};
    },
    'engine.restart': async () => {
      await parts.restartEngine();
      return {};
    },
    'windows.open': ({ carries }) => ({ opened: parts.windows.openAnother(carries) }),
    'windows.take-carried': () => ({ carries: parts.windows.takeCarried(parts.window().webContents) }),
    'windows.drawn': () => {
      parts.onDrawn();
      return {};
    },
    'windows.load-anew': () => {
      parts.windows.loadAnew(parts.window().webContents);
      return {};
    },
    'openings.take': () => [...parts.openedThings.take()],
    'openings.read': async ({ token }) => openingOfPath(parts.sources.resolve(token) ?? ''),
    'openings.pick': async () => {
      const path = await pickQueryFile(parts.window());
      return path === null ? null : openingOfPath(path);
    },
    'media.open': async (medium) => ({ address: parts.media.open(medium) }),
    'media.close': async ({ address }) => {
      parts.media.close(address);
      return {};
    },
    'tour.capture': async (step) => {
      await parts.tour.capture(step);
      return {};
    },
    'tour.finished': ({ failure }) => {
      parts.tour.finished(failure);
      return {};
    },
    'tour.prepare': () => parts.tour.prepare(),
  };
}

/** The fields that are really there: an explicit undefined changes nothing. */
function present(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
