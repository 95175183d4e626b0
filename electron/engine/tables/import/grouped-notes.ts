// Notes that are written down in groups: while one group is written, all that come are gathered for the next. A disk that
// is slow makes groups larger, not the writers slower.

export class GroupedNotes<T> {
  readonly #write: (group: readonly T[]) => Promise<void>;
  #gathered: T[] = [];
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();

  /** @param write called with one group after the other */
  constructor(write: (group: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the note is written; rejects, as all later ones do, where a group could not be. */
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
