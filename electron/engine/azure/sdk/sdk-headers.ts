// Response headers in the two collections that the SDKs' pipelines expect.

interface HeaderPair {
  readonly name: string;
  readonly value: string;
}

/** Names are stored in lower case, as node:http delivers them. */
export class SdkHeaders implements Iterable<[string, string]> {
  readonly #values: Map<string, string>;

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  get(name: string): string | undefined {
    return this.#values.get(name.toLowerCase());
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }
  contains(name: string): boolean {
    return this.has(name);
  }
  set(name: string, value: string | number | boolean): void {
    this.#values.set(name.toLowerCase(), String(value));
  }
  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }
  remove(name: string): boolean {
    return this.#values.delete(name.toLowerCase());
  }
  rawHeaders(): Record<string, string> {
    return Object.fromEntries(this.#values);
  }
  toJSON(): Record<string, string> {
    return this.rawHeaders();
  }
  toJson(): Record<string, string> {
    return this.rawHeaders();
  }
  headersArray(): HeaderPair[] {
    return [...this.#values].map(([name, value]) => ({ name, value }));
  }
  headerNames(): string[] {
    return [...this.#values.keys()];
  }
  headerValues(): string[] {
    return [...this.#values.values()];
  }
  clone(): SdkHeaders {
    return new SdkHeaders(this.rawHeaders());
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}
