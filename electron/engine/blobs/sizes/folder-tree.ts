// Sums by folder while blobs are listed. Bounded: when there are too many folders, the deepest level is merged into the
// level above. Every sum that is reported is exact.
import type { BlobItem } from '@shared/model/blob';
import type { SizedFolder } from '@shared/model/blob-sizes';

interface Node {
  readonly name: string;
  readonly folders: Map<string, Node>;
  blobs: number;
  bytes: number;
  ownBlobs: number;
  ownBytes: number;
  newest: string;
}

const deepest = 64;

export class FolderTree {
  readonly #root: Node;
  readonly #limit: number;
  #count = 1;
  #depth = deepest;

  /**
   * @param prefix of all blobs that will come. @param limit of folders that are counted separately, the first included.
   */
  constructor(prefix: string, limit: number) {
    this.#root = newNode(prefix);
    this.#limit = limit;
  }

  /** Number of levels below the root that are counted separately. */
  get depth(): number {
    return Math.min(this.#depth, height(this.#root));
  }

  add({ name, bytes, lastModified }: BlobItem): void {
    let node = this.#root;
    count(node, bytes, lastModified);
    let start = node.name.length;
    for (let level = 0; ; level += 1) {
      const slash = name.indexOf('/', start);
      if (slash === -1) {
        node.ownBlobs += 1;
        node.ownBytes += bytes;
        return;
      }
      if (level === this.#depth) return;
      const segment = name.slice(start, slash + 1);
      const inner = node.folders.get(segment) ?? this.#newFolder(node, segment, level);
      if (inner === null) return;
      node = inner;
      count(node, bytes, lastModified);
      start = slash + 1;
    }
  }

  /** Parents first, siblings by name as they were listed; only as many levels as make at most `max` folders. */
  folders(max: number): readonly SizedFolder[] {
    let levels = 0;
    let level: readonly Node[] = [this.#root];
    let reported = 0;
    while (level.length > 0 && reported + level.length <= max) {
      reported += level.length;
      levels += 1;
      level = level.flatMap((node) => [...node.folders.values()]);
    }
    const list: SizedFolder[] = [];
    const report = (node: Node, parent: number, left: number): void => {
      const { folders, ...sums } = node;
      const index = list.push({ parent, ...sums }) - 1;
      if (left > 1) for (const inner of folders.values()) report(inner, index, left - 1);
    };
    report(this.#root, -1, Math.max(1, levels));
    return list;
  }

  /** Null when the folder is too deep to be counted separately. */
  #newFolder(parent: Node, segment: string, level: number): Node | null {
    while (this.#count >= this.#limit && this.#depth > 1) {
      this.#depth -= 1;
      this.#count -= cutBelow(this.#root, this.#depth);
    }
    if (level >= this.#depth || this.#count >= this.#limit) return null;
    const made = newNode(segment);
    parent.folders.set(segment, made);
    this.#count += 1;
    return made;
  }
}

function newNode(name: string): Node {
  return { name, folders: new Map(), blobs: 0, bytes: 0, ownBlobs: 0, ownBytes: 0, newest: '' };
}

function count(node: Node, bytes: number, lastModified: string): void {
  node.blobs += 1;
  node.bytes += bytes;
  if (lastModified > node.newest) node.newest = lastModified;
}

/** Drops all folders deeper than `levels`; returns how many. */
function cutBelow(node: Node, levels: number): number {
  if (levels > 0) return [...node.folders.values()].reduce((sum, inner) => sum + cutBelow(inner, levels - 1), 0);
  const cut = size(node) - 1;
  node.folders.clear();
  return cut;
}

function size(node: Node): number {
  return [...node.folders.values()].reduce((sum, inner) => sum + size(inner), 1);
}

function height(node: Node): number {
  let deepestBelow = -1;
  for (const inner of node.folders.values()) deepestBelow = Math.max(deepestBelow, height(inner));
  return deepestBelow + 1;
}
