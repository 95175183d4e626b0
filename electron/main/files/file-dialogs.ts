// The two native file dialogs: open and save.
import { type BrowserWindow, type FileFilter, type OpenDialogOptions, dialog } from 'electron';
import { t } from '@shared/strings/t';

export interface FileDialogs {
  /** Absolute paths; none when nothing was chosen. */
  open(options: OpenDialogOptions): Promise<readonly string[]>;
  /** An absolute path; null when nothing was chosen. */
  save(suggestedName: string, filters?: FileFilter[]): Promise<string | null>;
}

/** Windows over which a dialog is open. */
const asking = new WeakSet<BrowserWindow>();

/**
 * Shown over this window. One dialog at a time: a page that requests another meanwhile, which the user cannot do, gets
 * the answer of a user who chose nothing.
 */
export function createFileDialogs(window: BrowserWindow): FileDialogs {
  const alone = async <T>(none: T, request: () => Promise<T>): Promise<T> => {
    if (asking.has(window)) return none;
    asking.add(window);
    try {
      return await request();
    } finally {
      asking.delete(window);
    }
  };
  return {
    open: (options) =>
      alone<readonly string[]>([], async () => {
        const { canceled, filePaths } = await dialog.showOpenDialog(window, options);
        return canceled ? [] : filePaths;
      }),
    save: (suggestedName, filters) =>
      alone<string | null>(null, async () => {
        const { canceled, filePath } = await dialog.showSaveDialog(window, {
          title: t`Save ${suggestedName}`,
          defaultPath: suggestedName,
          ...(filters === undefined ? {} : { filters }),
          properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
        });
        return canceled || filePath === undefined || filePath === '' ? null : filePath;
      }),
  };
}
