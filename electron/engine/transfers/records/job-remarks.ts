// Remarks about a whole job; equal remarks are counted instead of repeated.
import { errorWords, titleOfKept } from '@shared/error-words';
import type { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { JobStop } from './job-records';
import { type KeptRemark, type Remark, remarksText } from './remarks';

/** What is said of a job: why it stopped, then the remarks about its files. */
export interface JobWords {
  readonly stop: JobStop | null;
  readonly remarks: readonly KeptRemark[];
  /** The remarks as text, which is all that older journals contain. */
  readonly note: string;
}

/** In the current language, as far as the remarks are known here. */
export function noteOf({ stop, remarks, note }: JobWords): string {
  const why = stop === null ? '' : whyStopped(stop);
  const said = remarks.length === 0 ? note : (remarksText(remarks) ?? note);
  return [why, said].filter((part) => part !== '').join(' · ');
}

function whyStopped(stop: JobStop): string {
  if (stop.how === 'stopped') return t`stopped: ${titleOfKept(stop)}`;
  // Nothing but room is lacking, so what to do is all there is to say.
  return stop.code === 'local.disk-full' ? t`disk full: make room, then resume` : t`paused: ${titleOfKept(stop)}`;
}

/** Why it waits. `accounts`: where it needs two, the one that cannot be reached is named. */
export function waitWords(broken: StowageError, accounts: 'one' | 'two'): string {
  const { title } = errorWords(broken);
  const { host } = broken.context;
  return t`waiting for the network: ${accounts === 'two' && typeof host === 'string' ? `${title} (${host})` : title}`;
}

/** The part that a state record keeps. */
export function wordsKept({ note, stop, remarks }: JobWords): {
  note: string;
  stop?: JobStop;
  remarks?: readonly KeptRemark[];
} {
  return { note, ...(stop === null ? {} : { stop }), ...(remarks.length === 0 ? {} : { remarks }) };
}

/** The words that an earlier run has left, and one remark more. */
export function alsoSaid(words: JobWords, remark: Remark, files: number): JobWords {
  if (files === 0) return words;
  const before = words.remarks.find((one) => one.remark === remark)?.files ?? 0;
  const remarks = [...words.remarks.filter((one) => one.remark !== remark), { remark, files: before + files }];
  return { ...words, remarks, note: remarksText(remarks) ?? words.note };
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

  words(): JobWords {
    const remarks = [...this.#counts].map(([remark, files]) => ({ remark, files }));
    return { stop: this.#stop, remarks, note: remarksText(remarks) ?? '' };
  }
}
