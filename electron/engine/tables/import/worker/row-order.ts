// Which batches have to wait for others: two writes of the same row keep the order of the input.

export class RowOrder {
  readonly #lastWith = new Map<string, number>();
  readonly #namesOf = new Map<number, readonly string[]>();

  /** @param names of its rows. @returns earlier unreleased batches that contain one of them */
  add(id: number, names: readonly string[]): readonly number[] {
    const earlier = new Set<number>();
    for (const name of names) {
      const before = this.#lastWith.get(name);
      if (before !== undefined) earlier.add(before);
      this.#lastWith.set(name, id);
    }
    this.#namesOf.set(id, names);
    return [...earlier];
  }

  release(id: number): void {
    for (const name of this.#namesOf.get(id) ?? []) {
      if (this.#lastWith.get(name) === id) this.#lastWith.delete(name);
    }
    this.#namesOf.delete(id);
  }
}

/** One text for the keys of a row. */
export function rowName(partitionKey: string, rowKey: string): string {
  return `${partitionKey.length} ${partitionKey} ${rowKey}`;
}
