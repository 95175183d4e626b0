// The contents of an application folder, links as links.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface TreeEntry {
  readonly path: string;
  /** As `lstat` has it. */
  readonly mode: number;
  readonly kind: 'file' | 'folder' | 'link';
}

/** By path, without the folder itself; the targets of links are not included. */
export function treeOf(folder: string): readonly TreeEntry[] {
  return entriesBelow(folder, '').sort((one, other) => (one.path < other.path ? -1 : 1));
}

function entriesBelow(folder: string, below: string): TreeEntry[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = join(below, name);
    const status = lstatSync(join(folder, path));
    const { mode } = status;
    if (status.isDirectory()) return [{ path, mode, kind: 'folder' as const }, ...entriesBelow(folder, path)];
    return [{ path, mode, kind: status.isSymbolicLink() ? ('link' as const) : ('file' as const) }];
  });
}

/** A file's bytes, a link's target, null for a folder. */
export function bytesOf(folder: string, { path, kind }: TreeEntry): Buffer {
  if (kind === 'folder') return Buffer.alloc(0);
  return kind === 'link' ? Buffer.from(readlinkSync(join(folder, path))) : readFileSync(join(folder, path));
}
