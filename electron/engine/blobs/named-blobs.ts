// Finds blobs of known names with few list requests: names that are close together share pages.
import { TokenProgress } from '@shared/token-progress';
import type { BlobItem, BlobListing } from '@shared/model/blob';
import { partedWhereTheyDiffer, sharedPrefix } from './name-groups';

/** A page of blobs whose names start with `prefix`, in name order: the first page, or the one after `marker`. */
export type ListBeginning = (
  prefix: string,
  pageSize: number,
  marker: string | undefined,
) => Promise<Pick<BlobListing, 'blobs' | 'marker'>>;

const largestPage = 5000;
/** One full page costs the service about as much as this many requests for single names. */
const worthAPage = 20;

/**
 * Yields the wanted blobs of one request after another, in no order; missing names yield nothing. Where enough of a
 * page is wanted, whole pages are read. Otherwise the names are split where they begin to differ, down to one request
 * per name.
 */
export async function* namedBlobs(
  names: readonly string[],
  list: ListBeginning,
): AsyncGenerator<readonly BlobItem[], void, undefined> {
  const groups: (readonly string[])[] = [[...new Set(names)].sort()];
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    if (group.length <= worthAPage) {
      for (const name of group) yield await exactlyNamed(name, list);
      continue;
    }
    const open = new Set(group);
    const prefix = sharedPrefix(group);
    let marker: string | undefined;
    let found: readonly BlobItem[];
    do {
      const page = await list(prefix, largestPage, marker);
      found = page.blobs.filter(({ name }) => open.delete(name));
      yield found;
      marker = page.marker ?? undefined;
    } while (marker !== undefined && found.length >= worthAPage && open.size > 0);
    if (marker !== undefined) groups.push(...partedWhereTheyDiffer([...open]));
  }
}

/** A name precedes all longer names that start with it. But a page may be empty although the list continues. */
async function exactlyNamed(name: string, list: ListBeginning): Promise<readonly BlobItem[]> {
  let page = await list(name, 1, undefined);
  const progress = new TokenProgress({ blob: name });
  while (page.blobs.length === 0 && page.marker !== null) {
    progress.follow(page.marker, 0);
    page = await list(name, 1, page.marker);
  }
  return page.blobs.filter((blob) => blob.name === name);
}
