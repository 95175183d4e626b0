// Finds blobs of known names in pages of lists when their names are so close together that this takes fewer requests
// than one lookup for each. All remaining names, including missing ones, must be looked up one by one.
import { partedWhereTheyDiffer, sharedPrefix } from './name-groups';
import { type ListedBlob, type NamesPage, OpenList, type PageRequest } from './open-list';

/** A request for a page costs the service, and takes, about as much as this many lookups of single blobs. */
const lookupsPerRequest = 20;
/** And each lookup as much as this many blobs on a page: lookups run concurrently, pages come one by one. */
const listedPerLookup = 20;
const largestPage = 5000;
/** The share of all lookups that lists may cost in vain. The first list is always attempted. */
const maxMissShare = 1 / 8;

interface Group {
  readonly depth: PageRequest['depth'];
  /** Sorted. */
  readonly names: readonly string[];
}

export class ListedNames {
  readonly #request: (request: PageRequest) => Promise<NamesPage>;
  /** The position of the last list: the next names often follow there. */
  #open: OpenList | null = null;
  #names = 0;
  /** As a number of lookups. */
  #inVain = 0;

  constructor(requestPage: (request: PageRequest) => Promise<NamesPage>) {
    this.#request = requestPage;
  }

  /**
   * Adds the blobs of these names that lists contain to `found`. Throws what `requestPage` throws, and retains what was
   * found until then.
   */
  async find(names: readonly string[], found: Map<string, ListedBlob>): Promise<void> {
    const sorted = [...new Set(names)].sort();
    this.#names += sorted.length;
    for (const group of groupsOf(sorted)) await this.#findGroup(group, found);
  }

  async #findGroup({ depth, names }: Group, found: Map<string, ListedBlob>): Promise<void> {
    const groups = [names];
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      const left = this.#open?.covers(depth, group) === true ? this.#open.take(group, found) : group;
      if (left.length <= lookupsPerRequest || this.#inVain > this.#names * maxMissShare) continue;
      const list = this.#listFor(depth, left);
      this.#open = list;
      const listed = await list.next(Math.min(largestPage, left.length * listedPerLookup));
      const before = found.size;
      const rest = list.take(left, found);
      // A page may be empty although the list continues.
      const lost = listed === 0 ? 0 : lookupsPerRequest + listed / listedPerLookup - (found.size - before);
      if (lost <= 0) groups.push(rest);
      else {
        this.#inVain += lost;
        groups.push(...beyond(list, rest));
      }
    }
  }

  /** The open list when its position is among names with the same beginning, else one that begins with them. */
  #listFor(depth: PageRequest['depth'], names: readonly string[]): OpenList {
    const prefix = sharedPrefix(names);
    const open = this.#open;
    const goesOn = open?.covers(depth, names) === true && !open.isOver && open.last.startsWith(prefix);
    return goesOn ? open : new OpenList({ prefix, depth }, this.#request);
  }
}

/**
 * Names of one folder are listed without the contents of folders beside them; the few of many folders with everything
 * between.
 */
function groupsOf(sorted: readonly string[]): readonly Group[] {
  const folders = new Map<string, string[]>();
  for (const name of sorted) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const inside = folders.get(folder);
    if (inside) inside.push(name);
    else folders.set(folder, [name]);
  }
  const groups: Group[] = [];
  const few = new Set<string>();
  for (const names of folders.values()) {
    if (names.length > lookupsPerRequest) groups.push({ depth: 'folders', names });
    else for (const name of names) few.add(name);
  }
  if (few.size > 0) groups.push({ depth: 'flat', names: sorted.filter((name) => few.has(name)) });
  // The last list stays open for the following names.
  return groups.sort((a, b) => ((a.names.at(-1) ?? '') < (b.names.at(-1) ?? '') ? -1 : 1));
}

/**
 * Groups that a new list reaches at once. Those near the position of an unproductive list do not deserve more of it.
 */
function beyond({ last }: OpenList, names: readonly string[]): readonly (readonly string[])[] {
  if (names.length === 0) return [];
  if (!last.startsWith(sharedPrefix(names))) return [names];
  return partedWhereTheyDiffer(names)
    .filter((part) => !last.startsWith(sharedPrefix(part)))
    .reverse();
}
