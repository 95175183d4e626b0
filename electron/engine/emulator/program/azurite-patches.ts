// Fixes for Azurite that replace some of its methods; each fix states what happens without it. Must be loaded before
// Azurite.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import fileStore from 'azurite/dist/src/common/persistence/FSExtentStore.js';
import metadataStore from 'azurite/dist/src/common/persistence/LokiExtentMetadataStore.js';
import orchestrator from 'azurite/dist/src/table/batch/TableBatchOrchestrator.js';
import { LokiFsAdapter as fileAdapter } from 'lokijs';

// Requests that are aborted half-way, as when the user cancels. Unpatched, Azurite waits forever for a body whose
// connection was closed before the body was next in the queue. That occupies one of its fifty write slots, and after
// fifty of them the store accepts no more blobs. Also, files that were opened for a response stay open when the client
// no longer reads it.
const { prototype: files } = fileStore;
const { streamPipe, readExtent, readExtents } = files;

type Content = Awaited<ReturnType<typeof readExtent>>;

/** Rejects if the body ended before it was read: it would never emit anything, not even its end. */
files.streamPipe = function (body, ...rest) {
  if (body.destroyed === true) return Promise.reject(new Error('The connection was closed before its body was read.'));
  return streamPipe.call(this, body, ...rest);
};

files.readExtent = async function (...requested) {
  return closedWithAnswer(await readExtent.apply(this, requested));
};

files.readExtents = async function (...requested) {
  return closedWithAnswer(await readExtents.apply(this, requested));
};

/** The response may be closed before the file has been read to its end. */
function closedWithAnswer(content: Content): Content {
  const { pipe } = content;
  content.pipe = (answer: Writable) => {
    if (answer.destroyed) content.destroy();
    else answer.once('close', () => content.destroy());
    return pipe.call(content, answer);
  };
  return content;
}

// Contents that are on disk but unknown to Azurite are registered at start. Azurite records which blobs exist and which
// files hold their contents at different times: if it is killed in between, a blob whose upload it acknowledged can no
// longer be read, although all its bytes are there.
const { prototype: known } = metadataStore;
const { init } = known;

const folders: Readonly<Record<string, string>> = {
  '__azurite_db_blob_extent__.json': '__blobstorage__',
  '__azurite_db_queue_extent__.json': '__queuestorage__',
};
/** The only location that Azurite uses unless configured otherwise, which nothing here does. */
const locationId = 'Default';

known.init = async function () {
  await init.call(this);
  const folder = folders[basename(this.lokiDBPath)];
  if (folder === undefined || !(this.db.persistenceAdapter instanceof fileAdapter)) return;
  const path = join(dirname(this.lokiDBPath), folder);
  // Azurite's own garbage collection removes those that no blob refers to.
  for (const id of await readdir(path).catch(() => [])) {
    const [isKnown] = (await this.listExtents(id, 1, 0))[0];
    if (isKnown !== undefined) continue;
    const { size, mtimeMs } = await stat(join(path, id));
    await this.updateExtent({ id, locationId, path: id, size, lastModifiedInMS: mtimeMs });
  }
};

// The row of an operation in a table transaction. Azurite matches the longest text between the parts of the address:
// for a RowKey that begins with a comma or contains `',`, the first half of the RowKey becomes part of the
// PartitionKey, so that a different row is stored, changed or deleted, with success; and an empty RowKey counts as
// missing.
const { prototype: transactions } = orchestrator;
const { extractRequestPartitionKey, extractRequestRowKey } = transactions;

/** Quotes within a key are doubled. */
const keysInAddress = /\(PartitionKey='((?:[^']|'')*)',RowKey='((?:[^']|'')*)'\)$/;

/** In the order of the address; null where the operation has its keys in its body. */
function keysOf(address: string): readonly [string, string] | null {
  const [, partitionKey, rowKey] = keysInAddress.exec(decodeURIComponent(address)) ?? [];
  if (partitionKey === undefined || rowKey === undefined) return null;
  return [partitionKey.replaceAll("''", "'"), rowKey.replaceAll("''", "'")];
}

transactions.extractRequestPartitionKey = function (operation) {
  return keysOf(operation.getUrl())?.[0] ?? extractRequestPartitionKey.call(this, operation);
};

transactions.extractRequestRowKey = function (operation) {
  return keysOf(operation.getUrl())?.[1] ?? extractRequestRowKey.call(this, operation);
};
