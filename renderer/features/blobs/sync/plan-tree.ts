// The items of a plan as a tree of folders, each with what is in it. Pure.
import type { PlanItem } from '@shared/model/sync';

export interface PlanFolder {
  readonly kind: 'folder';
  /** Ends in `/`. */
  readonly path: string;
  readonly name: string;
  readonly children: readonly PlanNode[];
  readonly counts: PlanCounts;
  /** Of what is moved. */
  readonly bytes: number;
  /** Names in it that are only at the target. */
  readonly extra: readonly string[];
}
/** A file, or an empty folder, whose name ends in `/`. */
export interface PlanLeaf {
  readonly kind: 'file';
  readonly path: string;
  readonly name: string;
  readonly item: PlanItem;
}
export type PlanNode = PlanFolder | PlanLeaf;
export type PlanCounts = Readonly<Record<PlanItem['what'], number>>;

const none: PlanCounts = { new: 0, changed: 0, 'only there': 0, problem: 0, 'left out': 0 };

/** Folders in the order in which their first item comes, which is that of the names. */
export function planTree(items: readonly PlanItem[]): readonly PlanNode[] {
  return nodesIn(items, '');
}

function nodesIn(items: readonly PlanItem[], prefix: string): readonly PlanNode[] {
  const nodes: PlanNode[] = [];
  for (let at = 0; at < items.length;) {
    const item = items[at];
    if (item === undefined) break;
    const slash = item.name.indexOf('/', prefix.length);
    if (slash === -1) {
      nodes.push({ kind: 'file', path: item.name, name: item.name.slice(prefix.length), item });
      at += 1;
      continue;
    }
    const path = item.name.slice(0, slash + 1);
    let end = at + 1;
    const isEmptyFolder = item.name === path && items[end]?.name.startsWith(path) !== true;
    if (isEmptyFolder) {
      nodes.push({ kind: 'file', path, name: path.slice(prefix.length), item });
      at = end;
      continue;
    }
    while (items[end]?.name.startsWith(path) === true) end += 1;
    nodes.push(folderOf(path, prefix, items.slice(at, end)));
    at = end;
  }
  return nodes;
}

function folderOf(path: string, prefix: string, items: readonly PlanItem[]): PlanFolder {
  const counts: Record<PlanItem['what'], number> = { ...none };
  let bytes = 0;
  for (const { what, bytes: own } of items) {
    counts[what] += 1;
    if (what === 'new' || what === 'changed') bytes += own ?? 0;
  }
  const extra = items.flatMap(({ what, name }) => (what === 'only there' ? [name] : []));
  const name = path.slice(prefix.length, -1);
  // The folder’s own item, which is empty on the other side, counts with what is in it.
  const inside = items.filter((item) => item.name !== path);
  return { kind: 'folder', path, name, children: nodesIn(inside, path), counts, bytes, extra };
}
