// The two native file dialogs: open and save.
import { type BrowserWindow, type FileFilter, type OpenDialogOptions, dialog } from 'electron';
import { t } from '@shared/strings/t';

export interface FileQuestions {
  /** Absolute paths; none when nothing was chosen. */
  open(options: OpenDialogOptions): Promise<readonly string[]>;
  /** An absolute path; null when nothing was chosen. */
  save(suggestedName: string, filters?: FileFilter[]): Promise<string | null>;
}

/** Asked over this window. */
export function fileQuestions(window: BrowserWindow): FileQuestions {
  return {
    open: async (options) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, options);
      return canceled ? [] : filePaths;
    },
    save: async (suggestedName, filters) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: t`Save ${suggestedName}`,
        defaultPath: suggestedName,
        ...(filters === undefined ? {} : { filters }),
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      });
      return canceled || filePath === undefined || filePath === '' ? null : filePath;
    },
  };
}
