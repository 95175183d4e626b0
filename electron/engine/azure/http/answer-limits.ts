// How large the answer to an operation can legitimately be. A server that sends more is cut off, so that no answer fills
// the memory of the process.
import { KiB, MiB } from '@shared/units';
import type { Operation } from '../../metrics/request-record';

/** Code and message of a failure stand at its beginning; the rest is not received. */
export const maxFailureBytes = 64 * KiB;

/** The largest number of entries that one page of a list holds. */
const maxListedEntries = 5_000;
/**
 * Of one entry: a name of 1,024 characters that XML cannot carry (nine bytes each), 8 KiB of metadata with its escapes,
 * ten tags, and about fifty properties.
 */
const maxEntryBytes = 32 * KiB;
const listHeadBytes = MiB;

/**
 * Fixed limits. An entity holds 1 MiB of UTF-16, which is up to three times as long in JSON. A page holds 1,000 entities;
 * the service ends it at 4 MiB, but emulators send all of them. A block list names 150,000 blocks with ids of 88
 * characters. A batch has at most 256 parts, each with a head and a message.
 */
const limits: ReadonlyMap<Operation, number> = new Map([
  ['QueryEntities', 256 * MiB],
  ['GetEntity', 8 * MiB],
  ['InsertEntity', 8 * MiB],
  ['QueryTables', 4 * MiB],
  ['GetBlockList', 40 * MiB],
  ['GetPageRanges', 40 * MiB],
  ['EntityGroupTransaction', 8 * MiB],
  ['BlobBatch', 8 * MiB],
]);
const otherBytes = MiB;

const lists: ReadonlySet<Operation> = new Set(['ListBlobs', 'ListContainers', 'FindBlobsByTags']);

/** @param query encoded; `maxresults` limits a list further */
export function maxAnswerBytes(operation: Operation, query: string): number {
  // A range or a whole blob: whoever receives it knows its length and checks it.
  if (operation === 'GetBlob' || operation === 'QueryBlobContents') return Infinity;
  if (!lists.has(operation)) return limits.get(operation) ?? otherBytes;
  const entries = Number(/(?:^|&)maxresults=(\d{1,4})(?:&|$)/u.exec(query)?.[1] ?? maxListedEntries);
  // A service that does not know the parameter sends full pages.
  return listHeadBytes + Math.max(1_000, Math.min(entries, maxListedEntries)) * maxEntryBytes;
}
