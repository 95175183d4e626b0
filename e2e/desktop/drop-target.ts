// Another program's window, which files can be dropped on: the drag over it, and the files it received.
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import type { Point } from './pointer';

/** In px of the screen. */
export interface DropPoint extends Point {
  readonly width: number;
  readonly height: number;
}

export interface DroppedFile {
  /** From the dropped item: `scans/a.bin` for the folder `scans`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DropTarget {
  /** Where on the screen something is held over it; null while nothing is. */
  readonly heldAt: () => Promise<Point | null>;
  /** Every drop until now, once all of its files are read. */
  readonly drops: () => Promise<readonly (readonly DroppedFile[])[]>;
  readonly close: () => Promise<void>;
}

interface TargetPage {
  readonly heldAt: Point | null;
  readonly drops: readonly (readonly DroppedFile[])[];
}

export async function openDropTarget(
  point: DropPoint,
  { env, stateDir }: { readonly env: Readonly<Record<string, string>>; readonly stateDir: string },
): Promise<DropTarget> {
  const { x, y, width, height } = point;
  const program = join(__dirname, 'drop-target.cjs');
  const app = await _electron.launch({
    args: ['--no-sandbox', program, `--state-dir=${stateDir}`, `--place=${[x, y, width, height].join(',')}`],
    env,
  });
  const page = await app.firstWindow();
  await page.waitForFunction(() => document.visibilityState === 'visible');
  return {
    heldAt: async () => {
      const at = await page.evaluate(() => (window as unknown as TargetPage).heldAt);
      return at === null ? null : { x: x + at.x, y: y + at.y };
    },
    drops: () => page.evaluate(() => (window as unknown as TargetPage).drops),
    close: () => app.close(),
  };
}
