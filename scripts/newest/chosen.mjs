// The tests that run on the newest Node and in the newest Chromium.

/** Of the engine: the built command line, transfers, queries and batches. The rest of the suite would take minutes. */
export const partOfSuite = [
  'electron/engine/engine.integration',
  'electron/engine/blobs/preview/',
  'electron/engine/tables/edit/edits.integration',
  'electron/engine/tables/scan/parallel-azurite.integration',
  'electron/engine/transfers/download',
  'electron/engine/transfers/job-tests/moved/upload.integration',
];

/** Of the window: the journeys that do not use Electron itself, such as its dialogs or the clipboard. */
export const journeys = [
  'accessibility',
  'accessibility-queries',
  'accessibility-results',
  'blob-copy',
  'broken-reading',
  'conflict',
  'connect',
  'container-details',
  'cost-classes',
  'delete-blobs',
  'edit',
  'edit-by-keyboard',
  'filter-text',
  'layouts',
  'many-rows',
  'query',
  'schema',
  'timetable',
  'wad',
];

/**
 * Tests in these journeys that do use it, or that depend on where the adapter is in the page; a title or the start of
 * one.
 */
export const notInChromium = [
  'an import with its plan',
  'the first rows of an import',
  'the bad rows of an import',
  'the table jobs, one done and one failed',
  'the fault log in About',
  'the figures of an hour, copied',
  'the secret is nowhere to be found',
];

/** One table, the same by keyboard, and one container with a real drop. */
export const partOfJourneys = ['query', 'edit-by-keyboard', 'timetable'];
