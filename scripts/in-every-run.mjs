// What `npm test` runs of the slow tests, so that it stays below a quarter of an hour on two cores (decision 50).
// `npm run test:all` runs everything.

/**
 * Integration tests that it leaves out: long measurements, rehearsals, and faults that are mostly waited for, whose rules
 * quicker tests check as well.
 */
export const longIntegrationTests = [
  'electron/cli/cluster-actions.integration.test.ts',
  'electron/cli/cluster-faults.integration.test.ts',
  'electron/cli/cluster-more-faults.integration.test.ts',
  'electron/cli/cluster-scale.integration.test.ts',
  'electron/cli/hubs-of-window.integration.test.ts',
  'electron/engine/lab/**',
  'electron/engine/opened/opened-programs.integration.test.ts',
  'electron/engine/s3/**',
  'electron/engine/metrics/monitor-soak.integration.test.ts',
  'electron/engine/tables/ignored-options.integration.test.ts',
  'electron/engine/tables/packed-pages.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/block-count.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/many-files.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/sync-folders.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/copy-fetch.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/trace.integration.test.ts',
  'electron/engine/transfers/job-tests/controlled/timetable.integration.test.ts',
  'electron/engine/transfers/job-tests/faults/lost-commit.integration.test.ts',
  'electron/engine/transfers/job-tests/faults/slow-line.integration.test.ts',
  'electron/engine/transfers/job-tests/faults/unknown-name.integration.test.ts',
  'electron/engine/tables/bulk/repeated-sends.integration.test.ts',
  'electron/engine/tables/edit/acted-though-busy.integration.test.ts',
  'electron/cli/ignored-prefixes.integration.test.ts',
  'electron/cli/indexes.integration.test.ts',
  'electron/cli/pasted-command.integration.test.ts',
  'electron/cli/place-hints.integration.test.ts',
  'electron/cli/silent-service.integration.test.ts',
  'electron/main/tour/**',
];

/**
 * For each spec of journeys of which only a part runs every time, the titles of that part; a spec that is not named runs
 * whole. What stays outside is guarded by tests of components and of the engine as well, or concerns looks in states that
 * people meet rarely. Nothing stays outside that alone guards what a person stores, their secrets, or the limits of the page.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const inEveryRun = {
  indexes: [],
  verify: [],
  sync: [],
  opened: [],
  'real-folders': [],
  'container-details': [],
  'two-windows-rows': [],
  accessibility: ['the monitor', 'the palette', 'the summary before an upload', 'axe finds violations'],
  'accessibility-queries': [
    'a table with rows and the inspector',
    'a review of staged changes, one of them without condition',
  ],
  'accessibility-results': [],
  'blob-copy': [],
  'blob-details': [],
  'broken-reading': [],
  bulk: [],
  'cell-editor': [],
  chart: [],
  conflict: ['a conflict is resolved by picks and written with the new ETag'],
  connect: [
    'a connection string is tested and added',
    'a service that does not answer is named by the test',
    'a SAS shows its permissions, and opens the resources that it covers',
    'a production connection is read-only until it is unlocked',
    'the secret is nowhere to be found once it was given',
  ],
  'copy-diff': [],
  'cost-classes': [],
  'crowded-window': [],
  'delete-blobs': ['a folder and a blob are deleted by keyboard, after they were counted'],
  'download-summary': [],
  'drag-out': ['blobs and a folder dragged to another program arrive there as they are stored'],
  edit: [
    'one property by keyboard: only it goes out, and every other text stays',
    'insert, clone, rename, convert, delete and other keys',
  ],
  'edit-by-keyboard': [],
  'ended-unasked': [
    'the app is ended by SIGTERM while a cell is edited: the text is staged and restored at the next start',
    'every process of the app is told to end, as when its terminal is closed: the content of its store is preserved',
  ],
  'engine-restart': ['a query continues after the engine died during it'],
  export: [],
  'fault-log': [],
  'filter-text': [],
  'find-blobs': [],
  'focus-ring': [],
  hub: [],
  hung: [],
  import: ['a CSV file dropped on a table arrives with keys from an expression and a type that was corrected'],
  'import-drop': [],
  'persisted-files': [],
  keyboard: ['the whole journey by keyboard'],
  lab: [],
  'lab-charts': [],
  languages: [],
  layouts: [],
  looks: ['a table, light', 'a container, dark'],
  'many-and-large': ['an app killed in mid-download downloads only the missing ranges'],
  'many-rows': [],
  monitor: ['a failed request is found in the log, shown in full and saved without secrets'],
  'moved-source': [],
  network: [],
  'on-call': [],
  'one-instance': ['a start while the first one still ends opens nothing there, and is done when that has ended'],
  'open-by-name': ['with a SAS that may read and not list, a table opens by its name'],
  'parallel-scan': [],
  'paste-cells': [],
  'portable-settings': [],
  preview: ['nothing in a blob comes alive'],
  'preview-reading': [],
  'saved-queries': [],
  schema: [],
  'staged-changes': [
    'staged edits survive a kill and a normal quit, are compared with the table, and can be discarded',
  ],
  'status-bar': [],
  'store-beside': [],
  'table-fit': [],
  'tabs-and-keys': ['a key of one’s own works at once, in the palette, the menu and after a restart'],
  timetable: [],
  'transfer-page': ['a paused upload shows its blocks and sends only the missing ones'],
  'two-windows-blobs': [],
  'two-windows-drop': [],
  tour: [
    'npm start: plays the tour to its end without a display, and leaves the settings of the user alone',
    'npm start: never attempts to leave this machine',
  ],
  undo: ['edit, delete and insert are undone, byte for byte'],
  wad: [],
  'waiting-order': [],
  waterfall: [],
  windows: [],
  'activity-indicators': ['an app told to quit shows no dialog and leaves its journal intact'],
};

const escaped = (text) => text.replace(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/** Matches the other journeys, as Playwright names them: the project, the file and the title. */
export const notInEveryRun = Object.entries(inEveryRun).map(([spec, titles]) => {
  const part = titles.length === 0 ? '' : `(?!(?:${titles.map(escaped).join('|')})$)`;
  return new RegExp(String.raw`(?:^| )${escaped(spec)}\.spec\.ts ${part}`, 'u');
});
