// What of one folder has been listed so far: pages appended in the service's order, and sorted views of it.
// Pure; fetching lives in listing-store.ts.
import type { BlobItem, BlobListing } from '@shared/model/blob';

export type ListingEntry =
  | { readonly kind: 'folder'; readonly name: string }
  | { readonly kind: 'blob'; readonly name: string; readonly item: BlobItem };

export interface Listing {
  /** In the order in which the service listed them; a folder once. */
  readonly entries: readonly ListingEntry[];
  readonly folderCount: number;
  readonly blobCount: number;
  readonly blobBytes: number;
  readonly pages: number;
  /** Null when the listing is complete. */
  readonly marker: string | null;
}

export type SortColumn = 'name' | 'size' | 'modified' | 'tier' | 'type';
/** `service`: as listed, the only order that is true while pages are missing. */
export type SortOrder = 'service' | { readonly column: SortColumn; readonly direction: 'ascending' | 'descending' };

export const emptyListing: Listing = {
  entries: [],
  folderCount: 0,
  blobCount: 0,
  blobBytes: 0,
  pages: 0,
  marker: null,
};

export function addPage(listing: Listing, page: BlobListing): Listing {
  const known = new Set(listing.entries.flatMap((entry) => (entry.kind === 'folder' ? [entry.name] : [])));
  const folders = page.folders
    .filter((name) => !known.has(name))
    .map((name): ListingEntry => ({ kind: 'folder', name }));
  const blobs = page.blobs.map((item): ListingEntry => ({ kind: 'blob', name: item.name, item }));
  return {
    entries: [...listing.entries, ...inServiceOrder(folders, blobs)],
    folderCount: listing.folderCount + folders.length,
    blobCount: listing.blobCount + blobs.length,
    blobBytes: listing.blobBytes + page.blobs.reduce((sum, blob) => sum + blob.bytes, 0),
    pages: listing.pages + 1,
    marker: page.marker,
  };
}

export function isComplete(listing: Listing): boolean {
  return listing.pages > 0 && listing.marker === null;
}

/** A folder and a blob may share a name (`a/` as prefix and as marker blob), so the kind is part of the key. */
export function entryKey(entry: ListingEntry): string {
  return entry.kind === 'folder' ? `folder:${entry.name}` : `blob:${entry.name}`;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folders first, then by the column; equal values by name. Absent values (a folder's size) keep the name order. */
export function sortEntries(entries: readonly ListingEntry[], order: SortOrder): readonly ListingEntry[] {
  if (order === 'service') return entries;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return [...entries].sort((a, b) => {
    if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1;
    if (a.kind === 'blob' && b.kind === 'blob') {
      const byColumn = compareBy(order.column, a.item, b.item);
      if (byColumn !== 0) return sign * byColumn;
    }
    const byName = compareNames(a.name, b.name);
    return order.column === 'name' ? sign * byName : byName;
  });
}

function compareBy(column: SortColumn, a: BlobItem, b: BlobItem): number {
  switch (column) {
    case 'name':
      return compareNames(a.name, b.name);
    case 'size':
      return a.bytes - b.bytes;
    case 'modified':
      return Date.parse(a.lastModified) - Date.parse(b.lastModified);
    case 'tier':
      return collator.compare(a.tier, b.tier);
    case 'type':
      return collator.compare(a.contentType, b.contentType);
  }
}

function compareNames(a: string, b: string): number {
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
