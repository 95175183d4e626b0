// Which batches have to wait for others: two writes of one row keep the order of the input.

export interface OrderedKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export class RowOrder {
  readonly #lastWith = new Map<string, number>();
  readonly #namesOf = new Map<number, readonly string[]>();

  /** @returns earlier batches, not released yet, that hold one of these rows */
  add(id: number, rows: readonly OrderedKeys[]): readonly number[] {
    const names = rows.map(nameOf);
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

function nameOf({ partitionKey, rowKey }: OrderedKeys): string {
  return `${partitionKey.length} ${partitionKey} ${rowKey}`;
}
