// The height of the open transfers dock: as the user set it, but in a low window it gives way to the tab above it.
import { useSyncExternalStore } from 'react';
import { type SizeBounds, useRememberedSize } from '@renderer/ui';

const wanted: SizeBounds = { initial: 240, min: 120, max: 560 };
/** The height of the top bar and the status bar together. */
const barsPx = 66;
/** The share of the remaining height that the dock may take. */
const largestShare = 0.45;
/** A tab's strip, the head of a table and four of its rows. */
const tabPx = 340;

/** The maximum height of the dock in a window of this height, CSS px; never less than it needs for a row. */
export function maxDockPx(windowPx: number): number {
  const roomPx = windowPx - barsPx;
  const max = Math.min(roomPx * largestShare, roomPx - tabPx, wanted.max);
  return Math.max(wanted.min, Math.round(max));
}

/** Whether the dock can be open and still leave a tab the room it needs. */
export function hasRoomForDock(windowPx: number): boolean {
  return windowPx - barsPx - wanted.min >= tabPx;
}

export interface DockHeight {
  readonly heightPx: number;
  /** The bounds in the window's current height. */
  readonly bounds: SizeBounds;
  readonly resize: (heightPx: number) => void;
  /** Back to the initial height. */
  readonly reset: () => void;
}

/**
 * The chosen height is saved and applies again in a higher window. A height that this window has no room for is not
 * saved.
 */
export function useDockHeight(): DockHeight {
  const [chosenPx, choose] = useRememberedSize('dock', wanted);
  const max = maxDockPx(useSyncExternalStore(followResize, () => window.innerHeight));
  const heightPx = Math.min(chosenPx, max);
  const resize = (requestedPx: number): void => {
    const fitting = Math.min(max, Math.max(wanted.min, requestedPx));
    if (fitting !== heightPx) choose(fitting);
  };
  return { heightPx, bounds: { ...wanted, max }, resize, reset: () => choose(wanted.initial) };
}

function followResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
