// Which journeys `npm test` runs, so that it stays below a quarter of an hour on two cores (decision 50). All of them
// are run by `npm run test:all` and `npm run e2e`.

/**
 * For each spec of which only a part runs every time, the titles of that part; a spec that is not named runs whole. What
 * stays outside is guarded by tests of components and of the engine as well, or concerns looks in states that people
 * meet rarely. Nothing stays outside that alone guards what a person stores, their secrets, or the limits of the page.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const inEveryRun = {
  accessibility: [
    'the transfers open',
    'the monitor',
    'the settings',
    'the palette',
    'adding a connection',
    'a container with properties of a blob',
    'the summary before an upload',
    'axe finds what is wrong',
  ],
  'accessibility-queries': [
    'a table with rows and the inspector',
    'a review of staged changes, one of them without condition',
  ],
  'accessibility-results': ['an import with its plan'],
  'blob-copy': [
    'a blob and a folder are copied into another container by keyboard',
    'what is cut goes to another account, and leaves the first one only then',
  ],
  'blob-details': [
    'headers and metadata are edited, and a change by somebody else is seen before it is overwritten',
    'a snapshot is made, compared, copied back and deleted; a lease is taken and given back',
    'a signature for a blob and one for a table are signed, and open what their sentence says',
  ],
  'broken-reading': [],
  bulk: ['one property of everything that matches, on a production connection'],
  'cell-editor': [],
  chart: ['a few rows as exact points, and as a file'],
  conflict: [
    'a conflict is resolved by picks and written with the new ETag',
    'a transaction that fails names the row, and nothing of it changed',
  ],
  connect: [
    'a connection string is tested and added',
    'a service that does not answer is named by the test',
    'a SAS shows what it allows, and opens what it reaches',
    'a production connection is read-only until it is unlocked',
    'the secret is nowhere to be found once it was given',
  ],
  'copy-diff': [
    'a table copied into a new one, with every row and type',
    'two tables compared, the differences saved, and one made like the other',
  ],
  'cost-classes': [],
  'crowded-window': [],
  'delete-blobs': [
    'a folder and a blob are deleted by keyboard, after they were counted',
    'what the account keeps comes back: at once by an undo, later from the deleted blobs',
  ],
  'drag-out': ['blobs and a folder dragged to another program arrive there as they are stored'],
  edit: [
    'one property by keyboard: only it goes out, and every other text stays',
    'insert, clone, rename, convert, delete and other keys',
    'the selected rows of one partition go in one transaction',
  ],
  'edit-by-keyboard': ['edit, insert, delete, review, apply and undo by keyboard'],
  'ended-unasked': [
    'the app is ended by SIGTERM while a cell is edited: the text is staged and kept for the next start',
    'every process of the app is told to end, as when its terminal is closed: what its store holds is kept',
  ],
  'engine-restart': ['a query goes on after the engine died under it'],
  export: ['a query result is exported in each format, and holds what the server holds'],
  'fault-log': [],
  'find-blobs': [
    'names are searched for in all folders, and what matches is deleted',
    'blobs and folders that are dragged out are fetched, then handed over',
  ],
  'focus-ring': [],
  hung: [],
  import: [
    'a CSV file dropped on a table arrives with keys from an expression and a type that was corrected',
    'bad rows are told before and after, collected, and saved with their reasons',
  ],
  'import-drop': ['cells of a spreadsheet are pasted into the grid, and a file is dropped on the table in the tree'],
  'kept-files': ['a transfer whose journal cannot be read is told of in the queue, and is there once it can be'],
  keyboard: ['the whole journey by keyboard', 'the queue, a job and the dialogs by keyboard'],
  lab: ['a block sweep is run twice, compared and exported'],
  'lab-charts': [],
  languages: [],
  layouts: [],
  looks: ['a table, light', 'a container, dark'],
  'many-rows': [],
  monitor: ['a failed request is found in the log, told in full and saved without secrets'],
  'moved-source': [],
  network: [],
  'on-call': ['which orders of this tenant failed between 10:00 and 10:05, without a mouse'],
  'one-instance': ['a start while the first one still ends opens nothing there, and is done when that has ended'],
  'open-by-name': ['with a SAS that may read and not list, a table opens by its name'],
  'parallel-scan': ['a parallel reading that was stopped goes on in a new page until every row was shown once'],
  'paste-cells': [
    'cells are pasted over cells: typed as their rows have it, one step to take back, exactly them on the wire',
  ],
  'portable-settings': [],
  preview: ['nothing in a blob comes alive', 'what cannot be read says why'],
  'preview-reading': [],
  'saved-queries': ['a token that the service no longer takes is said, with a way back'],
  schema: [],
  'staged-changes': [
    'a tab and the window ask before staged changes would be lost',
    'what is staged outlives a kill and an ordinary end, is compared with the table, and can be taken back',
  ],
  'status-bar': ['rows that do not come because the service throttles say so, and when it is asked again'],
  'store-beside': [],
  'table-fit': [],
  'tabs-and-keys': [],
  timetable: [],
  'transfer-page': [
    'a paused upload shows its blocks and sends only the missing ones',
    'failed files are told by cause, saved as a table, and tried again by cause',
  ],
  'two-windows-blobs': [],
  undo: [
    'edit, delete and insert are undone, byte for byte',
    'what somebody changed since is not restored, and is named',
  ],
  wad: ['an hour of a diagnostics table, as rows, as charts and as figures'],
  'waiting-order': [],
  waterfall: ['the query is copied for other tools'],
  windows: [],
  'work-signs': [
    'a running upload shows on the taskbar, keeps the machine awake and asks before the app ends',
    'an app that is told to end asks nothing and leaves its journal safe',
  ],
};

const escaped = (text) => text.replace(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/** Matches the other journeys, as Playwright names them: the project, the file and the title. */
export const notInEveryRun = Object.entries(inEveryRun).map(([spec, titles]) => {
  const part = titles.length === 0 ? '' : `(?!(?:${titles.map(escaped).join('|')})$)`;
  return new RegExp(String.raw`(?:^| )${escaped(spec)}\.spec\.ts ${part}`, 'u');
});
