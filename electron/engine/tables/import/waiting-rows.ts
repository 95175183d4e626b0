// How far apart the rows that are written may stand in their input.

/** Rows that wait for others of their partition are sent after so many, with what there is. */
export const rowsBetweenFlushes = 30_000;

/**
 * What an earlier run may have written without a note of it lies at most so many rows behind the last that it noted:
 * everything before the last flush but one is settled, and a little is on its way.
 */
export const doubtfulRows = 3 * rowsBetweenFlushes;
