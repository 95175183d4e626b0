// Determines whether the service denies single blobs or the credential as a whole, by what else it accepts: a denied
// blob is put aside until that is clear. Pure; the result names the blobs that fail alone and when to stop.

/** A denied item whose reason is still unclear. */
interface PutAside<T> {
  readonly right: string;
  readonly item: T;
  /** Number of denials up to and including this one. */
  readonly at: number;
}

/** That many denials in a row, with nothing accepted by the same right in between, count as a denial of everything. */
export const minRejections = 16;
/** The same limit when more than that were accepted before, or when the user insists on continuing. */
export const maxRejections = 1_000;

/** Rights are named by the caller. A request accepted by one right is no evidence about another. */
export class RejectionTally<T> {
  readonly #accepted = new Set<string>();
  readonly #most: () => number;
  #putAside: PutAside<T>[] = [];
  #rejected = 0;

  /** `max`: how many denials in a row are allowed. */
  constructor(max: () => number) {
    this.#most = max;
  }

  /** Remember it when a request begins and pass it to `accepted`. */
  get now(): number {
    return this.#rejected;
  }

  /** Whether any item is put aside. */
  get hasSome(): boolean {
    return this.#putAside.length > 0;
  }

  /**
   * A request that began at `since` was accepted. Returns the items that are thereby known to be denied alone. Items
   * denied after that request began are not among them: the credential may have lost its right in between.
   */
  accepted(right: string, since: number): readonly T[] {
    this.#accepted.add(right);
    if (this.#putAside.length === 0) return nothing;
    return this.#take((one) => one.right === right && one.at <= since);
  }

  /** Forgets items that are put aside and are not to be retried for now. */
  withdraw(which: (item: T) => boolean): void {
    this.#take(({ item }) => which(item));
  }

  /** `stop`: the credential seems to be denied as a whole; items that were put aside stay undecided. */
  rejected(right: string, item: T): 'go on' | 'stop' {
    this.#rejected += 1;
    this.#putAside.push({ right, item, at: this.#rejected });
    const inARow = this.#putAside.filter((one) => one.right === right).length;
    return inARow >= Math.min(maxRejections, Math.max(minRejections, this.#most())) ? 'stop' : 'go on';
  }

  /**
   * Call it when nothing else is left to attempt. `alone`: denied while others were accepted by the same right.
   * `undecided`: nothing was accepted by that right.
   */
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
