// The maximum number of staged changes that one call saves.

/** The number of edits; more are saved in several calls, because an entity may take 1 MiB. */
export const maxStoredAtOnce = 100;
