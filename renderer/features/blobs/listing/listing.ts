// What has been listed of one folder until now: pages appended in the service's order, and sorted views of them. Pure;
// fetching is in listing-store.ts.
import type { BlobItem, BlobListing } from '@shared/model/blob';
import type { DeletedBlob } from '@shared/model/deleted-blobs';
import { type KeyList, type Selection, isAllOf } from './selection';

export type ListingEntry =
  | { readonly kind: 'folder'; readonly name: string }
  | {
      readonly kind: 'blob';
      readonly name: string;
      readonly item: BlobItem;
      /** Only of a blob that is deleted and retained. */
      readonly deleted?: Pick<DeletedBlob, 'deletedAt' | 'remainingDays' | 'version'>;
    };

export interface Listing {
  /** In the order in which the service listed them; a folder once. */
  readonly entries: readonly ListingEntry[];
  /** Folders of the last page: the service may return one of them again. */
  readonly lastFolders: readonly string[];
  readonly folderCount: number;
  readonly blobCount: number;
  readonly blobBytes: number;
  readonly pages: number;
  /** Null when the listing is complete. */
  readonly marker: string | null;
}

export type SortColumn = 'name' | 'size' | 'modified' | 'tier' | 'type';
/** `service`: as listed. Any other order sorts what is listed until now. */
export type SortOrder = 'service' | { readonly column: SortColumn; readonly direction: 'ascending' | 'descending' };

export const emptyListing: Listing = {
  entries: [],
  lastFolders: [],
  folderCount: 0,
  blobCount: 0,
  blobBytes: 0,
  pages: 0,
  marker: null,
};

export function addPage(listing: Listing, page: BlobListing): Listing {
  const known = new Set(listing.lastFolders);
  const folders = page.folders
    .filter((name) => !known.has(name))
    .map((name): ListingEntry => ({ kind: 'folder', name }));
  // A cache or proxy in between may repeat the end of a page.
  const last = listing.entries.findLast(({ kind }) => kind === 'blob')?.name;
  const listed = page.blobs.filter(({ name }) => name !== last);
  const blobs = listed.map((item): ListingEntry => ({ kind: 'blob', name: item.name, item }));
  return {
    entries: listing.entries.concat(inServiceOrder(folders, blobs)),
    lastFolders: page.folders.length > 0 ? page.folders : listing.lastFolders,
    folderCount: listing.folderCount + folders.length,
    blobCount: listing.blobCount + blobs.length,
    blobBytes: listing.blobBytes + listed.reduce((sum, blob) => sum + blob.bytes, 0),
    pages: listing.pages + 1,
    marker: page.marker,
  };
}

/** The listing without entries that were deleted. */
export function withoutEntries(listing: Listing, gone: readonly ListingEntry[]): Listing {
  if (gone.length === 0) return listing;
  const keys = new Set(gone.map(entryKey));
  const isGone = (entry: ListingEntry): boolean => keys.has(entryKey(entry));
  const leaving = listing.entries.filter(isGone);
  const blobs = leaving.flatMap((entry) => (entry.kind === 'blob' ? [entry.item] : []));
  return {
    ...listing,
    entries: listing.entries.filter((entry) => !isGone(entry)),
    folderCount: listing.folderCount - (leaving.length - blobs.length),
    blobCount: listing.blobCount - blobs.length,
    blobBytes: listing.blobBytes - blobs.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export function isComplete(listing: Listing): boolean {
  return listing.pages > 0 && listing.marker === null;
}

/** A folder and a blob may share a name (`a/` as prefix and as marker blob); a blob's key is its name. */
export function entryKey({ kind, name }: Pick<ListingEntry, 'kind' | 'name'>): string {
  return kind === 'folder' ? `${name}${folderMark}` : name;
}

/** No name contains it: a request cannot carry it. */
const folderMark = '\0';

/** The keys of the entries, without holding a million of them; the same ones for the same entries. */
export function keysOf(entries: readonly ListingEntry[]): KeyList {
  const known = knownKeys.get(entries) ?? newKeysOf(entries);
  knownKeys.set(entries, known);
  return known;
}

const knownKeys = new WeakMap<readonly ListingEntry[], KeyList>();

function newKeysOf(entries: readonly ListingEntry[]): KeyList {
  return {
    length: entries.length,
    at: (index) => {
      const entry = entries[index];
      return entry && entryKey(entry);
    },
    indexOf: (key) => {
      const kind = key.endsWith(folderMark) ? 'folder' : 'blob';
      const name = kind === 'folder' ? key.slice(0, -1) : key;
      return entries.findIndex((entry) => entry.name === name && entry.kind === kind);
    },
  };
}

/** What of the entries is selected, in their order. */
export function selectedOf(entries: readonly ListingEntry[], selection: Selection): readonly ListingEntry[] {
  const { selected, current, currentIndex } = selection;
  if (isAllOf(selection, keysOf(entries))) return entries;
  const hinted = entries[currentIndex];
  // One row after another by the arrow keys must not walk through a million each time.
  if (selected.size === 1 && hinted && current === entryKey(hinted) && selected.has(current)) return [hinted];
  return selected.size === 0 ? [] : entries.filter((entry) => selected.has(entryKey(entry)));
}

/** Those whose name below `prefix` contains the text, ignoring case. */
export function entriesWith(entries: readonly ListingEntry[], text: string, prefix: string): readonly ListingEntry[] {
  if (text === '') return entries;
  const wanted = text.toLowerCase();
  return entries.filter(({ name }) => name.toLowerCase().includes(wanted, prefix.length));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** Locale-aware comparison takes too long for more. */
const maxCollated = 100_000;

/** Bytes below a folder; undefined where they were not counted. */
export type FolderBytes = (prefix: string) => number | undefined;

/** Folders first, then by the column; equal values by name. Entries without a value stay in the order of names. */
export function sortEntries(
  entries: readonly ListingEntry[],
  order: SortOrder,
  folderBytes: FolderBytes = () => undefined,
): readonly ListingEntry[] {
  if (order === 'service') return entries;
  const sign = order.direction === 'ascending' ? 1 : -1;
  const compareNames = entries.length > maxCollated ? ordinal : collated;
  return [...entries].sort((a, b) => {
    if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1;
    if (order.column !== 'name') {
      const byColumn = compareBy(order.column, a, b, folderBytes);
      if (byColumn !== 0) return sign * byColumn;
    }
    const byName = compareNames(a.name, b.name);
    return order.column === 'name' ? sign * byName : byName;
  });
}

function compareBy(
  column: Exclude<SortColumn, 'name'>,
  a: ListingEntry,
  b: ListingEntry,
  folderBytes: FolderBytes,
): number {
  if (a.kind === 'folder' || b.kind === 'folder')
    return column === 'size' ? (folderBytes(a.name) ?? -1) - (folderBytes(b.name) ?? -1) : 0;
  switch (column) {
    case 'size':
      return a.item.bytes - b.item.bytes;
    case 'modified':
      return ordinal(a.item.lastModified, b.item.lastModified);
    case 'tier':
      return ordinal(a.item.tier, b.item.tier);
    case 'type':
      return ordinal(a.item.contentType, b.item.contentType);
  }
}

function collated(a: string, b: string): number {
  return collator.compare(a, b) || ordinal(a, b);
}

function ordinal(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Folders and blobs arrive as two lists, each ordered by name; the service interleaves them so. */
function inServiceOrder(folders: readonly ListingEntry[], blobs: readonly ListingEntry[]): readonly ListingEntry[] {
  const merged: ListingEntry[] = [];
  let folder = 0;
  for (const blob of blobs) {
    for (let next = folders[folder]; next && ordinal(next.name, blob.name) <= 0; next = folders[folder]) {
      merged.push(next);
      folder += 1;
    }
    merged.push(blob);
  }
  return [...merged, ...folders.slice(folder)];
}
