// What the program uses of packages that bring no types: Azurite's entry, which runs as it is read, how it writes and
// reads contents, and the part of its database that decides when it is written.
declare module 'azurite/dist/src/azurite.js';

declare module 'azurite/dist/src/common/persistence/FSExtentStore.js' {
  import type { Writable } from 'node:stream';

  interface Content {
    pipe: (this: Content, answer: Writable) => Writable;
    destroy(): void;
  }

  /** The contents of blobs, in files. */
  interface Files {
    /** Resolves with how many bytes of the body were written: of a request, or of something that is there already. */
    streamPipe: (this: Files, body: { readonly destroyed?: boolean }, ...rest: unknown[]) => Promise<number>;
    readExtent: (this: Files, ...asked: unknown[]) => Promise<Content>;
    readExtents: (this: Files, ...asked: unknown[]) => Promise<Content>;
  }

  const store: { readonly prototype: Files };
  export = store;
}

declare module 'lokijs' {
  type Done = (error?: Error | null) => void;

  /** All that a service holds, in memory; written as a whole. */
  export interface Database {
    /** Path of its file. */
    readonly filename: string;
    readonly collections: readonly { dirty: boolean }[];
    autosave: boolean;
    autosaveHandle: NodeJS.Timeout | null;
    autosaveDirty: (this: Database) => boolean;
    autosaveEnable: (this: Database) => void;
    autosaveDisable: (this: Database) => void;
    saveDatabase: (this: Database, done?: Done) => void;
    saveDatabaseInternal: (this: Database, done: Done) => void;
    throttledSaveDrain: (this: Database, drained: () => void) => void;
    close: (this: Database, closed?: Done) => void;
  }

  /** Of every database. */
  export const prototype: Database;
}
