// Prefixes of a container read as a path: crumbs, parent and leaf. Empty segments (`a//b`) are real and preserved.
import { t } from '@shared/strings/t';
import { visibleLine } from '@shared/visible-text';

export interface Crumb {
  readonly label: string;
  /** The prefix this crumb opens; empty for the container itself. */
  readonly prefix: string;
}

/** The container, then one crumb a folder. `photos`, `2024/05/` → photos, 2024, 05. */
export function crumbsOf(container: string, prefix: string): readonly Crumb[] {
  const crumbs: Crumb[] = [{ label: container, prefix: '' }];
  let start = 0;
  for (let slash = prefix.indexOf('/'); slash !== -1; slash = prefix.indexOf('/', start)) {
    crumbs.push({ label: prefix.slice(start, slash), prefix: prefix.slice(0, slash + 1) });
    start = slash + 1;
  }
  return crumbs;
}

/** More than these, and each has room for a letter or two. */
const maxCrumbs = 4;

export interface FoldedCrumbs {
  readonly first: Crumb;
  /** On the way from it to the others; at least two. */
  readonly between: readonly Crumb[];
  readonly last: readonly Crumb[];
}

/** The container, the open folder and its parent are shown; the folders between are collapsed. */
export function foldCrumbs(crumbs: readonly Crumb[]): FoldedCrumbs | null {
  const [first, ...rest] = crumbs;
  if (first === undefined || crumbs.length <= maxCrumbs) return null;
  return { first, between: rest.slice(0, -2), last: rest.slice(-2) };
}

/** The folder above, or null at the container's root. */
export function parentPrefix(prefix: string): string | null {
  if (prefix === '') return null;
  return prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1);
}

/** The last part of a blob's or folder's full name, as listed below `prefix`; a folder's loses its slash. */
export function leafName(fullName: string, prefix: string): string {
  const rest = fullName.startsWith(prefix) ? fullName.slice(prefix.length) : fullName;
  return rest.endsWith('/') ? rest.slice(0, -1) : rest;
}

/** `photos / 2024 / 05`, for labels and messages. */
export function spokenPath(container: string, prefix: string): string {
  return crumbsOf(container, prefix)
    .map((crumb) => (crumb.label === '' ? t`(empty)` : visibleLine(crumb.label)))
    .join(' / ');
}
