// Asks where to save bytes that the window made, a picture for instance, and writes them there.
import { type BrowserWindow, dialog } from 'electron';
import { t } from '@shared/strings/t';
import { writeFileWhole } from './text-file';

/** False when nothing was chosen. The file is whole or not there at all. Throws `local.*`. */
export async function saveBytes(window: BrowserWindow, suggestedName: string, base64: string): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: t`Save ${suggestedName}`,
    defaultPath: suggestedName,
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  });
  if (canceled || filePath === undefined || filePath === '') return false;
  await writeFileWhole(filePath, Buffer.from(base64, 'base64'));
  return true;
}
