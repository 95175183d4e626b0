// What is worth saying about a whole job: equal remarks are counted, not repeated.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';

/** Of a file that was left out. */
export function skippedRemark(why: string): string {
  return t`skipped: ${why}`;
}

export class JobRemarks {
  readonly #counts = new Map<string, number>();
  #stopped = '';

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  /** Why the job ended before all its files were tried. */
  stopped(why: string): void {
    this.#stopped = why;
  }

  /** `3 files skipped: already there · 1 file: no checksum stored`; empty when there is nothing to say. */
  text(): string {
    const skipped = skippedRemark('').trimEnd();
    const remarks = [...this.#counts].map(([text, count]) => {
      const files = counted(count, 'file');
      return text.startsWith(skipped) ? `${files} ${text}` : `${files}: ${text}`;
    });
    return [this.#stopped, ...remarks].filter((part) => part !== '').join(' · ');
  }
}
