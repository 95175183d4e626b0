// Notes on a job and its files: why it stopped, remarks that are counted instead of repeated, why files were skipped.
// Journals store them by name; they are put into text when shown.
import { z } from 'zod';
import { errorMessage, titleOfStoredError } from '@shared/error-text';
import type { StowageError } from '@shared/errors';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';

/** Notes on a job: why it stopped, then the remarks about its files. */
export interface JobNotes {
  readonly stop: JobStop | null;
  readonly remarks: readonly StoredRemark[];
  /** The remarks as text, which is all that older journals contain. */
  readonly note: string;
}

/** In the current language, if this version knows the remarks. */
export function noteOf({ stop, remarks, note }: JobNotes): string {
  const why = stop === null ? '' : whyStopped(stop);
  const text = remarks.length === 0 ? note : (remarksText(remarks) ?? note);
  return [why, text].filter((part) => part !== '').join(' · ');
}

function whyStopped(stop: JobStop): string {
  if (stop.how === 'stopped') return t`stopped: ${titleOfStoredError(stop)}`;
  // Only space is lacking, so the remedy is the whole message.
  return stop.code === 'local.disk-full'
    ? t`disk full: make room, then resume`
    : t`paused: ${titleOfStoredError(stop)}`;
}

/** Why it waits. `accounts`: where it needs two, the one that cannot be reached is named. */
export function waitText(broken: StowageError, accounts: 'one' | 'two'): string {
  const { title } = errorMessage(broken);
  const { host } = broken.context;
  return t`waiting for the network: ${accounts === 'two' && typeof host === 'string' ? `${title} (${host})` : title}`;
}

/** The part that a state record contains. */
export function persistedNotes({ note, stop, remarks }: JobNotes): {
  note: string;
  stop?: JobStop;
  remarks?: readonly StoredRemark[];
} {
  return { note, ...(stop === null ? {} : { stop }), ...(remarks.length === 0 ? {} : { remarks }) };
}

/** The notes that an earlier run has left, and one remark more. */
export function withRemark(notes: JobNotes, remark: Remark, files: number): JobNotes {
  if (files === 0) return notes;
  const before = notes.remarks.find((one) => one.remark === remark)?.files ?? 0;
  const remarks = [...notes.remarks.filter((one) => one.remark !== remark), { remark, files: before + files }];
  return { ...notes, remarks, note: remarksText(remarks) ?? notes.note };
}

export class JobRemarks {
  readonly #counts = new Map<Remark, number>();
  #stop: JobStop | null = null;

  add(remark: Remark, files = 1): void {
    if (files > 0) this.#counts.set(remark, (this.#counts.get(remark) ?? 0) + files);
  }

  stopped(how: JobStop['how'], { code, message, context }: StowageError): void {
    this.#stop = { how, code, message, context: { ...context } };
  }

  notes(): JobNotes {
    const remarks = [...this.#counts].map(([remark, files]) => ({ remark, files }));
    return { stop: this.#stop, remarks, note: remarksText(remarks) ?? '' };
  }
}

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
 * `3 files skipped: already there · 1 file: no checksum stored`; empty when there is nothing to report, null when one
 * of them is unknown to this version.
 */
function remarksText(remarks: readonly StoredRemark[]): string | null {
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

/** What ended or paused a job before all its files were tried, as its journal stores it. */
export const jobStop = z.object({
  how: z.enum(['paused', 'stopped']),
  code: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type JobStop = z.infer<typeof jobStop>;

/** `cancelled`: by a user. */
export const skipReasons = [
  'already there',
  'the other one is newer',
  'the same',
  'gone on both sides',
  'cancelled',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The reason in the language of the engine. */
export function skipReasonText(reason: SkipReason): string {
  switch (reason) {
    case 'already there':
      return t`already there`;
    case 'the other one is newer':
      return t`the other one is newer`;
    case 'the same':
      return t`the same`;
    case 'gone on both sides':
      return t`gone on both sides`;
    case 'cancelled':
      return t`cancelled`;
  }
}

/** Why something that an upload or a download came upon is not moved. */
export type LeftOutReason =
  | 'link'
  | 'broken link'
  | 'link loop'
  | 'link outside'
  | 'special'
  | 'empty folder'
  | 'folder marker';

export function leftOutText(reason: LeftOutReason): string {
  switch (reason) {
    case 'folder marker':
      return t`only marks a folder`;
    case 'empty folder':
      return t`empty folder`;
    case 'broken link':
      return t`link that leads nowhere`;
    case 'link loop':
      return t`link to a folder that it is in`;
    case 'link outside':
      return t`link out of the chosen folder`;
    case 'link':
      return t`symbolic link`;
    case 'special':
      return t`pipe, socket or device`;
  }
}

/** Properties of a replaced blob that the new one does not have. Journals contain these names. */
export const droppedProperties = [
  'content type',
  'content encoding',
  'content language',
  'content disposition',
  'cache control',
  'metadata',
  'tags',
  'tier',
] as const;
export type DroppedProperty = (typeof droppedProperties)[number];

/** Under the name that users know. */
export function propertyName(property: DroppedProperty): string {
  switch (property) {
    case 'content type':
      return 'Content-Type';
    case 'content encoding':
      return 'Content-Encoding';
    case 'content language':
      return 'Content-Language';
    case 'content disposition':
      return 'Content-Disposition';
    case 'cache control':
      return 'Cache-Control';
    case 'metadata':
      return t`metadata`;
    case 'tags':
      return t`tags`;
    case 'tier':
      return t`access tier`;
  }
}
