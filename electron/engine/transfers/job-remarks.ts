// What is worth saying about a whole job: equal remarks are counted, not repeated.

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
    const counted = [...this.#counts].map(([text, count]) => {
      const files = count === 1 ? '1 file' : `${count.toLocaleString('en-US')} files`;
      return text.startsWith('skipped') ? `${files} ${text}` : `${files}: ${text}`;
    });
    return [this.#stopped, ...counted].filter((part) => part !== '').join(' · ');
  }
}
