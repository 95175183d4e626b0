// A selection of listed entries as the engine takes it, and in a few words. Pure.
import type { BlobSelection } from '@shared/model/blob-selection';
import { formatCount } from '@shared/units';
import type { ListingEntry } from './listing';
import { leafName } from './path';

export function selectionOf(entries: readonly ListingEntry[]): BlobSelection {
  const named = (kind: ListingEntry['kind']): string[] =>
    entries.filter((entry) => entry.kind === kind).map(({ name }) => name);
  return { names: named('blob'), prefixes: named('folder') };
}

/** `survey.bin`, `folder scans/`, `3 blobs and 2 folders`. */
export function whatIsSelected(entries: readonly ListingEntry[], prefix: string): string {
  const [only] = entries;
  if (only !== undefined && entries.length === 1) {
    const name = leafName(only.name, prefix);
    return only.kind === 'folder' ? `folder ${name}` : name;
  }
  const count = (kind: ListingEntry['kind'], word: string): string[] => {
    const many = entries.filter((entry) => entry.kind === kind).length;
    return many === 0 ? [] : [`${formatCount(many)} ${many === 1 ? word : `${word}s`}`];
  };
  return [...count('blob', 'blob'), ...count('folder', 'folder')].join(' and ');
}
