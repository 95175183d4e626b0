// Remarks about a whole job; equal remarks are counted instead of repeated.
import { errorMessage, titleOfStoredError } from '@shared/error-text';
import type { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { JobStop } from './job-records';
import { type StoredRemark, type Remark, remarksText } from './remarks';

/** What is said of a job: why it stopped, then the remarks about its files. */
export interface JobNotes {
  readonly stop: JobStop | null;
  readonly remarks: readonly StoredRemark[];
  /** The remarks as text, which is all that older journals contain. */
  readonly note: string;
}

/** In the current language, as far as the remarks are known here. */
export function noteOf({ stop, remarks, note }: JobNotes): string {
  const why = stop === null ? '' : whyStopped(stop);
  const text = remarks.length === 0 ? note : (remarksText(remarks) ?? note);
  return [why, text].filter((part) => part !== '').join(' · ');
}

function whyStopped(stop: JobStop): string {
  if (stop.how === 'stopped') return t`stopped: ${titleOfStoredError(stop)}`;
  // Nothing but room is lacking, so what to do is all there is to say.
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

/** The part that a state record keeps. */
export function persistedNotes({ note, stop, remarks }: JobNotes): {
  note: string;
  stop?: JobStop;
  remarks?: readonly StoredRemark[];
} {
  return { note, ...(stop === null ? {} : { stop }), ...(remarks.length === 0 ? {} : { remarks }) };
}

/** The words that an earlier run has left, and one remark more. */
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
