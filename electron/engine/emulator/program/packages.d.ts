// The parts of untyped packages that the program uses: Azurite's services and their settings, how it writes and reads
// contents and which it knows of, which row an operation is about, and the part of its database that decides when it is
// written.
declare module 'azurite/dist/src/common/Environment.js' {
  /** The options of Azurite's command line. */
  class Environment {
    location(): Promise<string>;
    tableHost(): string;
    tablePort(): number;
    tableKeepAliveTimeout(): number;
    silent(): boolean;
    loose(): boolean;
    skipApiVersionCheck(): boolean;
    cert(): string | undefined;
    key(): string | undefined;
    pwd(): string | undefined;
    oauth(): string | undefined;
    disableProductStyleUrl(): boolean;
    inMemoryPersistence(): boolean;
  }
  export = Environment;
}

declare module 'azurite/dist/src/common/ServerBase.js' {
  import type { Server } from 'node:http';

  export interface Service {
    readonly httpServer: Server;
    start(): Promise<void>;
    close(): Promise<void>;
    /** `http://127.0.0.1:PORT` once it listens. */
    getHttpServerAddress(): string;
  }
}

declare module 'azurite/dist/src/blob/BlobServerFactory.js' {
  import type { Service } from 'azurite/dist/src/common/ServerBase.js';

  export class BlobServerFactory {
    createServer(env: unknown): Promise<Service>;
  }
}

declare module 'azurite/dist/src/table/TableServer.js' {
  import type { Service } from 'azurite/dist/src/common/ServerBase.js';

  const server: new (configuration: unknown) => Service;
  export = server;
}

declare module 'azurite/dist/src/table/TableConfiguration.js' {
  const configuration: new (...settings: readonly unknown[]) => unknown;
  export = configuration;
}

declare module 'azurite/dist/src/table/utils/constants.js' {
  export const DEFAULT_TABLE_LOKI_DB_PATH: string;
}

declare module 'azurite/dist/src/common/ConfigurationBase.js' {
  /** Half of the machine's memory unless an option overrides it. */
  export function setExtentMemoryLimit(env: unknown, log: boolean): void;
}

declare module 'azurite/dist/src/common/Logger.js' {
  export function configLogger(enabled: boolean, path: string | undefined): void;
}

declare module 'azurite/dist/src/common/Telemetry.js' {
  export const AzuriteTelemetryClient: {
    init(location: string, enabled: boolean, env: unknown): void;
  };
}

declare module 'azurite/dist/src/common/persistence/FSExtentStore.js' {
  import type { Writable } from 'node:stream';

  interface Content {
    pipe: (this: Content, answer: Writable) => Writable;
    destroy(): void;
  }

  /** The contents of blobs, in files. */
  interface Files {
    /** Resolves with how many bytes of the body were written: of a request, or of something that already exists. */
    streamPipe: (this: Files, body: { readonly destroyed?: boolean }, ...rest: unknown[]) => Promise<number>;
    readExtent: (this: Files, ...requested: unknown[]) => Promise<Content>;
    readExtents: (this: Files, ...requested: unknown[]) => Promise<Content>;
  }

  const store: { readonly prototype: Files };
  export = store;
}

declare module 'azurite/dist/src/common/persistence/LokiExtentMetadataStore.js' {
  import type { Database } from 'lokijs';

  /** A file with contents of blobs. */
  interface Extent {
    readonly id: string;
    readonly locationId: string;
    readonly path: string;
    readonly size: number;
    readonly lastModifiedInMS: number;
  }

  /** Which of them there are. */
  interface Extents {
    readonly lokiDBPath: string;
    readonly db: Database;
    init: (this: Extents) => Promise<void>;
    listExtents: (id: string, max: number, after: number) => Promise<readonly [readonly Extent[], unknown]>;
    updateExtent: (extent: Extent) => Promise<void>;
  }

  const store: { readonly prototype: Extents };
  export = store;
}

declare module 'azurite/dist/src/table/batch/TableBatchOrchestrator.js' {
  interface Operation {
    getUrl: (this: Operation) => string;
  }

  /** Carries out the operations of a table transaction. */
  interface Transactions {
    extractRequestPartitionKey: (this: Transactions, operation: Operation) => string | undefined;
    extractRequestRowKey: (this: Transactions, operation: Operation) => string | undefined;
  }

  const transactions: { readonly prototype: Transactions };
  export = transactions;
}

declare module 'lokijs' {
  type Done = (error?: Error | null) => void;

  export interface Document {
    readonly $loki: number;
  }

  export interface Collection {
    readonly name: string;
    data: Document[];
    dirty: boolean;
    /** Records in `dirtyIds` the documents that changed and those that were removed. */
    isIncremental: boolean;
    dirtyIds: number[];
    maxId: number;
    readonly binaryIndices: Readonly<Record<string, { dirty: boolean }>>;
    get: (this: Collection, id: number) => Document | null;
    ensureIndex: (this: Collection, property: string, force: boolean) => void;
  }

  /** The part of a database that a file contains. */
  export interface Content {
    readonly collections: readonly Collection[];
    /** The name of the log with the changes since. */
    readonly changes?: string;
  }

  /** All that a service holds, in memory; written as a whole. */
  export interface Database extends Content {
    /** Path of its file. */
    readonly filename: string;
    readonly persistenceAdapter: unknown;
    /** Leaves out what belongs to the running database only. */
    readonly serializeReplacer: (key: string, value: unknown) => unknown;
    /** Passed on to every collection that is created. */
    isIncremental: boolean;
    loadJSONObject: (this: Database, content: Content, options?: object) => void;
    autosaveClearFlags: (this: Database) => void;
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

  interface Adapter {
    /** With its text or a length; null when there is none. */
    loadDatabase: (this: Adapter, path: string, done: (found: string | Content | Error | null) => void) => void;
  }

  /** Stores a database in a file. */
  export const LokiFsAdapter: { new (): Adapter; readonly prototype: Adapter };

  /** Of every database. */
  export const prototype: Database;
}
