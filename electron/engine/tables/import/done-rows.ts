// Which rows of an input are settled, written or rejected: all below a mark, and some above it. Small however long the
// input is, as long as rows are settled in about the order in which they come.

export class DoneRows {
  #mark = 0;
  #most = -1;
  readonly #above = new Set<number>();

  /** Every row below is settled. */
  get mark(): number {
    return this.#mark;
  }

  /** The settled row that stands last in the input; -1 for none. */
  get last(): number {
    return this.#most;
  }

  has(index: number): boolean {
    return index < this.#mark || this.#above.has(index);
  }

  add(index: number): void {
    if (this.has(index)) return;
    if (index > this.#most) this.#most = index;
    this.#above.add(index);
    while (this.#above.delete(this.#mark)) this.#mark += 1;
  }

  /** All of them as text for the journal. */
  text(): string {
    const above = rowsText([...this.#above]);
    return this.#mark === 0 ? above : above === '' ? `0-${this.#mark - 1}` : `0-${this.#mark - 1},${above}`;
  }

  /** Takes up what `text` or `rowsText` gave. */
  addText(text: string): void {
    for (const part of text === '' ? [] : text.split(',')) {
      const [first = 0, last = first] = part.split('-').map(Number);
      if (first === this.#mark && last >= first) this.#raise(last + 1);
      else for (let index = first; index <= last; index += 1) this.add(index);
    }
  }

  #raise(mark: number): void {
    this.#mark = mark;
    this.#most = Math.max(this.#most, mark - 1);
    for (const index of [...this.#above]) if (index < mark) this.#above.delete(index);
    while (this.#above.delete(this.#mark)) this.#mark += 1;
  }
}

/** Row numbers as `3-17,20`. */
export function rowsText(indexes: readonly number[]): string {
  const sorted = [...indexes].sort((left, right) => left - right);
  const parts: string[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1;
    parts.push(start === end ? `${sorted[start]}` : `${sorted[start]}-${sorted[end]}`);
    start = end + 1;
  }
  return parts.join(',');
}
