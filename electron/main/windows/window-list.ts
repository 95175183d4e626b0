// Which windows were open, and where: stored so that they can be restored; also reads the single window of earlier
// versions.
import { detailOf } from '@shared/ipc/describe-bug';
import { windowName } from '@shared/model/app';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../persisted/json-file';
import { type SavedBounds, savedBounds } from './window-bounds';

/** The first window, whose stored data has no name for compatibility. */
export const firstWindowId = 'main';
const maxWindows = 20;

const savedWindow = z.object({ id: windowName, bounds: savedBounds.nullable() });
export type SavedWindow = z.infer<typeof savedWindow>;
const savedList = z.object({ windows: z.array(savedWindow).max(maxWindows) });

/** The windows to open, the front one last; at least one, and none twice. */
export async function readWindowList(
  paths: { readonly list: string; readonly before: string },
  now: Date,
): Promise<readonly [SavedWindow, ...SavedWindow[]]> {
  const list = await readJsonFile(paths.list, savedList, now);
  if (list.state === 'read') {
    const [first, ...others] = new Map(list.value.windows.map((each) => [each.id, each])).values();
    if (first !== undefined) return [first, ...others];
  }
  const only = await readJsonFile(paths.before, savedBounds, now);
  return [{ id: firstWindowId, bounds: only.state === 'read' ? only.value : null }];
}

/** An unused name. Null when the maximum number is open. */
export function freeWindowId(taken: readonly string[]): string | null {
  if (taken.length >= maxWindows) return null;
  if (!taken.includes(firstWindowId)) return firstWindowId;
  for (let number = 2; ; number += 1) if (!taken.includes(`w${number}`)) return `w${number}`;
}

/** Offset from another window, so that both are visible. */
export function besides(bounds: SavedBounds): SavedBounds {
  const { x, y, width, height } = bounds;
  return { x: x + 32, y: y + 32, width, height, maximized: false };
}

export interface WindowListFile {
  write(windows: readonly SavedWindow[]): void;
  /** Resolves when the last change is on disk. */
  written(): Promise<void>;
}

export function openWindowListFile(path: string, log: (line: string) => void): WindowListFile {
  let last: Promise<void> = Promise.resolve();
  return {
    write: (windows) => {
      last = last
        .then(() => writeJsonFile(path, { windows }))
        .catch((error: unknown) => log(`The places of the windows could not be saved: ${detailOf(error)}`));
    },
    written: () => last,
  };
}
