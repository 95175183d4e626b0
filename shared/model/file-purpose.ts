// What a file or folder was picked for. A token is good for the purpose of its pick and nothing else.
import { z } from 'zod';

/** Read: from `upload` to `query`. Written: from `download` on. `verify` compares a folder and may repair it; `sync` is
 * read or made equal to a container; `hub-join` names a hub. */
export const filePurpose = z.enum([
  'upload',
  'moved-sources',
  'import',
  'undo-file',
  'settings-file',
  'lab-runs',
  'lab-folder',
  'query',
  'verify',
  'sync',
  'hub-join',
  'download',
  'export-rows',
  'export-rejected',
  'export-undo',
  'export-differences',
  'export-settings',
]);
export type FilePurpose = z.infer<typeof filePurpose>;

/** The kind of file that the window names when it requests a save dialog. */
export const exportPurpose = filePurpose.extract([
  'export-rows',
  'export-rejected',
  'export-undo',
  'export-differences',
  'export-settings',
]);

/** The token of a file that will be written is used up by its first use. */
export function isUsedOnce(purpose: FilePurpose): boolean {
  return exportPurpose.safeParse(purpose).success;
}
