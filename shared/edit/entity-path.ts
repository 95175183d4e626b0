// The path of an entity below the endpoint of its account.
import type { EntityKeys } from '../model/edit';

/** `/Table(PartitionKey='…',RowKey='…')`, percent-encoded. Keys must not contain lone surrogates. */
export function entityPath(table: string, key: EntityKeys): string {
  return `/${table}(PartitionKey='${inPath(key.partitionKey)}',RowKey='${inPath(key.rowKey)}')`;
}

const unreserved = /^[A-Za-z0-9._-]*$/;

function inPath(key: string): string {
  if (unreserved.test(key)) return key;
  return encodeURIComponent(key.replaceAll("'", "''")).replaceAll("'", '%27');
}
