// The bytes in front of a value, learned from an earlier row: the type annotation if any, the name, the colon. Rows of
// a table are much alike, so bytes are compared with the expected lead and rarely parsed.
import { type EdmType, edmType } from '@shared/model/entity';
import type { PageBytes } from './page-bytes';

export type LeadRole = 'partition-key' | 'row-key' | 'timestamp' | 'etag' | 'passed-over' | 'property';

export interface Lead {
  readonly name: string;
  readonly role: LeadRole;
  /** Index of the annotated type in the list of types; -1 without an annotation. */
  readonly type: number;
  readonly length: number;
  readonly words: Int32Array;
  /** The last four bytes, which may overlap the last word. */
  readonly lastWord: number;
  /** Index of the property's column; -1 until a row has a value. */
  column: number;
}

export const typeIndexes: ReadonlyMap<string, number> = new Map(edmType.options.map((type, index) => [type, index]));
export const typeIndexOf = (type: EdmType): number => typeIndexes.get(type) ?? -1;

const roles: ReadonlyMap<string, LeadRole> = new Map([
  ['PartitionKey', 'partition-key'],
  ['RowKey', 'row-key'],
  ['Timestamp', 'timestamp'],
  ['odata.etag', 'etag'],
  ['odata.metadata', 'passed-over'],
  ['odata.type', 'passed-over'],
  ['odata.id', 'passed-over'],
  ['odata.editLink', 'passed-over'],
]);

/** Compares at least four bytes of the page, from `start` to `end`. */
export function leadOf({ view }: PageBytes, start: number, end: number, name: string, type: number): Lead {
  const length = end - start;
  const words = new Int32Array(length >> 2);
  for (let at = 0; at < words.length; at += 1) words[at] = view.getInt32(start + 4 * at, true);
  const lastWord = view.getInt32(end - 4, true);
  return { name, role: roles.get(name) ?? 'property', type, length, words, lastWord, column: -1 };
}

export function matchesAt({ view }: PageBytes, lead: Lead, at: number): boolean {
  const { words, length } = lead;
  if (at + length > view.byteLength) return false;
  for (let word = 0; word < words.length; word += 1) {
    if (view.getInt32(at + 4 * word, true) !== words[word]) return false;
  }
  return view.getInt32(at + length - 4, true) === lead.lastWord;
}
