// Remarks about files that concern the whole job, stored in the journal by name and worded when shown.
import { z } from 'zod';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { type DroppedProperty, droppedProperties, propertyName } from './dropped-properties';
import { type SkipReason, skipReasons, skipReasonText } from './skip-reasons';

/** The part after the count of files: what happened to them, and why. */
const labels = {
  'another writer': () => t`uploaded although another writer had begun the same`,
  'blocks expired': () => t`sent again in part, because staged blocks had expired`,
  'blocks thrown away': () => t`sent again in part, because another writer threw staged blocks away`,
  'broken link': (files) => plural(files)`link that leads nowhere, left out | links that lead nowhere, left out`,
  'came damaged': (files) => plural(files)`came damaged and was fetched again | came damaged and were fetched again`,
  encoded: (files) =>
    plural(
      files,
    )`named with %XX, because the disk would refuse the name or it would mislead; an upload turns it back | named with %XX, because the disk would refuse the names or they would mislead; an upload turns them back`,
  'folder marker': (files) => plural(files)`mark of a folder, left out | marks of folders, left out`,
  'empty folder': (files) => plural(files)`empty folder, left out | empty folders, left out`,
  'kept apart': () => t`kept apart as NAME%, because a file and a folder have one name`,
  'kind may change': (files) =>
    plural(
      files,
    )`may become a block blob, because it is an append or page blob | may become block blobs, because they are append or page blobs`,
  link: (files) => plural(files)`symbolic link, left out | symbolic links, left out`,
  special: (files) => plural(files)`pipe, socket or device, left out | pipes, sockets or devices, left out`,
  /** Links and special files together, as earlier versions counted them. */
  'left out': (files) => plural(files)`link or special file left out | links or special files left out`,
  leftover: (files) =>
    plural(
      files,
    )`left .stowage-….part in its folder, which could not be removed | left .stowage-….part in their folders, which could not be removed`,
  'link loop': (files) =>
    plural(files)`link to a folder that it is in, left out | links to folders that they are in, left out`,
  'link outside': (files) =>
    plural(files)`link out of the chosen folder, left out | links out of the chosen folder, left out`,
  'length compared': () => t`compared by length, because no checksum is stored`,
  'no checksum': () => t`no checksum stored`,
  'not looked up': () => t`sent without a look at what is there, because reading is not allowed`,
  'other blocks discarded': () => t`uploaded after blocks of another writer were discarded`,
  'partial changed': () => t`fetched again in part, because the partial file had changed`,
  'not decoded': (files) =>
    plural(
      files,
    )`stored with its %XX, because no upload may store the name that it stands for | stored with their %XX, because no upload may store the names that they stand for`,
  'not read back': (files) =>
    plural(
      files,
    )`named with %XX, which an upload does not turn back, because no upload may store such a name | named with %XX, which an upload does not turn back, because no upload may store such names`,
  numbered: (files) =>
    plural(
      files,
    )`numbered, because this disk takes its name for that of another | numbered, because this disk takes their names for those of others`,
  'perhaps written': (files) =>
    plural(
      files,
    )`may be there all the same, because it was being written when it was stopped | may be there all the same, because they were being written when they were stopped`,
  'source changed': () => t`sent again from the start, because the file had changed`,
  'through this machine': () => t`copied through this machine, because the service cannot read the source by itself`,
  waited: () => t`waited for another job with the same target`,
} as const satisfies Readonly<Record<string, (files: number) => string>>;

export type Remark = keyof typeof labels | `skipped: ${SkipReason}` | `dropped: ${DroppedProperty}`;

/** A remark as stored in a journal, possibly of a later version, and the number of files. */
export const storedRemark = z.object({ remark: z.string(), files: z.int() });
export type StoredRemark = Readonly<z.infer<typeof storedRemark>>;

/**
 * `3 files skipped: already there · 1 file: no checksum stored`; empty when there is nothing to say, null when one of
 * them is not known here.
 */
export function remarksText(remarks: readonly StoredRemark[]): string | null {
  const texts = remarks.map(remarkText);
  return texts.includes(null) ? null : texts.join(' · ');
}

function remarkText({ remark, files }: StoredRemark): string | null {
  const many = counted(files, 'file');
  const reason = skipReasons.find((one) => remark === (`skipped: ${one}` satisfies Remark));
  if (reason !== undefined) return `${many} ${t`skipped: ${skipReasonText(reason)}`}`;
  const dropped = droppedProperties.find((one) => remark === (`dropped: ${one}` satisfies Remark));
  if (dropped !== undefined) return `${many} ${t`replaced: ${propertyName(dropped)} dropped`}`;
  return Object.hasOwn(labels, remark) ? `${many}: ${labels[remark as keyof typeof labels](files)}` : null;
}
