// The two ends of a comparison, whatever they are: a folder on disk (`local-side.ts`) or a prefix of a container
// (`blob-side.ts`), each as one listing in the order of the UTF-8 bytes of its names, page by page. A store joins by
// implementing `SyncSide`.
import type { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { LeftOutEntry } from '../../disk/follow-link';

/** A file or an object, with what it can be compared by; or an empty folder. */
export interface SyncItem {
  /** Below the root of its side, with `/`. */
  readonly name: string;
  /** An empty folder or the marker of a folder; its name ends in a slash. */
  readonly isFolder?: true;
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
  | { readonly kind: 'left-out'; readonly name: string; readonly path: string; readonly why: LeftOutEntry };

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

/** Whether the side lists empty folders and markers of folders. */
export type SideFolders = 'listed' | 'ignored';

/** `level`: its own files only; the folders in it are named, each with a slash at its end, once it was listed. */
export type SideDepth = 'all' | 'level';
