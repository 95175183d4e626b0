// Main's half of the contract: every call that main answers. Separate from the engine's half, so that main creates no
// unused schemas before its window opens.
import { z } from 'zod';
import { exportPurpose } from '../../model/file-purpose';
import { fileToken, idText, nameText, sentenceText } from '../../model/bounds';
import { secretStorage } from '../../model/connection';
import { processSample, setAsideFile, storeKey } from '../../model/app';
import { settings, settingsChange } from '../../model/settings';
import { type CallDeclaration, call, nothing, onContainer, onJob } from './declare';
import { longestBug } from '../describe-bug';
import { playableTypes } from '../../model/blob-preview';
import { networkSettings, trustedAuthority } from '../../model/network';
import { openRequest } from '../../links/open-request';

/** A file or folder that the user picked or dropped. The token is all that the window learns about its path. */
const pickedSource = z.object({
  token: z.string(),
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  bytes: z.number(),
  /**
   * For something that was downloaded to be dragged out and then dropped on a window of the app: the download's folder.
   */
  draggedOut: z.string().optional(),
});
export type PickedSource = z.infer<typeof pickedSource>;

/** The name that a dialog suggests, without a folder. */
const suggestedName = z
  .string()
  .max(1024)
  .regex(/^[^/\\]+$/);
/** `saved` is false when the user closed the dialog. */
const saving = z.object({ saved: z.boolean() });
/** 24 MiB of bytes as base64: enough for a chart on the largest screens, too little to fill a disk. */
const maxBase64 = 32 * 1024 * 1024;
/** As much as the grid copies: other programs and the window itself suffer from more. */
const maxCopiedCharacters = 64 * 1024 * 1024;
const maxSavedCharacters = 128 * 1024 * 1024;
/** Reports with hundreds of charts are smaller. */
const maxPrintedCharacters = 16 * 1024 * 1024;

/** One package of which a part is in the app. `text` is its full licence. */
export const shippedPackage = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});
export type ShippedPackage = z.infer<typeof shippedPackage>;

export const callsOfMain = {
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
      /** `unattended`: the app was started to play the guided tour without a user. `first`: on a new profile. */
      tour: z.enum(['none', 'unattended', 'first']),
    }),
  ),
  /** The window stays open because of staged changes; a yes to the question before quitting is revoked. */
  'app.keep-open': call('main', nothing, nothing),
  /** Resource use of the app's processes: the samples after a time. Samples are retained for five minutes. */
  'app.processes': call('main', z.object({ sinceMs: z.number() }), z.object({ samples: z.array(processSample) })),
  /** The app's own files that could not be read, or only in part, newest first. */
  'app.set-aside': call('main', nothing, z.object({ files: z.array(setAsideFile).readonly() })),
  /** Shows the copy of such a file in the file manager. */
  'app.show-set-aside': call('main', setAsideFile.pick({ copy: true }), nothing),
  'settings.read': call('main', nothing, settings),
  'settings.write': call('main', settingsChange, settings),
  'store-key.read': call('main', nothing, z.object({ key: storeKey })),
  /**
   * Changes the key of the embedded store and restarts the engine with it. Before switching to the published key, main
   * asks the user to confirm; fails with `cancelled.by-user` when the user declines.
   */
  'store-key.change': call('main', z.object({ key: storeKey }), nothing),
  'dialogs.pick-upload-sources': call('main', z.object({ kind: z.enum(['files', 'folder']) }), z.array(pickedSource)),
  /** Creates a folder to download blobs into before they are dragged out. `bytes`: the total of the known sizes. */
  'drag-out.prepare': call('main', z.object({ bytes: z.number().nonnegative() }), pickedSource),
  /** Passes the download to the system's drag and drop, at the pointer. */
  'drag-out.hand-over': call('main', z.object({ token: fileToken }), nothing),
  'dialogs.pick-download-folder': call('main', nothing, pickedSource.nullable()),
  /** The folder that the sources of an upload were moved to; null when nothing was chosen. */
  'dialogs.pick-moved-folder': call('main', nothing, pickedSource.nullable()),
  /** A file with settings and connections; null when nothing was chosen. */
  'dialogs.pick-settings-file': call('main', nothing, pickedSource.nullable()),
  /** A file to import; null when the user closed the dialog. */
  'dialogs.pick-import-file': call('main', nothing, pickedSource.nullable()),
  /** An undo file to restore from; null when the user closed the dialog. */
  'dialogs.pick-undo-file': call('main', nothing, pickedSource.nullable()),
  /** A folder to compare with blobs, and to repair; null when nothing was chosen. */
  'dialogs.pick-verify-folder': call('main', nothing, pickedSource.nullable()),
  /** The join file of a hub; null when nothing was chosen. */
  'dialogs.pick-join-file': call('main', nothing, pickedSource.nullable()),
  /** One side of a sync. */
  'dialogs.pick-sync-folder': call('main', nothing, pickedSource.nullable()),
  /**
   * Where to save; the path need not exist yet. The dialog confirms before replacing a file. The token is valid once,
   * for this purpose.
   */
  'dialogs.pick-export-file': call(
    'main',
    z.object({ suggestedName, pickedFor: exportPurpose }),
    pickedSource.nullable(),
  ),
  /** Lets the user choose run.json files; empty when none were chosen. */
  'lab.pick-run-files': call('main', nothing, z.array(z.string())),
  /** The folder whose files a transfer study moves; null when nothing was chosen. */
  'lab.pick-folder': call('main', nothing, pickedSource.nullable()),
  /** Keeps the token of this picked file valid after a restart of the app, for a view that is restored. */
  'files.keep': call('main', z.object({ token: fileToken }), nothing),
  /** Shows a save dialog, then writes the text to the chosen path. */
  'files.save-text': call('main', z.object({ suggestedName, text: z.string().max(maxSavedCharacters) }), saving),
  /** The same for bytes as base64. */
  'files.save-bytes': call('main', z.object({ suggestedName, base64: z.base64().max(maxBase64) }), saving),
  /** Shows a save dialog, then prints a report to a PDF at the chosen path. */
  'lab.save-pdf': call('main', z.object({ suggestedName, html: z.string().max(maxPrintedCharacters) }), saving),
  'clipboard.write': call('main', z.object({ text: z.string().max(maxCopiedCharacters) }), nothing),
  /** Opens the file manager at a finished download's target. */
  'shell.reveal-download': call('main', onJob, nothing),
  /** Shows the finished file that a table job wrote. */
  'shell.reveal-job-file': call('main', onJob, nothing),
  /** Opens the private copy of a blob with the program that the system uses for such files. */
  'shell.open-copy': call('main', z.object({ copyId: idText }), nothing),
  'engine.restart': call('main', nothing, nothing),
  /** A step of the tour has settled: describe it on the terminal and save a screenshot when unattended. */
  'tour.capture': call(
    'main',
    z.object({
      index: z.int(),
      of: z.int(),
      id: z
        .string()
        .max(64)
        .regex(/^[a-z0-9-]+$/),
      title: sentenceText,
      text: sentenceText,
    }),
    nothing,
  ),
  'tour.finished': call('main', z.object({ failure: sentenceText.optional() }), nothing),
  /** Creates (once) a real file and folder for the tour to upload and download; not used otherwise. */
  'tour.prepare': call('main', nothing, z.object({ upload: pickedSource, downloadFolder: pickedSource })),

  // The licences of everything that ships.
  /** Sorted by name. `browser`: whether the licences of Electron and Chromium are beside the program. */
  'about.licences': call('main', nothing, z.object({ packages: z.array(shippedPackage), browser: z.boolean() })),
  /** Shows the file with Chromium's licences in the file manager. */
  'about.show-browser-licences': call('main', nothing, nothing),

  // The fault log of this machine, with the faults of the window.
  /** Entries of main, the engine and the windows, newest first; empty if there are none. */
  'fault-log.read': call('main', nothing, z.object({ text: z.string() })),
  /** Shows the log's files in the file manager. */
  'fault-log.show-files': call('main', nothing, nothing),
  'fault-log.add': call('main', z.object({ text: z.string().max(longestBug) }), nothing),

  // Audio and video of blobs: main creates a URL from which the window's player requests the ranges it needs.
  /** The URL is valid until it is closed, and for this version of the blob only. */
  'media.open': call(
    'main',
    onContainer.extend({
      name: nameText,
      etag: idText.min(1),
      totalBytes: z.int().min(1),
      mediaType: z.enum(playableTypes),
    }),
    z.object({ address: z.string() }),
  ),
  'media.close': call('main', z.object({ address: sentenceText }), nothing),

  // How the engine reaches the network. Main answers, because it keeps the password and restarts the engine.
  'network.read': call(
    'main',
    nothing,
    z.object({
      settings: networkSettings,
      /** Whether a password for the proxy is stored; it is never returned. */
      password: z.enum(['kept', 'none']),
      /** According to the system or its environment, without a login; null if there is none. */
      system: z.object({ name: z.string(), isUsable: z.boolean() }).nullable(),
    }),
  ),
  /**
   * Saves these settings and restarts the engine with them. Main asks the user to confirm any change of the proxy or of
   * the authorities, and prompts for the proxy's password: `keep` retains the stored one as long as the proxy is the
   * same, `request` replaces it, `remove` removes it. Authorities must come from the saved settings or from
   * `network.pick-authorities`; others are rejected. Fails with `cancelled.by-user` when the user declines.
   */
  'network.apply': call(
    'main',
    z.object({ settings: networkSettings, password: z.enum(['keep', 'ask', 'remove']) }),
    nothing,
  ),
  /**
   * Lets the user choose certificate files; empty if none were chosen. `invalid.input` if a file contains no
   * certificate.
   */
  'network.pick-authorities': call('main', nothing, z.array(trustedAuthority)),

  // A link or file that the system or a drop passed to the app to open. Main parses it; the window asks the user to
  // confirm.
  /**
   * Requests that are waiting to be opened; each is returned once. A window calls it at its start and when it is
   * notified.
   */
  'openings.take': call('main', nothing, z.array(openRequest)),
  /** The file of a saved query that was dropped on the window. */
  'openings.read': call('main', z.object({ token: fileToken }), openRequest),
  /** Lets the user choose the file of a saved query; null when none was chosen. */
  'openings.pick': call('main', nothing, openRequest.nullable()),

  // Additional windows. Each has separate tabs and a separate channel to the engine.
  /** Opens another window. `carries` is for its page only: a tab that moves there. False if there are too many. */
  'windows.open': call(
    'main',
    z.object({ carries: z.string().max(1_000_000).optional() }),
    z.object({ opened: z.boolean() }),
  ),
  /** The request that this window was opened with; null if none, and after the first call. */
  'windows.take-carried': call('main', nothing, z.object({ carries: z.string().nullable() })),
  /** Reloads this window in the current language. Only the page knows when nothing would be lost. */
  'windows.load-anew': call('main', nothing, nothing),
  /** This window shows its connections, so background work may begin. */
  'windows.drawn': call('main', nothing, nothing),
} as const satisfies Record<string, CallDeclaration<z.ZodType, z.ZodType, 'main'>>;
