// What the program uses of packages that bring no types: Azurite's entry, which runs as it is read, and the part of its
// database that decides when it is written.
declare module 'azurite/dist/src/azurite.js';

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
