// A map for entries that come and go by the hundred thousand while few are there at once. JavaScript's own map makes a new
// table every so many deletions and ties the old one to it: as soon as one of them was kept by a short sweep, all later
// ones are, with everything that was in them, until the next long sweep. This one stays in its place.

const leastPlaces = 64;
/** From here on the room is given back when nothing is left. */
const manyPlaces = 4096;
/** The golden ratio of 32 bits spreads numbers that follow each other. */
const spread = 0x9e3779b1;

export class SteadyMap<K extends string | number, V> {
  /** A place is free where the key is undefined. At most half of them are taken. */
  #keys: (K | undefined)[] = emptyPlaces();
  #values: (V | undefined)[] = emptyPlaces();
  /** When each came. */
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

  /** Answers whether it was there. */
  delete(key: K): boolean {
    let free = this.#placeOf(key);
    if (this.#keys[free] === undefined) return false;
    const last = this.#keys.length - 1;
    // Who was pushed on by the one that goes moves up, so that no place is lost and none is marked.
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

  /** Keys and values as they are now, in the order in which the keys came. */
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

  /** Where the key is, or the free place where it belongs. */
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
    // A table that was kept by a short sweep would keep what it held.
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
