// Collects what has changed in a database since the last call, as one line of text, and applies such lines to the older
// contents of its file. A line holds the resulting state of what changed, not the steps towards it: so it includes
// changes that Azurite makes before it reports them, and applying a line twice does no harm.
import type { Collection, Content, Database, Document } from 'lokijs';

/** The changes that one line holds. */
export interface Changes {
  /** Names of collections that were removed or replaced. */
  readonly ended: readonly string[];
  /** Empty. */
  readonly begun: readonly Collection[];
  readonly documents: readonly {
    readonly collection: string;
    readonly now: readonly Document[];
    readonly gone: readonly number[];
  }[];
}

/** Watches a database for changes since the last call of `take`. */
export class Watch {
  readonly #database: Database;
  #known: readonly Collection[];

  /** Accepts the current contents as known. */
  constructor(database: Database) {
    this.#database = database;
    // LokiJS keeps this list of changes for adapters that save a database in parts.
    database.isIncremental = true;
    for (const collection of database.collections) {
      collection.isIncremental = true;
      collection.dirtyIds = [];
    }
    this.#known = [...database.collections];
  }

  /** Returns the changes since the last call; null if there are none. */
  take(): string | null {
    const { collections, serializeReplacer } = this.#database;
    const { begun, ended } = this.#takeCollections();
    const documents = collections.filter(({ dirtyIds }) => dirtyIds.length > 0).map(documentsOf);
    if (ended.length + begun.length + documents.length === 0) return null;
    const empty = begun.map((collection) => ({ ...collection, data: [] }));
    const heads = JSON.stringify(empty, serializeReplacer);
    // LokiJS's own serialisation omits every member named `ttl` or `constraints`, even those of documents.
    return `{"ended":${JSON.stringify(ended)},"begun":${heads},"documents":${JSON.stringify(documents)}}`;
  }

  #takeCollections(): { readonly begun: readonly Collection[]; readonly ended: readonly string[] } {
    const { collections } = this.#database;
    const known = this.#known;
    // A new collection is always the last one. This check runs for every response, so it has to be cheap.
    if (collections.length === known.length && collections[known.length - 1] === known[known.length - 1]) {
      return { begun: [], ended: [] };
    }
    const [before, now] = [new Set(known), new Set(collections)];
    this.#known = [...collections];
    return {
      begun: collections.filter((collection) => !before.has(collection)),
      ended: known.filter((collection) => !now.has(collection)).map(({ name }) => name),
    };
  }
}

function documentsOf(collection: Collection): Changes['documents'][number] {
  const now: Document[] = [];
  const gone: number[] = [];
  for (const id of new Set(collection.dirtyIds)) {
    const document = collection.get(id);
    if (document === null) gone.push(id);
    else now.push(document);
  }
  collection.dirtyIds = [];
  return { collection: collection.name, now, gone };
}

/** Applies changes to `content`; the indices of changed collections have to be rebuilt. */
export function withChanges(content: Content, lines: readonly Changes[]): Content {
  const collections = new Map(content.collections.map((collection) => [collection.name, collection]));
  const changed = new Map<Collection, Map<number, Document>>();
  for (const { ended, begun, documents } of lines) {
    for (const name of ended) collections.delete(name);
    for (const collection of begun) collections.set(collection.name, collection);
    for (const { collection: name, now, gone } of documents) {
      const collection = collections.get(name);
      if (collection === undefined) continue;
      let held = changed.get(collection);
      if (held === undefined) {
        held = new Map(collection.data.map((document) => [document.$loki, document]));
        changed.set(collection, held);
      }
      for (const id of gone) held.delete(id);
      for (const document of now) held.set(document.$loki, document);
      // The document may have been created and deleted between two lines.
      for (const id of [...gone, ...now.map(({ $loki }) => $loki)]) collection.maxId = Math.max(collection.maxId, id);
    }
  }
  for (const [collection, held] of changed) {
    collection.data = [...held.values()];
    for (const index of Object.values(collection.binaryIndices)) index.dirty = true;
  }
  return { ...content, collections: [...collections.values()] };
}
