// Tells the refusal of single blobs from that of a credential by what else the service lets in: a refused blob is put
// aside until that shows. Pure; who asks is told what fails alone and when to stop.

/** Something refused that nobody knows the reason of yet. */
interface PutAside<T> {
  readonly right: string;
  readonly item: T;
  /** How many refusals there were with it. */
  readonly at: number;
}

/** So many in a row, and nothing of the same right let in between, are taken for a refusal of everything. */
export const fewestRefusals = 16;
/** Where as many and more were let in before, or a person wants it tried again. */
export const mostRefusals = 1_000;

/** Rights are words of the caller: what is let in by one says nothing of another. */
export class Refusals<T> {
  readonly #accepted = new Set<string>();
  readonly #most: () => number;
  #putAside: PutAside<T>[] = [];
  #refused = 0;

  /** `most`: in a row. */
  constructor(most: () => number) {
    this.#most = most;
  }

  /** To be kept when a request begins, for when it is accepted. */
  get now(): number {
    return this.#refused;
  }

  /** Something is put aside. */
  get hasSome(): boolean {
    return this.#putAside.length > 0;
  }

  /**
   * A request that began at `since` was let in. Returns what it shows to be refused alone: a request that had been under
   * way when something was refused says nothing, since the credential may have lost its right between the two.
   */
  accepted(right: string, since: number): readonly T[] {
    this.#accepted.add(right);
    if (this.#putAside.length === 0) return nothing;
    return this.#take((one) => one.right === right && one.at <= since);
  }

  /** `stop`: it looks as if nothing were let in any more; what is put aside stays undecided. */
  refused(right: string, item: T): 'go on' | 'stop' {
    this.#refused += 1;
    this.#putAside.push({ right, item, at: this.#refused });
    const inARow = this.#putAside.filter((one) => one.right === right).length;
    return inARow >= Math.min(mostRefusals, Math.max(fewestRefusals, this.#most())) ? 'stop' : 'go on';
  }

  /** Nothing else is left to try: what was refused alone as far as anybody can tell, and what nothing speaks for. */
  settle(): { readonly alone: readonly T[]; readonly undecided: readonly T[] } {
    const alone = this.#take(({ right }) => this.#accepted.has(right));
    return { alone, undecided: this.#take(() => true) };
  }

  #take(which: (one: PutAside<T>) => boolean): readonly T[] {
    const taken = this.#putAside.filter(which);
    if (taken.length > 0) this.#putAside = this.#putAside.filter((one) => !which(one));
    return taken.map(({ item }) => item);
  }
}

const nothing: readonly never[] = [];
