// The tiles of a folder's treemap: one for each folder in it, the blobs directly in it, and the rest. Pure.
import { formatFixed } from '@shared/strings/numbers';
import { counted } from '@shared/strings/counted';
import { asOne, plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { spokenName } from '../names/visible-name';
import { type SizedNode, notApart } from './known-sizes';

export interface Tile {
  readonly key: string;
  readonly kind: 'folder' | 'own' | 'rest';
  /** As shown; a folder's segment with its slash. */
  readonly label: string;
  readonly blobs: number;
  readonly bytes: number;
  readonly newest: string;
  /** Set for a folder that is counted separately. */
  readonly node: SizedNode | null;
  /** For smaller folders combined: how many folders are larger than they. Null if the tile opens nothing. */
  readonly next: number | null;
}

/** Folders that are shown separately at once; more would be too small to see. */
export const maxTiles = 500;

/**
 * Largest first; together they are all that is below the folder but the `from` largest folders, and from the second step
 * on but the blobs directly in it. Empty ones are left out.
 */
export function tilesOf(node: SizedNode, from = 0): readonly Tile[] {
  const folders = node.inner.map((inner): Tile => ({
    key: inner.path,
    kind: 'folder',
    label: inner.name,
    node: inner,
    next: null,
    blobs: inner.blobs,
    bytes: inner.bytes,
    newest: inner.newest,
  }));
  const shown = folders.slice(from, from + maxTiles);
  const unseen = folders.slice(from + maxTiles);
  const apart = notApart(node);
  const rest = unseen.reduce(
    (sum, { blobs, bytes }) => ({ blobs: sum.blobs + blobs, bytes: sum.bytes + bytes }),
    apart,
  );
  const own: Tile = {
    key: `${node.path}\0own`,
    kind: 'own',
    label: t`blobs here`,
    node: null,
    next: null,
    blobs: node.ownBlobs,
    bytes: node.ownBytes,
    newest: '',
  };
  const left: Tile = {
    key: `${node.path}\0rest ${from}`,
    kind: 'rest',
    label: restLabel(unseen.length, apart.blobs),
    node: null,
    next: unseen.length > 0 ? from + maxTiles : null,
    ...rest,
    newest: '',
  };
  return [...shown, ...(from === 0 ? [own] : []), left]
    .filter(({ blobs }) => blobs > 0)
    .sort((a, b) => b.bytes - a.bytes || b.blobs - a.blobs);
}

function restLabel(unseen: number, deeper: number): string {
  if (unseen === 0) return t`in folders not listed individually`;
  return plural(
    unseen,
  )`${formatCount(unseen)} smaller folder${deeper > 0 ? t` and more` : ''} | ${formatCount(unseen)} smaller folders${deeper > 0 ? t` and more` : ''}`;
}

/** `logs/: 1.2 GiB, 34.1 % of it, 812 blobs`. */
export function tileText({ label, kind, blobs, bytes }: Tile, whole: SizedNode): string {
  const name = kind === 'folder' ? spokenName(label) : label;
  return `${name}: ${formatBytes(bytes)}, ${shareText(bytes, whole.bytes)}, ${countText(blobs)}`;
}

/** `34.1 %`, `< 0.1 %`. */
export function shareText(bytes: number, of: number): string {
  if (of === 0) return '0 %';
  const share = (bytes / of) * 100;
  return asOne(share > 0 && share < 0.1 ? `< ${formatFixed(0.1, 1)} %` : `${formatFixed(share, 1)} %`);
}

export function countText(blobs: number): string {
  return counted(blobs, 'blob');
}

/** Upper bounds in days of the last change, youngest first; the colours of tiles follow them. */
export const ageSteps = [
  { label: t`7 days`, days: 7 },
  { label: t`30 days`, days: 30 },
  { label: t`90 days`, days: 90 },
  { label: t`1 year`, days: 365 },
  { label: t`older`, days: Infinity },
] as const;

/** Index in `ageSteps`; null where nothing is known. */
export function ageStep(newest: string, nowMs: number): number | null {
  const ms = Date.parse(newest);
  if (Number.isNaN(ms)) return null;
  const days = (nowMs - ms) / 86_400_000;
  return ageSteps.findIndex(({ days: limit }) => days < limit);
}
