// The order of rooms that the import rules keep.

/** Folders that are sorted into rooms: each room may import those after it. What puts them together lies beside them. */
const roomsInOrder = {
  'electron/main': [
    ...['ending', 'desktop', 'opening', 'windows', 'processes', 'tour', 'files', 'network', 'page', 'kept'],
  ],
  // Beside these lie what puts them together and the ground that all stand on: one request, one page, one entity.
  'electron/engine/tables': [
    ...['copy', 'bulk', 'diff', 'analysis', 'import', 'export', 'edit', 'jobs', 'pacing', 'scan', 'charting', 'staged'],
  ],
  'electron/engine/transfers': [
    ...['jobs', 'survey', 'verify', 'files', 'threads', 'progress', 'worker', 'plan', 'pace', 'records'],
  ],
};

module.exports = { roomsInOrder };
