// 64-bit hashes of keys as two 32-bit halves, and an open hash table of them with a fixed size per entry.

/** Two 32-bit hashes with different seeds. `high` and `low` hold the result of the last call. */
export class KeyHash {
  high = 0;
  low = 0;

  /** Of both keys, separated by a delimiter. */
  of(partitionKey: string, rowKey: string): void {
    this.high = 0x9e3779b9 ^ partitionKey.length;
    this.low = 0x85ebca6b;
    this.#mix(partitionKey);
    this.#mix(rowKey);
    const high = Math.imul(this.high ^ (this.high >>> 16), 0x7feb352d);
    const low = Math.imul(this.low ^ (this.low >>> 16), 0x846ca68b);
    this.high = (high ^ (high >>> 15)) >>> 0;
    this.low = (low ^ (low >>> 14)) >>> 0;
  }

  #mix(text: string): void {
    let { high, low } = this;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 0x9e3779b1);
      high ^= high >>> 15;
      low = Math.imul(low ^ code, 0x5bd1e995);
      low ^= low >>> 13;
    }
    this.high = Math.imul(high ^ 0x10000, 0xc2b2ae35);
    this.low = Math.imul(low ^ 0x10000, 0x27d4eb2f);
  }
}

/** A number for each hash. */
export class HashTable {
  #slots = 0;
  #high = new Uint32Array(0);
  #low = new Uint32Array(0);
  /** NaN for a free slot. */
  #values = new Float64Array(0);
  #size = 0;

  /** @param most initial capacity in hashes; grows when needed */
  constructor(max: number) {
    this.#makeRoom(2 ** Math.ceil(Math.log2(Math.max(16, max * 1.5))));
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the existing value, which stays; NaN when it was added now. */
  add(high: number, low: number, value: number): number {
    const slot = this.#slotOf(high, low);
    const stored = this.#values[slot] ?? NaN;
    if (Number.isNaN(stored)) this.#fill(slot, high, low, value);
    return stored;
  }

  /** Adds to the value, initially zero. @returns the sum */
  increase(high: number, low: number, by: number): number {
    const slot = this.#slotOf(high, low);
    const stored = this.#values[slot] ?? NaN;
    if (Number.isNaN(stored)) {
      this.#fill(slot, high, low, by);
      return by;
    }
    this.#values[slot] = stored + by;
    return stored + by;
  }

  /** High and low half of each hash, and its value. */
  *entries(): Generator<readonly [number, number, number], void, undefined> {
    for (let slot = 0; slot < this.#slots; slot += 1) {
      const value = this.#values[slot] ?? NaN;
      if (!Number.isNaN(value)) yield [this.#high[slot] ?? 0, this.#low[slot] ?? 0, value];
    }
  }

  clear(): void {
    this.#values.fill(NaN);
    this.#size = 0;
  }

  #fill(slot: number, high: number, low: number, value: number): void {
    if (this.#size >= this.#slots * 0.75) {
      this.#grow();
      this.#fill(this.#slotOf(high, low), high, low, value);
      return;
    }
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#values[slot] = value;
    this.#size += 1;
  }

  #grow(): void {
    const entries = [...this.entries()];
    this.#makeRoom(this.#slots * 2);
    for (const [high, low, value] of entries) this.add(high, low, value);
  }

  #makeRoom(slots: number): void {
    this.#slots = slots;
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#values = new Float64Array(slots).fill(NaN);
    this.#size = 0;
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#slots - 1;
    let slot = (high ^ Math.imul(low, 0x9e3779b1)) & mask;
    while (!Number.isNaN(this.#values[slot]) && (this.#high[slot] !== high || this.#low[slot] !== low))
      slot = (slot + 1) & mask;
    return slot;
  }
}
