// A blob that only reserves the name of an upload until it is complete. Apart from the other settings of uploads, whose
// tables of content types no worker thread needs.
import { metadataPrefix } from '../../azure/account';

/** Its metadata: the id of the job. */
export const placeholderHeader = `${metadataPrefix}stowage_upload`;

export function isPlaceholderOf(jobId: string, blob: { readonly settings: Readonly<Record<string, string>> }): boolean {
  return blob.settings[placeholderHeader] === jobId;
}
