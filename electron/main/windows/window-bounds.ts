// The saved position of a window, and where it can be restored.
import { z } from 'zod';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const smallestSize = { width: 900, height: 600 } as const;
export const defaultSize = { width: 1440, height: 900 } as const;

export const savedBounds = z.object({
  x: z.int(),
  y: z.int(),
  // Some window managers make windows smaller than they may be.
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
  fullScreen: z.boolean().exactOptional(),
});
export type SavedBounds = z.infer<typeof savedBounds>;

/** At least this much of the title bar must be on some display, or the window could not be moved back. */
const reachable = { width: 120, height: 24 } as const;

/**
 * The saved position if it is reachable on one of the displays, no larger than that display and no smaller than a window
 * can be; otherwise the default size, placed by the system.
 */
export function placeWindow(
  saved: SavedBounds | null,
  workAreas: readonly Rectangle[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  const on = saved && workAreas.find((each) => titleBarReachable(saved, each));
  if (saved && on) return within(saved, on);
  const area = workAreas[0];
  return {
    width: Math.max(smallestSize.width, Math.min(defaultSize.width, area?.width ?? defaultSize.width)),
    height: Math.max(smallestSize.height, Math.min(defaultSize.height, area?.height ?? defaultSize.height)),
  };
}

/** Unchanged if it fits on the display; otherwise moved and shrunk so that all of it is visible. */
function within({ x, y, width, height }: Rectangle, area: Rectangle): Rectangle {
  const [across, down] = [
    spanWithin({ at: x, length: width }, { at: area.x, length: area.width }, smallestSize.width),
    spanWithin({ at: y, length: height }, { at: area.y, length: area.height }, smallestSize.height),
  ];
  return { x: across.at, y: down.at, width: across.length, height: down.length };
}

interface Span {
  readonly at: number;
  readonly length: number;
}

function spanWithin(wanted: Span, room: Span, min: number): Span {
  if (wanted.length <= room.length) return { ...wanted, length: Math.max(min, wanted.length) };
  return { at: room.at, length: Math.max(min, room.length) };
}

function titleBarReachable(bounds: Rectangle, area: Rectangle): boolean {
  const left = Math.max(bounds.x, area.x);
  const right = Math.min(bounds.x + bounds.width, area.x + area.width);
  return right - left >= reachable.width && bounds.y >= area.y && bounds.y + reachable.height <= area.y + area.height;
}
