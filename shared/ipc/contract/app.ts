// What main answers: settings, dialogs, files, clipboard, the tour.
import { z } from 'zod';
import { secretStorage } from '../../model/connection';
import { processSample } from '../../model/process-sample';
import { settings, settingsChange } from '../../model/settings';
import { type CallDeclaration, call, nothing, onJob } from './declare';

/** A file or folder that a person picked or dropped; the token is all the window ever learns about where it is. */
export const pickedSource = z.object({
  token: z.string(),
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  bytes: z.number(),
});
export type PickedSource = z.infer<typeof pickedSource>;

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
      /** Set when the app was started to play the guided tour by itself. */
      unattendedTour: z.boolean(),
    }),
  ),
  /** The window stays open for what is staged in it: a yes to the question before the app ends is taken back. */
  'app.keep-open': call('main', nothing, nothing),
  /** What the app's processes use, sample by sample after a moment; the last five minutes are kept. */
  'app.processes': call('main', z.object({ sinceMs: z.number() }), z.object({ samples: z.array(processSample) })),
  'settings.read': call('main', nothing, settings),
  'settings.write': call('main', settingsChange, settings),
  'dialogs.pick-upload-sources': call('main', z.object({ kind: z.enum(['files', 'folder']) }), z.array(pickedSource)),
  /** A folder of the app's own to fetch blobs into before they are dragged out. */
  'drag-out.prepare': call('main', nothing, pickedSource),
  /** Hands what was fetched to the system's drag and drop, at the pointer. */
  'drag-out.hand-over': call('main', z.object({ token: z.string() }), nothing),
  'dialogs.pick-download-folder': call('main', nothing, pickedSource.nullable()),
  /** A file with settings and connections; null when nothing was chosen. */
  'dialogs.pick-settings-file': call('main', nothing, pickedSource.nullable()),
  /** A view goes back to this picked file after a restart of the app: its token stays the same. */
  'files.keep': call('main', z.object({ token: z.string() }), nothing),
  /** Asks where, then writes the text there. `saved` is false when the person closed the dialog. */
  'files.save-text': call(
    'main',
    z.object({ suggestedName: z.string().regex(/^[^/\\]+$/), text: z.string() }),
    z.object({ saved: z.boolean() }),
  ),
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
