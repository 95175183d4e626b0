// What main answers: settings, dialogs, files, clipboard, the tour.
import { z } from 'zod';
import { secretStorage } from '../../model/connection';
import { processSample } from '../../model/process-sample';
import { setAsideFile } from '../../model/set-aside-file';
import { settings, settingsChange } from '../../model/settings';
import { type CallDeclaration, call, nothing, onJob } from './declare';

/** A file or folder that a person picked or dropped; the token is all the window ever learns about where it is. */
const pickedSource = z.object({
  token: z.string(),
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  bytes: z.number(),
  /** Of what was fetched to be dragged out, and let go on a window of the app: the folder that it was fetched into. */
  draggedOut: z.string().optional(),
});
export type PickedSource = z.infer<typeof pickedSource>;

/** What a dialog suggests: a name alone, nowhere else. */
const suggestedName = z.string().regex(/^[^/\\]+$/);
/** `saved` is false when the person closed the dialog. */
const saving = z.object({ saved: z.boolean() });
/** 24 MiB of bytes as base64: a chart on the largest screens, and nothing that fills a disk. */
const mostBase64 = 32 * 1024 * 1024;

export const appCalls = {
  'app.info': call(
    'main',
    nothing,
    z.object({
      version: z.string(),
      electron: z.string(),
      chromium: z.string(),
      node: z.string(),
      platform: z.string(),
      secretStorage,
      /** `unattended`: the app was started to play the guided tour by itself. `first`: on a profile that is new. */
      tour: z.enum(['none', 'unattended', 'first']),
    }),
  ),
  /** The window stays open for what is staged in it: a yes to the question before the app ends is taken back. */
  'app.keep-open': call('main', nothing, nothing),
  /** What the app's processes use, sample by sample after a moment; the last five minutes are kept. */
  'app.processes': call('main', z.object({ sinceMs: z.number() }), z.object({ samples: z.array(processSample) })),
  /** Which of the app's own files could not be understood, or not in whole; the newest first. */
  'app.set-aside': call('main', nothing, z.object({ files: z.array(setAsideFile).readonly() })),
  /** Shows the copy of one in the file manager. */
  'app.show-set-aside': call('main', setAsideFile.pick({ copy: true }), nothing),
  'settings.read': call('main', nothing, settings),
  'settings.write': call('main', settingsChange, settings),
  'dialogs.pick-upload-sources': call('main', z.object({ kind: z.enum(['files', 'folder']) }), z.array(pickedSource)),
  /** A folder of the app's own to fetch blobs into before they are dragged out. `bytes`: of those that are known. */
  'drag-out.prepare': call('main', z.object({ bytes: z.number().nonnegative() }), pickedSource),
  /** Hands what was fetched to the system's drag and drop, at the pointer. */
  'drag-out.hand-over': call('main', z.object({ token: z.string() }), nothing),
  'dialogs.pick-download-folder': call('main', nothing, pickedSource.nullable()),
  /** A file with settings and connections; null when nothing was chosen. */
  'dialogs.pick-settings-file': call('main', nothing, pickedSource.nullable()),
  /** A file to import; null when the person closed the dialog. */
  'dialogs.pick-import-file': call('main', nothing, pickedSource.nullable()),
  /** An undo file to put back; null when the person closed the dialog. */
  'dialogs.pick-undo-file': call('main', nothing, pickedSource.nullable()),
  /** Where to save; a place that need not exist yet. The dialog itself asks before replacing a file. */
  'dialogs.pick-export-file': call('main', z.object({ suggestedName }), pickedSource.nullable()),
  /** Lets a person choose run.json files; empty when they chose none. */
  'lab.pick-run-files': call('main', nothing, z.array(z.string())),
  /** A view goes back to this picked file after a restart of the app: its token stays the same. */
  'files.keep': call('main', z.object({ token: z.string() }), nothing),
  /** Asks where, then writes the text there. */
  'files.save-text': call('main', z.object({ suggestedName, text: z.string() }), saving),
  /** The same for bytes as base64. */
  'files.save-bytes': call('main', z.object({ suggestedName, base64: z.base64().max(mostBase64) }), saving),
  /** Asks where, then prints a report to a PDF there. */
  'lab.save-pdf': call('main', z.object({ suggestedName, html: z.string() }), saving),
  'clipboard.write': call('main', z.object({ text: z.string() }), nothing),
  /** Opens the file manager at a finished download's target. */
  'shell.reveal-download': call('main', onJob, nothing),
  /** Shows the finished file that a job on a table wrote. */
  'shell.reveal-job-file': call('main', onJob, nothing),
  'engine.restart': call('main', nothing, nothing),
  /** A step of the tour has settled: describe it on the terminal and save a screenshot when unattended. */
  'tour.capture': call(
    'main',
    z.object({
      index: z.int(),
      of: z.int(),
      id: z.string().regex(/^[a-z0-9-]+$/),
      title: z.string(),
      text: z.string(),
    }),
    nothing,
  ),
  'tour.finished': call('main', z.object({ failure: z.string().optional() }), nothing),
  /** Makes (once) a real file and folder that the tour uploads and downloads; a person never needs this. */
  'tour.prepare': call('main', nothing, z.object({ upload: pickedSource, downloadFolder: pickedSource })),
} as const satisfies Record<string, CallDeclaration>;
