// Notes on a job and its files: why it stopped, remarks that are counted instead of repeated, why files were skipped.
// Journals store them by name; they are put into text when shown.
import { z } from 'zod';
import { errorMessage, titleOfStoredError } from '@shared/error-text';
import type { StowageError } from '@shared/errors';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';

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
    ? t`disk full: free up space, then resume`
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

/** For one file, which counts once for a remark however often it is attempted. */
export function onceEach(remark: (remark: Remark) => void): (remark: Remark) => void {
  let made: Set<Remark> | null = null;
  return (one) => {
    if (made?.has(one) === true) return;
    (made ??= new Set()).add(one);
    remark(one);
  };
}

/** The part after the count of files: what happened to them, and why. */
const labels = {
  'another writer': () => t`uploaded although another client had started the same upload`,
  'blocks expired': () => t`partially resent, because staged blocks had expired`,
  'blocks thrown away': () => t`partially resent, because another client discarded staged blocks`,
  'came damaged': (files) =>
    plural(files)`was corrupted in transit and downloaded again | were corrupted in transit and downloaded again`,
  encoded: (files) =>
    plural(
      files,
    )`named with %XX, because the disk does not accept the name or it would be misleading; an upload reverses this | named with %XX, because the disk does not accept the names or they would be misleading; an upload reverses this`,
  'kept apart': () => t`saved as NAME%, because a file and a folder have the same name`,
  'kind may change': (files) =>
    plural(
      files,
    )`may become a block blob, because it is an append or page blob | may become block blobs, because they are append or page blobs`,
  leftover: (files) =>
    plural(
      files,
    )`left .stowage-….part in its folder, which could not be removed | left .stowage-….part in their folders, which could not be removed`,
  'length compared': () => t`compared by length, because no checksum is stored`,
  'no checksum': () => t`no checksum stored`,
  'not looked up': () => t`sent without checking the existing blob, because reading is not allowed`,
  'other blocks discarded': () => t`uploaded after discarding blocks of another client`,
  'partial changed': () => t`partially downloaded again, because the partial file had changed`,
  'not decoded': (files) =>
    plural(
      files,
    )`stored with %XX, because the original name is not allowed for uploads | stored with %XX, because the original names are not allowed for uploads`,
  'not read back': (files) =>
    plural(
      files,
    )`named with %XX, which an upload does not reverse, because uploads cannot use such a name | named with %XX, which an upload does not reverse, because uploads cannot use such names`,
  numbered: (files) =>
    plural(
      files,
    )`numbered, because this disk does not distinguish its name from another | numbered, because this disk does not distinguish their names from others`,
  'perhaps written': (files) =>
    plural(
      files,
    )`may exist anyway, because it was being written when it was stopped | may exist anyway, because they were being written when they were stopped`,
  'source changed': () => t`resent from the start, because the file had changed`,
  'through this machine': () => t`copied through this computer, because the service cannot read the source`,
  waited: () => t`waited for another job with the same target`,
} as const satisfies Readonly<Record<string, (files: number) => string>>;

/** With their number: what is skipped is no file. */
const skippedLabels = {
  'broken link': (count) =>
    plural(count)`${formatCount(count)} broken link skipped | ${formatCount(count)} broken links skipped`,
  'folder marker': (count) =>
    plural(count)`${formatCount(count)} folder marker skipped | ${formatCount(count)} folder markers skipped`,
  'empty folder': (count) =>
    plural(count)`${formatCount(count)} empty folder skipped | ${formatCount(count)} empty folders skipped`,
  link: (count) =>
    plural(count)`${formatCount(count)} symbolic link skipped | ${formatCount(count)} symbolic links skipped`,
  special: (count) =>
    plural(
      count,
    )`${formatCount(count)} pipe, socket or device skipped | ${formatCount(count)} pipes, sockets or devices skipped`,
  /** Links and special files together, as earlier versions counted them. */
  'left out': (count) =>
    plural(
      count,
    )`${formatCount(count)} link or special file skipped | ${formatCount(count)} links or special files skipped`,
  'link loop': (count) =>
    plural(
      count,
    )`${formatCount(count)} link to a parent folder skipped | ${formatCount(count)} links to parent folders skipped`,
  'link outside': (count) =>
    plural(
      count,
    )`${formatCount(count)} link that leaves the selected folder skipped | ${formatCount(count)} links that leave the selected folder skipped`,
} as const satisfies Readonly<Record<string, (count: number) => string>>;

export type Remark =
  | keyof typeof labels
  | keyof typeof skippedLabels
  | `skipped: ${SkipReason}`
  | `dropped: ${DroppedProperty}`;

/** A remark as stored in a journal, possibly of a later version, and the number of files. */
export const storedRemark = z.object({ remark: z.string(), files: z.int() });
export type StoredRemark = Readonly<z.infer<typeof storedRemark>>;

/**
 * `3 files skipped: already exists · 1 file: no checksum stored`; empty when there is nothing to report, null when one
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
  if (dropped !== undefined) return `${many} ${t`replaced: ${propertyName(dropped)} lost`}`;
  if (Object.hasOwn(skippedLabels, remark)) return skippedLabels[remark as keyof typeof skippedLabels](files);
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
      return t`already exists`;
    case 'the other one is newer':
      return t`the other is newer`;
    case 'the same':
      return t`equal`;
    case 'gone on both sides':
      return t`deleted on both sides`;
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
      return t`folder marker`;
    case 'empty folder':
      return t`empty folder`;
    case 'broken link':
      return t`broken link`;
    case 'link loop':
      return t`link to a parent folder`;
    case 'link outside':
      return t`link that leaves the selected folder`;
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
