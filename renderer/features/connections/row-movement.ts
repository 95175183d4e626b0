// Where an arrow key leads in the tree: up, down, into, out of, first, last. Pure.
import type { NavigatorRow } from './navigator-rows';

export type Movement =
  | { readonly kind: 'focus'; readonly id: string }
  | { readonly kind: 'expand'; readonly state: 'open' | 'closed' };

/** Null when the key means nothing here. */
export function rowAfter(rows: readonly NavigatorRow[], index: number, key: string): Movement | null {
  const row = rows[index];
  if (!row) return null;
  const to = (target: NavigatorRow | undefined): Movement => ({ kind: 'focus', id: (target ?? row).id });
  const expandable = row.kind === 'connection' || row.kind === 'group';
  switch (key) {
    case 'ArrowDown':
      return to(rows[index + 1]);
    case 'ArrowUp':
      return to(rows[index - 1]);
    case 'Home':
      return to(rows[0]);
    case 'End':
      return to(rows[rows.length - 1]);
    case 'ArrowRight': {
      if (!expandable) return to(undefined);
      if (!row.isExpanded) return { kind: 'expand', state: 'open' };
      const next = rows[index + 1];
      return to(next && next.level > row.level ? next : undefined);
    }
    case 'ArrowLeft': {
      if (expandable && row.isExpanded) return { kind: 'expand', state: 'closed' };
      for (let at = index - 1; at >= 0; at -= 1) {
        const above = rows[at];
        if (above && above.level < row.level) return to(above);
      }
      return to(undefined);
    }
    default:
      return null;
  }
}
