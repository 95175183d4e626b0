// Which row an operation of a table transaction is about, mended. As it comes, Azurite looks for the longest text between
// the words of the address: a RowKey that begins with a comma or holds `',` lends the PartitionKey its first half, so that
// the row is stored, changed or deleted somewhere else, with success; and an empty one is taken for none. To be read
// before Azurite.
import orchestrator from 'azurite/dist/src/table/batch/TableBatchOrchestrator.js';

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
