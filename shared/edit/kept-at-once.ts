// How much of what is staged is kept in one call.

/** Edits; more go in several calls, because an entity may take 1 MiB. */
export const mostKeptAtOnce = 100;
