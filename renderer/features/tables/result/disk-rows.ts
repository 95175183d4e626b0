// The storage for packed rows outside memory: the window's own database, cleared of an earlier window's data before its
// first use.
import type { PackedRows } from '@shared/rows/packed-rows';

export interface RowStore {
  /** Rejects when there is no room or no store; the rows then stay where they are. */
  write(block: number, rows: PackedRows): Promise<void>;
  read(block: number): Promise<PackedRows>;
  /** Forgets everything that was written here. */
  clear(): Promise<void>;
}

const databaseName = 'loaded-rows';
const storeName = 'blocks';

let opening: Promise<IDBDatabase> | undefined;
let stores = 0;

/** A part of the database for one result. */
export function createDiskRows(): RowStore {
  stores += 1;
  const owner = stores;
  return {
    async write(block, rows) {
      await finished((await blocks('readwrite')).put(rows, [owner, block]));
    },
    async read(block) {
      const rows: unknown = await finished((await blocks('readonly')).get([owner, block]));
      if (!isPackedRows(rows)) throw new Error(`Block ${block} of the loaded rows is not on disk.`);
      return rows;
    },
    async clear() {
      if (opening === undefined) return;
      await finished((await blocks('readwrite')).delete(IDBKeyRange.bound([owner], [owner, []])));
    },
  };
}

async function blocks(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opening ??= openEmpty();
  const database = await opening;
  return database.transaction(storeName, mode).objectStore(storeName);
}

async function openEmpty(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  const database = await finished(request);
  await finished(database.transaction(storeName, 'readwrite').objectStore(storeName).clear());
  return database;
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The loaded rows could not be stored.'));
  });
}

/** Only this module writes there; what another version wrote is cleared before the first read. */
function isPackedRows(value: unknown): value is PackedRows {
  return typeof value === 'object' && value !== null && 'count' in value && 'columns' in value;
}
