// The two ends of a comparison, whatever they are: a folder on disk or a prefix of a container, each as one listing in the
// order of the UTF-8 bytes of its names, page by page. A store joins by implementing `SyncSide`.
import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import { t } from '@shared/strings/t';
import { localError, systemCodeOf } from '../../disk/local-error';
import type { Account } from '../azure/account';
import { walkFiles, walkLevel } from '../blobs/folder-markers';
import { readBlobProperties } from '../blobs/properties';
import { detachSubstring } from '../runtime/detach-substring';

/** A file or an object, with what it can be compared by. */
export interface SyncItem {
  /** Below the root of its side, with `/`. */
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** `write`: of the object, whose content may be older. */
  readonly timeOf: 'content' | 'write';
  /** Empty where the side has none. */
  readonly etag: string;
  /** That of the source it was copied from; absent where nothing has recorded it. */
  readonly sourceEtag?: string | undefined;
  /** Base64; empty where none is stored. */
  readonly contentMd5: string;
}

export interface LocalItem extends SyncItem {
  readonly at: 'local';
  readonly path: string;
  readonly segments: readonly string[];
  readonly mtimeNs: string;
  readonly ino: string;
  readonly ctimeNs: string;
}

export interface BlobSideItem extends SyncItem {
  readonly at: 'blob';
  readonly blob: BlobItem;
}

export type AnyItem = LocalItem | BlobSideItem;

/** What a side has that takes no part in the comparison. */
export type Aside =
  | { readonly kind: 'problem'; readonly path: string; readonly error: StowageError }
  | { readonly kind: 'left-out'; readonly name: string; readonly path: string; readonly why: 'link' | 'special' };

export interface SidePage {
  readonly items: readonly AnyItem[];
  readonly asides: readonly Aside[];
}

export interface SyncSide {
  /** For messages. */
  readonly where: string;
  /**
   * `content`: equal ETags mean equal bytes, and most are an MD5. `version`: they only identify one version of one object.
   */
  readonly etags: 'content' | 'version' | 'none';
  /**
   * The MD5 of an item of which the list does not name one, in base64; empty where nothing reveals it. Absent where lists
   * name all that are stored.
   */
  md5Of?(item: AnyItem, signal: AbortSignal): Promise<string>;
  /** Every item once, in the order of `compareNames`. Throws StowageError when it cannot be read to its end. */
  list(signal: AbortSignal): AsyncIterable<SidePage>;
}

/** By the bytes of UTF-8, as services list: UTF-16 would sort what is beyond U+FFFF before U+E000. */
export function compareNames(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) return a < 0xd800 || b < 0xd800 ? a - b : weightOf(a) - weightOf(b);
  }
  return one.length - other.length;
}

/** Surrogates belong after every other unit. */
const weightOf = (unit: number): number => (unit < 0xe000 ? unit + 0x2800 : unit);

/** `level`: its own files only; the folders in it are named, each with a slash at its end, once it was listed. */
export type SideDepth = 'all' | 'level';

export class BlobSide implements SyncSide {
  readonly where: string;
  readonly folders: string[] = [];
  readonly #depth: SideDepth;
  readonly etags: 'content' | 'version';
  readonly #account: Account;
  readonly #container: string;
  readonly #prefix: string;
  readonly #onRequest: () => void;
  readonly md5Of?: SyncSide['md5Of'];

  /** `prefix`: empty, or ending in `/`. `onRequest`: called for each page of the listing. */
  constructor(
    account: Account,
    container: string,
    prefix: string,
    {
      onRequest = () => undefined,
      depth = 'all',
    }: { readonly onRequest?: (() => void) | undefined; readonly depth?: SideDepth } = {},
  ) {
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
    for await (const { blobs, folders = [] } of pages) {
      this.#onRequest();
      for (const folder of folders) this.folders.push(detachSubstring(folder.slice(this.#prefix.length)));
      yield { items: blobs.map((blob) => this.#itemOf(blob)), asides: [] };
    }
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

/** How files are named as objects. */
export interface LocalNaming {
  /** Of a file at that path below the folder `root`, which may depend on what is beside it on the disk. */
  readonly nameOf: (root: string, segments: readonly string[]) => string | Promise<string>;
  /** What the names of all files below a folder begin with, by which it sorts among its neighbours. */
  readonly prefixOf: (root: string, segments: readonly string[]) => string | Promise<string>;
  /** Whether the names below a folder may begin in different ways, so that its entries sort one by one. */
  readonly isMixed: (folder: string) => boolean;
}

const statsAtOnce = 64;
const readAtOnce = 1024;
/** Unfinished downloads. */
const unfinished = /^\.stowage-[0-9a-f]+(?:-\d+)?\.part$/u;

/** Holds the names of one folder and of those above it, never the tree. Symbolic links are not followed. */
export class LocalSide implements SyncSide {
  readonly where: string;
  readonly etags = 'none';
  readonly folders: string[] = [];
  readonly #depth: SideDepth;
  readonly #root: string;
  readonly #naming: LocalNaming;
  readonly #whenMissing: 'fail' | 'empty';

  /** `whenMissing`: a target that does not exist yet is empty. */
  constructor(
    root: string,
    naming: LocalNaming,
    whenMissing: 'fail' | 'empty',
    { depth = 'all' }: { readonly depth?: SideDepth } = {},
  ) {
    this.#depth = depth;
    this.where = root;
    this.#root = root;
    this.#naming = naming;
    this.#whenMissing = whenMissing;
  }

  async *list(signal: AbortSignal): AsyncGenerator<SidePage, void, undefined> {
    yield* this.#folder([], signal);
  }

  async *#folder(above: readonly string[], signal: AbortSignal): AsyncGenerator<SidePage, void, undefined> {
    signal.throwIfAborted();
    const { entries, asides } = await this.#entriesOf(above);
    if (asides.length > 0) yield { items: [], asides };
    let files: string[] = [];
    for (const entry of entries) {
      if (!entry.endsWith('/')) files.push(entry);
      if (files.length < statsAtOnce && !entry.endsWith('/')) continue;
      if (files.length > 0) yield await this.#measured(above, files, signal);
      files = [];
      if (!entry.endsWith('/')) continue;
      const segments = entry.slice(0, -1).split('/');
      if (this.#depth === 'level') this.folders.push(await this.#naming.prefixOf(join(this.#root, ...above), segments));
      else yield* this.#folder([...above, ...segments], signal);
    }
    if (files.length > 0) yield await this.#measured(above, files, signal);
  }

  /**
   * In order; a trailing slash marks a folder, one in the middle an entry of a mixed folder. A folder may hold a million,
   * so each is one string.
   */
  async #entriesOf(
    above: readonly string[],
  ): Promise<{ readonly entries: readonly string[]; readonly asides: Aside[] }> {
    const { entries, asides } = await this.#read(above);
    for (let at = 0; at < entries.length; at += 1) {
      const entry = entries[at] ?? '';
      if (!entry.includes('%') || !entry.endsWith('/')) continue;
      const segments = entry.slice(0, -1).split('/');
      if (!this.#naming.isMixed(segments.at(-1) ?? '')) continue;
      const inside = await this.#read([...above, ...segments]);
      asides.push(...inside.asides);
      // What is appended is looked at in its turn.
      for (const each of inside.entries) entries.push(entry + each);
      entries[at] = '';
    }
    return {
      entries: await this.#sorted(
        above,
        entries.filter((entry) => entry !== ''),
      ),
      asides,
    };
  }

  async #read(above: readonly string[]): Promise<{ readonly entries: string[]; readonly asides: Aside[] }> {
    const folder = join(this.#root, ...above);
    const entries: string[] = [];
    const asides: Aside[] = [];
    try {
      for await (const entry of await opendir(folder, { bufferSize: readAtOnce })) {
        const { name } = entry;
        if (entry.isDirectory()) entries.push(`${name}/`);
        else if (!entry.isFile()) asides.push(await this.#leftOut(above, entry));
        else if (!unfinished.test(name)) entries.push(name);
      }
    } catch (thrown) {
      if (above.length > 0)
        return { entries: [], asides: [{ kind: 'problem', path: folder, error: localError(thrown, folder) }] };
      if (this.#whenMissing === 'empty' && systemCodeOf(thrown) === 'ENOENT') return { entries: [], asides };
      if (systemCodeOf(thrown) === 'ENOTDIR') throw notAFolder(folder);
      throw localError(thrown, folder);
    }
    return { entries, asides };
  }

  async #leftOut(above: readonly string[], entry: Dirent): Promise<Aside> {
    const segments = [...above, entry.name];
    const why = entry.isSymbolicLink() ? 'link' : 'special';
    const name = await this.#naming.nameOf(this.#root, segments);
    return { kind: 'left-out', name, path: join(this.#root, ...segments), why };
  }

  async #sorted(above: readonly string[], entries: string[]): Promise<readonly string[]> {
    if (!entries.some((entry) => entry.includes('%'))) return entries.sort(compareNames);
    const root = join(this.#root, ...above);
    const keys = new Map<string, string>();
    for (const entry of entries) {
      const isFolder = entry.endsWith('/');
      const segments = (isFolder ? entry.slice(0, -1) : entry).split('/');
      keys.set(entry, await this.#naming[isFolder ? 'prefixOf' : 'nameOf'](root, segments));
    }
    return entries.sort((one, other) => compareNames(keys.get(one) ?? one, keys.get(other) ?? other));
  }

  async #measured(above: readonly string[], names: readonly string[], signal: AbortSignal): Promise<SidePage> {
    signal.throwIfAborted();
    const items: LocalItem[] = [];
    const asides: Aside[] = [];
    const found = await Promise.all(names.map((name) => this.#measure([...above, ...name.split('/')])));
    for (const one of found) {
      if ('kind' in one) asides.push(one);
      else items.push(one);
    }
    return { items, asides };
  }

  async #measure(segments: readonly string[]): Promise<LocalItem | Aside> {
    const path = join(this.#root, ...segments);
    try {
      const { size, mtimeNs, ino, ctimeNs } = await lstat(path, { bigint: true });
      return {
        at: 'local',
        name: await this.#naming.nameOf(this.#root, segments),
        bytes: Number(size),
        modifiedMs: Number(mtimeNs / 1_000_000n),
        timeOf: 'content',
        etag: '',
        contentMd5: '',
        path,
        segments,
        mtimeNs: mtimeNs.toString(),
        ino: ino.toString(),
        ctimeNs: ctimeNs.toString(),
      };
    } catch (thrown) {
      return { kind: 'problem', path, error: localError(thrown, path) };
    }
  }
}

function notAFolder(path: string): StowageError {
  const problem = t`It is a file; a sync needs a folder.`;
  return new StowageError('invalid.input', 'A sync needs a folder.', {
    context: { field: path, problem, fix: t`Name the folder that contains it.` },
  });
}
