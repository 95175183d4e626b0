// A window: created with a locked-down page, shown when it has content, opened at its position. Several are managed by
// windows.ts.
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { guardContents } from '../page/navigation-guard';
import type { RestartPolicy } from '../processes/restart-policy';
import { loadPage } from './reach-page';
import { type SavedBounds, placeWindow, smallestSize } from './window-bounds';

/** The background before the first paint, equal to the page's own in each theme. */
const ground = { light: '#f6f7f9', dark: '#12161d' } as const;
const settleMs = 400;
/** By default Chromium writes the page's storage seconds later, and a killed process would lose it. */
const rememberEveryMs = 1_000;

export interface WindowOptions {
  readonly preloadPath: string;
  /** The URL of the app's own page. */
  readonly address: string;
  readonly saved: SavedBounds | null;
  /** Called when it moves, and once more as it closes. */
  readonly onBounds: (bounds: SavedBounds) => void;
  readonly log: (line: string) => void;
}

export function openWindow(options: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...placeWindow(
      options.saved,
      [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((display) => display.workArea),
    ),
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    title: 'Stowage',
    show: false,
    backgroundColor: groundNow(),
    webPreferences: {
      preload: options.preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // Compiled code is stored at the first start already; by default, at the second.
      v8CacheOptions: 'bypassHeatCheck',
      // No system dialogs with texts of the page: only main prompts the user outside of the page.
      disableDialogs: true,
      enableWebSQL: false,
    },
  });
  guardContents(window.webContents);
  window.once('ready-to-show', () => {
    if (options.saved?.maximized) window.maximize();
    if (options.saved?.fullScreen) window.setFullScreen(true);
    window.show();
  });
  const recolour = (): void => window.setBackgroundColor(groundNow());
  nativeTheme.on('updated', recolour);
  window.once('closed', () => nativeTheme.off('updated', recolour));
  followBounds(window, options.onBounds);
  const { session } = window.webContents;
  const remembering = setInterval(() => session.flushStorageData(), rememberEveryMs);
  window.once('closed', () => {
    clearInterval(remembering);
    session.flushStorageData();
  });
  loadPage(window, options.address, options.log);
  return window;
}

/** Reloads the page after a crash, as often as `policy` allows. */
export function reviveAfterCrash(window: BrowserWindow, policy: RestartPolicy, onGone: (reason: string) => void): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    onGone(reason);
    const delayMs = reason === 'clean-exit' ? null : policy.delayAfterDeath(performance.now());
    if (delayMs === null) return;
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    }, delayMs);
  });
}

function groundNow(): string {
  return nativeTheme.shouldUseDarkColors ? ground.dark : ground.light;
}

function followBounds(window: BrowserWindow, onBounds: WindowOptions['onBounds']): void {
  let settling: NodeJS.Timeout | undefined;
  const notify = (): void => {
    clearTimeout(settling);
    onBounds({
      ...window.getNormalBounds(),
      maximized: window.isMaximized(),
      ...(window.isFullScreen() ? { fullScreen: true } : {}),
    });
  };
  const soon = (): void => {
    clearTimeout(settling);
    settling = setTimeout(notify, settleMs);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('enter-full-screen', soon);
  window.on('leave-full-screen', soon);
  window.on('close', notify);
  window.once('closed', () => clearTimeout(settling));
}
