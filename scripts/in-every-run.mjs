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
  'electron/cli/cluster-nodes.integration.test.ts',
  'electron/cli/cluster-scale.integration.test.ts',
  'electron/cli/hubs-of-window.integration.test.ts',
  'electron/engine/lab/**',
  'electron/engine/emulator/program/program.integration.test.ts',
  'electron/engine/opened/opened-programs.integration.test.ts',
  'electron/engine/s3/**',
  'electron/engine/metrics/monitor-soak.integration.test.ts',
  'electron/engine/sign-in/signed-in-jobs.integration.test.ts',
  'electron/engine/tables/ignored-options.integration.test.ts',
  'electron/engine/tables/packed-pages.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/block-count.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/many-files.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/sync-folders.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/copy-fetch.integration.test.ts',
  'electron/engine/transfers/job-tests/moved/trace.integration.test.ts',
  'electron/engine/transfers/job-tests/controlled/timetable.integration.test.ts',
  'electron/engine/transfers/job-tests/controlled/paused-files.integration.test.ts',
  'electron/engine/transfers/job-tests/faults/lost-commit.integration.test.ts',
  'electron/engine/transfers/job-tests/faults/rejected-blobs.integration.test.ts',
  'electron/engine/transfers/job-tests/faults/slow-line.integration.test.ts',
  'electron/engine/transfers/job-tests/faults/unknown-name.integration.test.ts',
  'electron/engine/transfers/job-tests/resumed/half-way.integration.test.ts',
  'electron/engine/tables/bulk/repeated-sends.integration.test.ts',
  'electron/engine/tables/edit/acted-though-busy.integration.test.ts',
  'electron/cli/ignored-prefixes.integration.test.ts',
  'electron/cli/indexes.integration.test.ts',
  'electron/cli/import-messages.integration.test.ts',
  'electron/cli/lab.integration.test.ts',
  'electron/cli/pasted-command.integration.test.ts',
  'electron/cli/resumed-table-jobs.integration.test.ts',
  'electron/cli/silent-service.integration.test.ts',
  'electron/cli/commands/timetable-wait.integration.test.ts',
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
  'counters-beside': [],
  verify: [],
  'hub-jobs': [],
  sync: [],
  opened: [],
  'real-folders': [],
  'container-details': [],
  'two-windows-rows': [],
  accessibility: ['axe finds violations'],
  'accessibility-queries': ['a table with rows and the inspector'],
  'accessibility-results': [],
  'blob-copy': [],
  'blob-details': [],
  'broken-line': [],
  'broken-reading': [],
  bulk: [],
  'cell-editor': [],
  chart: [],
  conflict: [],
  connect: [
    'a connection string is tested and added',
    'a SAS shows its permissions, and opens the resources that it covers',
    'a production connection is read-only until it is unlocked',
    'the secret is nowhere to be found once it was given',
  ],
  'copy-as': [],
  'copy-diff': [],
  'cost-classes': [],
  'crowded-window': [],
  'delete-blobs': ['a folder and a blob are deleted by keyboard, after they were counted'],
  'download-summary': [],
  'drag-out': ['blobs and a folder dragged to another program arrive there as they are stored'],
  'earlier-state': [],
  edit: [
    'one property by keyboard: only it goes out, and every other text stays',
    'insert, clone, rename, convert, delete and other keys',
  ],
  'edit-by-keyboard': [],
  'ended-unasked': [
    'the app is ended by SIGTERM while a cell is edited: the text is staged and restored at the next start',
    'every process of the app is told to end, as when its terminal is closed: the content of its store is preserved',
  ],
  'engine-restart': [],
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
  looks: [],
  'many-and-large': [],
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
  'tabs-and-keys': [],
  timetable: [],
  'transfer-page': [],
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
