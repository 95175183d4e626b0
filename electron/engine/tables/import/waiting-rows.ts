// Limits the distance in the input between the rows in progress.
import type { Durability } from '../../journal/journal-file';

/** Rows that wait for others of their partition are sent after this many rows, in an incomplete batch. */
export const rowsBetweenFlushes = 30_000;

/** The number of rows whose records may be lost in a power cut. */
export const rowsBetweenSyncs = 30_000;

/**
 * Rows that an earlier run may have written without a record are at most this many rows after the last recorded one:
 * everything before the last flush but one is settled, a little is in flight, and the last notes may be lost.
 */
export const doubtfulRows = 3 * rowsBetweenFlushes + rowsBetweenSyncs;

/** Determines how durably each record of settled rows has to be written. */
export class SyncedNotes {
  #unsynced = 0;

  next(rows: number): Durability {
    this.#unsynced += rows;
    if (this.#unsynced < rowsBetweenSyncs) return 'lazy';
    this.#unsynced = 0;
    return 'synced';
  }
}
