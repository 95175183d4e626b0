// What is worth saying about a whole job: equal remarks are counted, not repeated.
import { titleOfKept } from '@shared/error-words';
import type { StowageError } from '@shared/errors';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { JobStop } from './job-records';

/** Of a file that was left out. */
export function skippedRemark(why: string): string {
  return t`skipped: ${why}`;
}

/** What is said of a job: why it stands, in the language of now, then what was remarked of its files. */
export function noteOf(stop: JobStop | null, remarks: string): string {
  const why =
    stop === null ? '' : stop.how === 'paused' ? t`paused: ${titleOfKept(stop)}` : t`stopped: ${titleOfKept(stop)}`;
  return [why, remarks].filter((part) => part !== '').join(' · ');
}

/** What a record of the state keeps of what is said of the job. */
export function wordsKept({ note, stop }: { readonly note: string; readonly stop: JobStop | null }): {
  note: string;
  stop?: JobStop;
} {
  return stop === null ? { note } : { note, stop };
}

export class JobRemarks {
  readonly #counts = new Map<string, number>();
  #stop: JobStop | null = null;

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  get stop(): JobStop | null {
    return this.#stop;
  }

  stopped(how: JobStop['how'], { code, message, context }: StowageError): void {
    this.#stop = { how, code, message, context: { ...context } };
  }

  /** `3 files skipped: already there · 1 file: no checksum stored`; empty when there is nothing to say. */
  text(): string {
    const skipped = skippedRemark('').trimEnd();
    const remarks = [...this.#counts].map(([text, count]) => {
      const files = counted(count, 'file');
      return text.startsWith(skipped) ? `${files} ${text}` : `${files}: ${text}`;
    });
    return remarks.join(' · ');
  }
}
