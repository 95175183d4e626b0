// A tab on its way by drag and drop: which one it is, and between which tabs it would land.
import { useSyncExternalStore } from 'react';

/** Our own kind, so that nothing else in the window takes a tab for a file or a text. */
const kind = 'application/x-stowage-tab';
let dragged: string | null = null;
const listeners = new Set<() => void>();

export function beginTabDrag(transfer: DataTransfer, id: string): void {
  transfer.setData(kind, id);
  transfer.effectAllowed = 'move';
  setDragged(id);
}

export function endTabDrag(): void {
  setDragged(null);
}

/** The tab that is dragged now; null while none is. */
export function useDraggedTab(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => dragged,
  );
}

export function carriesTab({ types }: DataTransfer): boolean {
  return types.includes(kind);
}

/** The position at which something dropped at `x` is inserted, among tabs with these edges, in px from the left. */
export function indexAt(x: number, tabs: readonly { readonly left: number; readonly right: number }[]): number {
  const after = tabs.findIndex(({ left, right }) => x < (left + right) / 2);
  return after < 0 ? tabs.length : after;
}

function setDragged(id: string | null): void {
  dragged = id;
  for (const listener of [...listeners]) listener();
}
