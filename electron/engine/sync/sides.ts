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
import { walkFiles } from '../blobs/folder-markers';
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

export class BlobSide implements SyncSide {
  readonly where: string;
  readonly etags: 'content' | 'version';
  readonly #account: Account;
  readonly #container: string;
  readonly #prefix: string;
  readonly #onRequest: () => void;

  /** `prefix`: empty, or ending in `/`. `onRequest`: called for each page of the listing. */
  constructor(account: Account, container: string, prefix: string, onRequest: () => void = () => undefined) {
    this.#account = account;
    this.#container = container;
    this.#prefix = prefix;
    this.#onRequest = onRequest;
    this.where = `${container}/${prefix}`;
    this.etags = account.descriptor.credential.kind === 's3' ? 'content' : 'version';
  }

  async *list(signal: AbortSignal): AsyncGenerator<SidePage, void, undefined> {
    const request = { container: this.#container, prefix: this.#prefix, signal };
    for await (const { blobs } of walkFiles(this.#account, request)) {
      this.#onRequest();
      yield { items: blobs.map((blob) => this.#itemOf(blob)), asides: [] };
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
  /** Of a path below the root. */
  readonly nameOf: (segments: readonly string[]) => string;
  /** Of a file at such a path, where that depends on what is beside it on the disk. */
  readonly nameOfFile?: (root: string, segments: readonly string[]) => Promise<string>;
  /** Where one entry of a folder sorts among the others; of a folder, with the slash that follows it in names. */
  readonly keyOf: (entry: string, kind: 'file' | 'folder') => string;
}

const statsAtOnce = 64;
const readAtOnce = 1024;
/** Unfinished downloads. */
const unfinished = /^\.stowage-[0-9a-f]+(?:-\d+)?\.part$/u;

/** Holds the names of one folder and of those above it, never the tree. Symbolic links are not followed. */
export class LocalSide implements SyncSide {
  readonly where: string;
  readonly etags = 'none';
  readonly #root: string;
  readonly #naming: LocalNaming;
  readonly #whenMissing: 'fail' | 'empty';

  /** `whenMissing`: a target that does not exist yet is empty. */
  constructor(root: string, naming: LocalNaming, whenMissing: 'fail' | 'empty') {
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
      if (entry.endsWith('/')) yield* this.#folder([...above, entry.slice(0, -1)], signal);
    }
    if (files.length > 0) yield await this.#measured(above, files, signal);
  }

  /** In order; a trailing slash marks a folder. A folder may hold a million, so each is one string. */
  async #entriesOf(
    above: readonly string[],
  ): Promise<{ readonly entries: readonly string[]; readonly asides: Aside[] }> {
    const folder = join(this.#root, ...above);
    const entries: string[] = [];
    const asides: Aside[] = [];
    try {
      for await (const entry of await opendir(folder, { bufferSize: readAtOnce })) {
        const { name } = entry;
        if (entry.isDirectory()) entries.push(`${name}/`);
        else if (!entry.isFile()) asides.push(this.#leftOut(above, entry));
        else if (!unfinished.test(name)) entries.push(name);
      }
    } catch (thrown) {
      if (above.length > 0)
        return { entries: [], asides: [{ kind: 'problem', path: folder, error: localError(thrown, folder) }] };
      if (this.#whenMissing === 'empty' && systemCodeOf(thrown) === 'ENOENT') return { entries: [], asides };
      if (systemCodeOf(thrown) === 'ENOTDIR') throw notAFolder(folder);
      throw localError(thrown, folder);
    }
    return { entries: this.#sorted(entries), asides };
  }

  #leftOut(above: readonly string[], entry: Dirent): Aside {
    const segments = [...above, entry.name];
    const why = entry.isSymbolicLink() ? 'link' : 'special';
    return { kind: 'left-out', name: this.#naming.nameOf(segments), path: join(this.#root, ...segments), why };
  }

  #sorted(entries: string[]): readonly string[] {
    if (!entries.some((entry) => entry.includes('%'))) return entries.sort(compareNames);
    const { keyOf } = this.#naming;
    const keys = new Map(
      entries.map((entry) => [entry, entry.endsWith('/') ? keyOf(entry.slice(0, -1), 'folder') : keyOf(entry, 'file')]),
    );
    return entries.sort((one, other) => compareNames(keys.get(one) ?? one, keys.get(other) ?? other));
  }

  async #measured(above: readonly string[], names: readonly string[], signal: AbortSignal): Promise<SidePage> {
    signal.throwIfAborted();
    const items: LocalItem[] = [];
    const asides: Aside[] = [];
    const found = await Promise.all(names.map((name) => this.#measure([...above, name])));
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
        name: (await this.#naming.nameOfFile?.(this.#root, segments)) ?? this.#naming.nameOf(segments),
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
