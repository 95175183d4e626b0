// The order of rooms that the import rules keep.

/** Folders that are sorted into rooms: each room may import those after it. What puts them together lies beside them. */
const roomsInOrder = {
  // Files beside the folders count as rooms of their own here. From the contract, over what is computed from data, down
  // to the data itself and what all of it is made of.
  shared: [
    ...['ipc', 'monitor', 'lab', 'preflight', 'cost', 'timetable', 'keyboard', 'links', 'sas', 'diff', 'edit'],
    ...[
      'import',
      'indexes',
      'analysis',
      'charting',
      'rows',
      'blob-search',
      'blob-details',
      'failure-causes',
      'query',
      'jobs',
    ],
    ...['commands', 'hub-reason', 'model', 'preview', 'error-text', 'units', 'strings', 'visible-text', 'error-shape'],
    ...['thread-failure', 'token-progress', 'errors', 'redact', 'emulator-environment'],
    ...['map-concurrent', 'serial-queue', 'ambient'],
  ],
  'electron/main': [
    ...[
      'startup',
      'shutdown',
      'desktop',
      'windows',
      'processes',
      'tour',
      'files',
      'network',
      'prompts',
      'page',
      'persisted',
    ],
  ],
  // Beside these lie what puts them together and the ground that all stand on: one request, one page, one entity.
  'electron/engine/tables': [
    ...['copy', 'bulk', 'diff', 'analysis', 'import', 'export', 'edit', 'indexes', 'jobs', 'scan', 'packing'],
  ],
  // Beside these lies what one request to an account goes through: signed, paced, retried.
  'electron/engine/azure': ['sdk', 'http', 'failures'],
  'electron/engine/transfers': [
    ...[
      'job-tests',
      'jobs',
      'preflight',
      'sync',
      'verify',
      'files',
      'threads',
      'progress',
      'worker',
      'md5',
      'plan',
      'pace',
      'records',
    ],
  ],
  'renderer/app': [
    ...['palette', 'help', 'tour', 'openings', 'bars', 'remedies', 'closing', 'window', 'tabs', 'about'],
  ],
  // From what can be done in a container, over what it goes into and out of, down to what is listed and how it is named.
  'renderer/features/blobs': [
    ...['menu', 'preview', 'upload', 'drag-out', 'copy', 'preflight', 'sync', 'verify', 'delete', 'navigation'],
    ...['search', 'deleted', 'details', 'saved', 'rows', 'sizes', 'transfer', 'listing', 'names'],
  ],
  'renderer/features/lab': ['experiment', 'runs', 'result'],
  'renderer/features/monitor': ['verdict', 'requests', 'processes', 'partitions'],
  // From what is asked of a whole table, over how its rows are shown and changed, down to reading them.
  'renderer/features/tables': [
    ...['tab', 'insights', 'import', 'review', 'jobs', 'edits', 'grid', 'query', 'staging', 'result'],
  ],
};

module.exports = { roomsInOrder };
