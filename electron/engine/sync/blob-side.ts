// A prefix of a container as one listing in the order of its names. The markers of folders are listed on request, each by
// the name of its folder, whatever it is called itself.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { Account } from '../azure/account';
import { walkFiles, walkLevel } from '../blobs/folder-markers';
import { readBlobProperties } from '../blobs/properties';
import { detachSubstring } from '../runtime/detach-substring';
import {
  type AnyItem,
  type BlobSideItem,
  type SideDepth,
  type SideFolders,
  type SidePage,
  type SyncSide,
  compareNames,
} from './sides';

export interface BlobSideOptions {
  /** Called for each page of the listing. */
  readonly onRequest?: (() => void) | undefined;
  readonly depth?: SideDepth;
  readonly folders?: SideFolders;
}

export class BlobSide implements SyncSide {
  readonly where: string;
  readonly folders: string[] = [];
  readonly #depth: SideDepth;
  readonly #lists: SideFolders;
  readonly etags: 'content' | 'version';
  readonly #account: Account;
  readonly #container: string;
  readonly #prefix: string;
  readonly #onRequest: () => void;
  readonly md5Of?: SyncSide['md5Of'];

  /** `prefix`: empty, or ending in `/`. */
  constructor(
    account: Account,
    container: string,
    prefix: string,
    { onRequest = () => undefined, depth = 'all', folders = 'ignored' }: BlobSideOptions = {},
  ) {
    this.#lists = folders;
    this.#depth = depth;
    this.#account = account;
    this.#container = container;
    this.#prefix = prefix;
    this.#onRequest = onRequest;
    this.where = `${container}/${prefix}`;
    this.etags = account.descriptor.credential.kind === 's3' ? 'content' : 'version';
    if (this.etags === 'content') this.md5Of = (item, signal) => this.#readMd5(item, signal);
  }

  async *list(signal: AbortSignal): AsyncGenerator<SidePage, void, undefined> {
    const request = { container: this.#container, prefix: this.#prefix, signal };
    const pages = this.#depth === 'all' ? walkFiles(this.#account, request) : walkLevel(this.#account, request);
    const marked = new MarkerOrder();
    for await (const { blobs, markers, folders = [] } of pages) {
      this.#onRequest();
      for (const folder of folders) this.folders.push(detachSubstring(folder.slice(this.#prefix.length)));
      const items = blobs.map((blob) => this.#itemOf(blob));
      if (this.#lists === 'ignored') yield { items, asides: [] };
      else
        yield {
          items: marked.page(items, markers.map((marker) => this.#folderOf(marker)).filter(isBelowRoot)),
          asides: [],
        };
    }
    yield { items: marked.end(), asides: [] };
  }

  /** The properties of an object tell whether its ETag is an MD5. Whoever may not read them learns nothing. */
  async #readMd5({ name }: AnyItem, signal: AbortSignal): Promise<string> {
    try {
      return (await readBlobProperties(this.#account, this.#container, this.#prefix + name, signal)).contentMd5;
    } catch (thrown) {
      signal.throwIfAborted();
      const { kind } = StowageError.from(thrown);
      if (kind === 'auth' || kind === 'notFound') return '';
      throw thrown;
    }
  }

  #folderOf(marker: BlobItem): BlobSideItem {
    const item = this.#itemOf(marker);
    return { ...item, name: item.name.endsWith('/') ? item.name : `${item.name}/`, isFolder: true };
  }

  #itemOf(listed: BlobItem): BlobSideItem {
    const { bytes, lastModified, fileModified, etag, sourceEtag, contentMd5 } = listed;
    const name = detachSubstring(listed.name);
    return {
      at: 'blob',
      name: name.slice(this.#prefix.length),
      bytes,
      modifiedMs: Date.parse(fileModified ?? lastModified),
      timeOf: fileModified === undefined ? 'write' : 'content',
      etag: detachSubstring(etag),
      sourceEtag: sourceEtag === undefined ? undefined : detachSubstring(sourceEtag),
      contentMd5: detachSubstring(contentMd5),
      blob: { ...listed, name },
    };
  }
}

/** The root of a side may be marked too. */
const isBelowRoot = ({ name }: AnyItem): boolean => name !== '/';

/**
 * Puts the markers of a listing among its objects by the names of their folders. A marker without a slash at its end is
 * listed before others, such as `a.txt` between `a` and `a/`, and waits for its turn.
 */
class MarkerOrder {
  #waiting: readonly BlobSideItem[] = [];
  #last: string | null = null;

  page(items: readonly BlobSideItem[], folders: readonly BlobSideItem[]): readonly BlobSideItem[] {
    if (folders.length === 0 && this.#waiting.length === 0) return items;
    const waiting = [...this.#waiting, ...folders];
    const listed = [...items.map(({ name }) => name), ...folders.map(({ name }) => name.slice(0, -1))];
    const last = listed.reduce((one, other) => (compareNames(one, other) > 0 ? one : other), '');
    const isDue = ({ name }: BlobSideItem): boolean => compareNames(name, last) <= 0;
    this.#waiting = waiting.filter((item) => !isDue(item));
    return this.#ordered([...items, ...waiting.filter(isDue)]);
  }

  end(): readonly BlobSideItem[] {
    return this.#ordered([...this.#waiting]);
  }

  /** A folder may have two markers, and an object with contents may have the name of one: the first counts. */
  #ordered(items: BlobSideItem[]): readonly BlobSideItem[] {
    const sorted = items.sort((one, other) => compareNames(one.name, other.name));
    return sorted.filter(({ name }) => {
      const isFirst = name !== this.#last;
      this.#last = name;
      return isFirst;
    });
  }
}
