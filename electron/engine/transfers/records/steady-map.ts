// A map for entries that come and go by the hundred thousand while few exist at once. V8's Map allocates a new table
// every so many deletions and links the old one to it; once one of these survives a minor garbage collection, all later
// ones survive until the next major one, with everything they contained. This one reuses its table.

const leastPlaces = 64;
/** From this size on the memory is released when the map becomes empty. */
const manyPlaces = 4096;
/** The golden ratio of 32 bits distributes consecutive numbers evenly (Fibonacci hashing). */
const spread = 0x9e3779b1;

export class SteadyMap<K extends string | number, V> {
  /** A slot is free when its key is undefined. At most half of the slots are used. */
  #keys: (K | undefined)[] = emptyPlaces();
  #values: (V | undefined)[] = emptyPlaces();
  /** Insertion order of each slot. */
  #turns = new Float64Array(leastPlaces);
  #nextTurn = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    return this.#values[this.#placeOf(key)];
  }

  has(key: K): boolean {
    return this.#keys[this.#placeOf(key)] !== undefined;
  }

  set(key: K, value: V): void {
    let at = this.#placeOf(key);
    if (this.#keys[at] === undefined) {
      if ((this.#size + 1) * 2 > this.#keys.length) {
        this.#resize(this.#keys.length * 2);
        at = this.#placeOf(key);
      }
      this.#keys[at] = key;
      this.#turns[at] = this.#nextTurn++;
      this.#size += 1;
    }
    this.#values[at] = value;
  }

  /** Returns whether the key existed. */
  delete(key: K): boolean {
    let free = this.#placeOf(key);
    if (this.#keys[free] === undefined) return false;
    const last = this.#keys.length - 1;
    // Entries that were displaced by the removed one move up (linear probing without tombstones).
    for (let at = (free + 1) & last; this.#keys[at] !== undefined; at = (at + 1) & last) {
      const home = this.#homeOf(this.#keys[at] as K);
      if (((at - home) & last) < ((at - free) & last)) continue;
      this.#keys[free] = this.#keys[at];
      this.#values[free] = this.#values[at];
      this.#turns[free] = this.#turns[at] as number;
      free = at;
    }
    this.#keys[free] = undefined;
    this.#values[free] = undefined;
    this.#size -= 1;
    if (this.#size === 0 && this.#keys.length >= manyPlaces) this.#resize(leastPlaces);
    return true;
  }

  clear(): void {
    this.#size = 0;
    this.#keys = emptyPlaces();
    this.#values = emptyPlaces();
    this.#turns = new Float64Array(leastPlaces);
  }

  /** Keys and values in insertion order. */
  entries(): (readonly [K, V])[] {
    return this.#taken().map((at) => [this.#keys[at] as K, this.#values[at] as V]);
  }
  keys(): K[] {
    return this.#taken().map((at) => this.#keys[at] as K);
  }
  values(): V[] {
    return this.#taken().map((at) => this.#values[at] as V);
  }

  #taken(): number[] {
    const taken: number[] = [];
    this.#keys.forEach((key, at) => {
      if (key !== undefined) taken.push(at);
    });
    return taken.sort((a, b) => (this.#turns[a] as number) - (this.#turns[b] as number));
  }

  /** The slot of the key, or the free slot where it belongs. */
  #placeOf(key: K): number {
    const last = this.#keys.length - 1;
    let at = this.#homeOf(key);
    while (this.#keys[at] !== undefined && this.#keys[at] !== key) at = (at + 1) & last;
    return at;
  }

  #homeOf(key: K): number {
    return hashOf(key) & (this.#keys.length - 1);
  }

  #resize(places: number): void {
    const [keys, values, turns] = [this.#keys, this.#values, this.#turns];
    this.#keys = emptyPlaces(places);
    this.#values = emptyPlaces(places);
    this.#turns = new Float64Array(places);
    keys.forEach((key, before) => {
      if (key === undefined) return;
      const at = this.#placeOf(key);
      this.#keys[at] = key;
      this.#values[at] = values[before];
      this.#turns[at] = turns[before] as number;
    });
    // A table that survived a minor garbage collection would keep its contents alive.
    keys.length = 0;
    values.length = 0;
  }
}

function emptyPlaces<T>(places = leastPlaces): (T | undefined)[] {
  return new Array<T | undefined>(places).fill(undefined);
}

function hashOf(key: string | number): number {
  if (typeof key === 'number') return Math.imul(key, spread) >>> 8;
  let hash = key.length;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return Math.imul(hash, spread) >>> 8;
}
