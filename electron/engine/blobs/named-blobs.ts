// Blobs of known names, found by few listings: where names lie close together they share pages.
import type { BlobItem, BlobListing } from '@shared/model/blob';

/** A page of the blobs whose names begin so, in the order of names: the first, or the one after `marker`. */
export type ListBeginning = (
  prefix: string,
  pageSize: number,
  marker: string | undefined,
) => Promise<Pick<BlobListing, 'blobs' | 'marker'>>;

const largestPage = 5000;
/** A page takes the service about as long as this many requests for one name. */
const worthAPage = 20;

/**
 * The wanted blobs of one request after the other, in no order; names that are not there give nothing. Pages are walked
 * where enough of what they hold is wanted; elsewhere the names are parted where they begin to differ, down to a request
 * for each.
 */
export async function* namedBlobs(
  names: readonly string[],
  list: ListBeginning,
): AsyncGenerator<readonly BlobItem[], void, undefined> {
  const groups: (readonly string[])[] = [[...new Set(names)].sort()];
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    if (group.length <= worthAPage) {
      for (const name of group) {
        // A name comes before all that it begins.
        const { blobs } = await list(name, 1, undefined);
        yield blobs.filter((blob) => blob.name === name);
      }
      continue;
    }
    const open = new Set(group);
    const prefix = group[0]?.slice(0, sharedLength(group)).replace(/[\ud800-\udbff]$/u, '') ?? '';
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

/** Of sorted names, all others lie between the first and the last. */
function sharedLength(sorted: readonly string[]): number {
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length += 1;
  return length;
}

function partedWhereTheyDiffer(sorted: readonly string[]): readonly (readonly string[])[] {
  const at = sharedLength(sorted);
  const parts = new Map<string, string[]>();
  for (const name of sorted) {
    const part = parts.get(name.charAt(at));
    if (part) part.push(name);
    else parts.set(name.charAt(at), [name]);
  }
  return [...parts.values()];
}
