// Limits how far apart in the input the rows in progress may be.

/** Rows that wait for others of their partition are sent after this many rows, with what there is. */
export const rowsBetweenFlushes = 30_000;

/**
 * Rows that an earlier run may have written without a record are at most this many rows after the last recorded one:
 * everything before the last flush but one is settled, and a little is in flight.
 */
export const doubtfulRows = 3 * rowsBetweenFlushes;
