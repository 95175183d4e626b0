// The totals of folders as the engine reported them, by prefix. Pure.
import type { BlobSizes, SizedFolder } from '@shared/model/blob-sizes';

/** The known size of one folder, and when it was counted. */
export interface FolderSize {
  readonly blobs: number;
  readonly bytes: number;
  /** ISO; empty when unknown. */
  readonly newest: string;
  /** ISO. */
  readonly asOf: string;
}

export interface SizedNode extends SizedFolder {
  /** The whole prefix. */
  readonly path: string;
  /** Folders that are counted separately, largest first. */
  readonly inner: readonly SizedNode[];
}

export type NodesByPath = ReadonlyMap<string, SizedNode>;

/** Every reported folder, by its whole prefix. */
export function nodesOf({ folders }: Pick<BlobSizes, 'folders'>): NodesByPath {
  const made = folders.map((folder) => ({ ...folder, path: folder.name, inner: [] as SizedNode[] }));
  for (const node of made) {
    const parent = made[node.parent];
    if (parent === undefined) continue;
    node.path = parent.path + node.name;
    parent.inner.push(node);
  }
  for (const { inner } of made) inner.sort((a, b) => b.bytes - a.bytes || b.blobs - a.blobs);
  return new Map(made.map((node) => [node.path, node]));
}

/** What is below a folder but neither in it nor in the folders counted separately: those were too many or too deep. */
export function notApart(node: SizedNode): { readonly blobs: number; readonly bytes: number } {
  const apart = (of: 'blobs' | 'bytes'): number => node.inner.reduce((sum, inner) => sum + inner[of], 0);
  return {
    blobs: node.blobs - node.ownBlobs - apart('blobs'),
    bytes: node.bytes - node.ownBytes - apart('bytes'),
  };
}
