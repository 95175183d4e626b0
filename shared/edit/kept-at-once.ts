// The maximum number of staged changes that one call saves.

/** Edits; more go in several calls, because an entity may take 1 MiB. */
export const mostKeptAtOnce = 100;
