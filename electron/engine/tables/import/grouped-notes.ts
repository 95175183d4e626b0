// Group commit of notes: while one group is being written, further notes gather for the next. A slow disk makes groups
// larger instead of writers slower.

export class GroupedNotes<T> {
  readonly #write: (group: readonly T[]) => Promise<void>;
  #gathered: T[] = [];
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();

  /** @param write called with one group after another */
  constructor(write: (group: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the note is written. Rejects, as all later calls do, when a group could not be written. */
  add(note: T): Promise<void> {
    this.#gathered.push(note);
    if (this.#next === null) {
      this.#next = this.#last.then(() => {
        const group = this.#gathered;
        this.#gathered = [];
        this.#next = null;
        return this.#write(group);
      });
      this.#last = this.#next;
    }
    return this.#next;
  }
}
