// The windows of the app: restores those of the last session and reloads pages that crash.
import { join } from 'node:path';
import { createRestartPolicy } from '../processes/restart-policy';
import { openWindow, reviveAfterCrash } from './window';
import { openWindowListFile, readWindowList } from './window-list';
import { type Windows, type WindowsOptions, createWindows } from './windows';

export interface AppWindowsOptions extends Pick<
  WindowsOptions,
  'beforeClose' | 'promptHung' | 'isShuttingDown' | 'onAllClosed'
> {
  /** Absolute. */
  readonly stateDir: string;
  readonly preloadPath: string;
  /** The renderer process ended; `reason` as Electron names it. */
  readonly onPageGone: (reason: string) => void;
  readonly log: (line: string) => void;
}

export interface AppWindows extends Windows {
  /** Resolves when the positions of the windows are on disk. */
  readonly written: () => Promise<void>;
}

/** Reads the windows of the last session; opens none yet. */
export async function createAppWindows(options: AppWindowsOptions): Promise<AppWindows> {
  const list = join(options.stateDir, 'windows.json');
  const savedWindows = await readWindowList({ list, before: join(options.stateDir, 'window.json') }, new Date());
  const file = openWindowListFile(list, options.log);
  const policy = createRestartPolicy();
  const windows = createWindows({
    saved: savedWindows,
    file,
    open: (bounds) => openWindow({ preloadPath: options.preloadPath, log: options.log, ...bounds }),
    onOpened: (window) => reviveAfterCrash(window, policy, options.onPageGone),
    beforeClose: options.beforeClose,
    promptHung: options.promptHung,
    isShuttingDown: options.isShuttingDown,
    onAllClosed: options.onAllClosed,
    log: options.log,
  });
  return { ...windows, written: () => file.written() };
}
