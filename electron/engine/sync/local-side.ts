// A folder on disk as one listing in the order of its names as objects. Links are followed on request, never in a circle.
import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { LinksFollowed } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { type Following, type LeftOutEntry, followLink } from '../../disk/follow-link';
import { localError, systemCodeOf } from '../../disk/local-error';
import {
  type Aside,
  type LocalItem,
  type SideDepth,
  type SideFolders,
  type SidePage,
  type SyncSide,
  compareNames,
} from './sides';

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

export interface LocalSideOptions {
  readonly depth?: SideDepth;
  readonly folders?: SideFolders;
  /** Default: symbolic links are not followed. */
  readonly links?: LinksFollowed | undefined;
}

/** A folder of the walk. `within`: its real path and those of the folders above it, where links are followed. */
interface Walked {
  readonly above: readonly string[];
  readonly within: readonly string[];
}

interface Entries {
  /** A slash at the end marks a folder. */
  readonly entries: string[];
  /** Real paths of the folders that links lead to. */
  readonly linked: ReadonlyMap<string, string>;
  readonly asides: Aside[];
}

/** Holds the names of one folder and of those above it, never the tree. */
export class LocalSide implements SyncSide {
  readonly where: string;
  readonly etags = 'none';
  readonly folders: string[] = [];
  readonly #depth: SideDepth;
  readonly #root: string;
  readonly #naming: LocalNaming;
  readonly #whenMissing: 'fail' | 'empty';
  readonly #lists: SideFolders;
  readonly #links: LinksFollowed | undefined;
  #following: Following | null = null;

  /** `whenMissing`: a target that does not exist yet is empty. */
  constructor(
    root: string,
    naming: LocalNaming,
    whenMissing: 'fail' | 'empty',
    { depth = 'all', folders = 'ignored', links }: LocalSideOptions = {},
  ) {
    this.#depth = depth;
    this.#lists = folders;
    this.#links = links;
    this.where = root;
    this.#root = root;
    this.#naming = naming;
    this.#whenMissing = whenMissing;
  }

  async *list(signal: AbortSignal): AsyncGenerator<SidePage, void, undefined> {
    const real = await realpath(this.#root).catch(() => this.#root);
    this.#following = this.#links === undefined ? null : { links: this.#links, chosen: [real] };
    yield* this.#folder({ above: [], within: [real] }, signal);
  }

  async *#folder(at: Walked, signal: AbortSignal): AsyncGenerator<SidePage, void, undefined> {
    signal.throwIfAborted();
    const { above, within } = at;
    const { entries, asides, linked } = await this.#entriesOf(at);
    if (asides.length > 0) yield { items: [], asides };
    const isRead = asides.every(({ kind }) => kind !== 'problem');
    if (this.#lists === 'listed' && entries.length === 0 && above.length > 0 && isRead) {
      yield { items: [await this.#emptyFolder(above)], asides: [] };
    }
    let files: string[] = [];
    for (const entry of entries) {
      if (!entry.endsWith('/')) files.push(entry);
      if (files.length < statsAtOnce && !entry.endsWith('/')) continue;
      if (files.length > 0) yield await this.#measured(above, files, signal);
      files = [];
      if (!entry.endsWith('/')) continue;
      const segments = entry.slice(0, -1).split('/');
      if (this.#depth === 'level') this.folders.push(await this.#naming.prefixOf(join(this.#root, ...above), segments));
      else {
        const inside = { above: [...above, ...segments], within: [...within, realPathOf(entry, linked, within)] };
        yield* this.#folder(inside, signal);
      }
    }
    if (files.length > 0) yield await this.#measured(above, files, signal);
  }

  async #emptyFolder(segments: readonly string[]): Promise<LocalItem> {
    return {
      at: 'local',
      name: await this.#naming.prefixOf(this.#root, segments),
      isFolder: true,
      bytes: 0,
      modifiedMs: 0,
      timeOf: 'content',
      etag: '',
      contentMd5: '',
      path: join(this.#root, ...segments),
      segments,
      mtimeNs: '0',
      ino: '0',
      ctimeNs: '0',
    };
  }

  /**
   * In order; a trailing slash marks a folder, one in the middle an entry of a mixed folder. A folder may hold a million,
   * so each is one string.
   */
  async #entriesOf({
    above,
    within,
  }: Walked): Promise<Omit<Entries, 'entries'> & { readonly entries: readonly string[] }> {
    const { entries, asides, linked: own } = await this.#read({ above, within });
    const linked = new Map(own);
    for (let at = 0; at < entries.length; at += 1) {
      const entry = entries[at] ?? '';
      if (!entry.includes('%') || !entry.endsWith('/')) continue;
      const segments = entry.slice(0, -1).split('/');
      if (!this.#naming.isMixed(segments.at(-1) ?? '')) continue;
      const inside = await this.#read({
        above: [...above, ...segments],
        within: [...within, realPathOf(entry, linked, within)],
      });
      asides.push(...inside.asides);
      for (const [each, real] of inside.linked) linked.set(entry + each, real);
      // What is appended is looked at in its turn.
      for (const each of inside.entries) entries.push(entry + each);
      if (this.#lists === 'ignored' || inside.entries.length > 0) entries[at] = '';
    }
    const sorted = await this.#sorted(
      above,
      entries.filter((entry) => entry !== ''),
    );
    return { entries: sorted, asides: asides.sort((one, other) => compareNames(one.path, other.path)), linked };
  }

  async #read({ above, within }: Walked): Promise<Entries> {
    const folder = join(this.#root, ...above);
    const entries: string[] = [];
    const asides: Aside[] = [];
    const linked = new Map<string, string>();
    try {
      for await (const entry of await opendir(folder, { bufferSize: readAtOnce })) {
        const { name } = entry;
        if (entry.isDirectory()) entries.push(`${name}/`);
        else if (entry.isFile()) {
          if (!unfinished.test(name)) entries.push(name);
        } else if (!entry.isSymbolicLink() || this.#following === null) {
          asides.push(await this.#leftOut([...above, name], entry.isSymbolicLink() ? 'link' : 'special'));
        } else {
          const { to, real } = await followLink(join(folder, name), within, this.#following);
          if (to === 'file') entries.push(name);
          else if (to !== 'folder') asides.push(await this.#leftOut([...above, name], to));
          else {
            entries.push(`${name}/`);
            linked.set(`${name}/`, real);
          }
        }
      }
    } catch (thrown) {
      const none = { entries: [], linked };
      if (above.length > 0)
        return { ...none, asides: [{ kind: 'problem', path: folder, error: localError(thrown, folder) }] };
      if (this.#whenMissing === 'empty' && systemCodeOf(thrown) === 'ENOENT') return { ...none, asides };
      if (systemCodeOf(thrown) === 'ENOTDIR') throw notAFolder(folder);
      throw localError(thrown, folder);
    }
    return { entries, asides, linked };
  }

  async #leftOut(segments: readonly string[], why: LeftOutEntry): Promise<Aside> {
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
      const look = this.#following === null ? lstat : stat;
      const { size, mtimeNs, ino, ctimeNs } = await look(path, { bigint: true });
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

/** Of a folder named by an entry: where a link leads, or below the real path of the folder that it is in. */
function realPathOf(entry: string, linked: ReadonlyMap<string, string>, within: readonly string[]): string {
  const real = linked.get(entry);
  if (real !== undefined) return real;
  const end = entry.lastIndexOf('/', entry.length - 2);
  const parent = end === -1 ? (within.at(-1) ?? '') : realPathOf(entry.slice(0, end + 1), linked, within);
  return join(parent, entry.slice(end + 1, -1));
}

function notAFolder(path: string): StowageError {
  const problem = t`It is a file; only folders can be compared.`;
  return new StowageError('invalid.input', 'A comparison needs folders.', {
    context: { field: path, problem, fix: t`Name the folder that contains it.` },
  });
}
