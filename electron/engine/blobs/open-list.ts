// A list of names while it is read: its current page, and its position.
import type { BlobItem } from '@shared/model/blob';
import { TokenProgress } from '@shared/token-progress';
import { detachSubstring } from '../runtime/detach-substring';

/** A blob as a list shows it. */
export interface ListedBlob {
  readonly blob: BlobItem;
  readonly isMarker: boolean;
}

export interface PageRequest {
  readonly prefix: string;
  /** `folders`: without what lies in folders below the prefix. `flat`: every blob that starts with it. */
  readonly depth: 'folders' | 'flat';
  readonly pageSize: number;
  readonly marker: string | undefined;
}

/** In name order. */
export interface NamesPage {
  readonly blobs: readonly ListedBlob[];
  /** Other entries: folders, and blobs that only a lookup identifies. */
  readonly others: readonly string[];
  readonly marker: string | null;
}

export class OpenList {
  readonly #from: Pick<PageRequest, 'prefix' | 'depth'>;
  readonly #request: (request: PageRequest) => Promise<NamesPage>;
  #page: ReadonlyMap<string, ListedBlob> = new Map();
  #marker: string | null | undefined;
  /** The last name before the current page; empty on the first one. */
  #before = '';
  #last = '';
  readonly #progress = new TokenProgress({});

  constructor(from: Pick<PageRequest, 'prefix' | 'depth'>, requestPage: (request: PageRequest) => Promise<NamesPage>) {
    this.#from = from;
    this.#request = requestPage;
  }

  /** The last name that was listed, of whatever; the prefix until there is one. */
  get last(): string {
    return this.#last || this.#from.prefix;
  }

  get isOver(): boolean {
    return this.#marker === null;
  }

  /** Whether these sorted names are all on its current page or behind it, if they are anywhere. */
  covers(depth: PageRequest['depth'], names: readonly string[]): boolean {
    const [first = '', last = ''] = [names[0], names.at(-1)];
    const { prefix } = this.#from;
    return (
      depth === this.#from.depth &&
      first > this.#before &&
      first.startsWith(prefix) &&
      last.startsWith(prefix) &&
      (depth === 'flat' || !first.includes('/', prefix.length))
    );
  }

  /** Reads the next page. Returns how many entries it has; that may be none although the list continues. */
  async next(pageSize: number): Promise<number> {
    const { blobs, others, marker } = await this.#request({
      ...this.#from,
      pageSize,
      marker: this.#marker ?? undefined,
    });
    if (marker !== null) this.#progress.follow(marker, blobs.length + others.length);
    this.#before = this.#last;
    this.#marker = marker;
    this.#page = new Map(blobs.map((one) => [one.blob.name, one]));
    for (const name of [blobs.at(-1)?.blob.name ?? '', others.at(-1) ?? '']) if (name > this.#last) this.#last = name;
    return blobs.length + others.length;
  }

  /** Adds what the current page shows of sorted names that it covers. Returns those that can only be behind it. */
  take(names: readonly string[], found: Map<string, ListedBlob>): readonly string[] {
    for (const name of names) {
      const one = this.#page.get(name);
      if (one !== undefined) found.set(name, detachedBlob(name, one));
    }
    if (this.isOver) return [];
    const at = names.findIndex((name) => name > this.#last && !found.has(name));
    return at === -1 ? [] : names.slice(at);
  }
}

/** Without the text of the page, which would stay in memory with it. */
function detachedBlob(name: string, { blob, isMarker }: ListedBlob): ListedBlob {
  const { etag, contentType, contentMd5, tier } = blob;
  const own = {
    etag: detachSubstring(etag),
    contentType: detachSubstring(contentType),
    contentMd5: detachSubstring(contentMd5),
  };
  return { blob: { ...blob, name, ...own, tier: detachSubstring(tier) }, isMarker };
}
