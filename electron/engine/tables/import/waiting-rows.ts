// Limits how far apart in the input the rows in progress may be.
import type { Durability } from '../../journal/journal-file';

/** Rows that wait for others of their partition are sent after this many rows, with what there is. */
export const rowsBetweenFlushes = 30_000;

/** Notes of that many rows may be lost when the machine loses power. */
export const rowsBetweenSyncs = 30_000;

/**
 * Rows that an earlier run may have written without a record are at most this many rows after the last recorded one:
 * everything before the last flush but one is settled, a little is in flight, and the last notes may be lost.
 */
export const doubtfulRows = 3 * rowsBetweenFlushes + rowsBetweenSyncs;

/** Tells how durable each note of settled rows has to be. */
export class SyncedNotes {
  #unsynced = 0;

  next(rows: number): Durability {
    this.#unsynced += rows;
    if (this.#unsynced < rowsBetweenSyncs) return 'lazy';
    this.#unsynced = 0;
    return 'synced';
  }
}
