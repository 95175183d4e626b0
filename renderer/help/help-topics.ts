// Names for the topics of the guide that parts of the window link to; a test checks that they exist.

export const helpTopics = {
  connect: 'connect',
  rows: 'find-rows-without-reading-the-whole-table',
  diagnostics: 'look-at-a-diagnostics-table',
  changes: 'change-rows',
  tables: 'change-copy-and-compare-whole-tables',
  tableFiles: 'bring-files-into-tables-and-back',
  blobs: 'browse-containers-and-blobs',
  blob: 'look-into-a-blob',
  blobDetails: 'change-the-details-of-a-blob',
  transfers: 'move-files',
  transfer: 'follow-one-transfer',
  monitor: 'watch-the-service',
  lab: 'measure',
  cost: 'what-does-this-cost',
  settings: 'set-it-up-for-yourself',
  network: 'behind-a-proxy-offline-elsewhere',
  keys: 'keys-for-everything',
} as const;

export type HelpTopic = (typeof helpTopics)[keyof typeof helpTopics];
