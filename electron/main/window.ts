// The one window: created locked down, shown when it has something to show, reopened where it was.
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { appStartUrl } from './app-address';
import { readJsonFile, writeJsonFile } from './json-file';
import { guardContents } from './navigation-guard';
import { type SavedBounds, placeWindow, savedBounds, smallestSize } from './window-bounds';

/** What is seen before the first paint; the same as the page's own ground in each theme. */
const ground = { light: '#f6f7f9', dark: '#12161d' } as const;
const settleMs = 400;
/** Left to itself, the browser writes seconds later what the page remembers; a process that is killed then forgets it. */
const rememberEveryMs = 1_000;

export interface WindowOptions {
  readonly preloadPath: string;
  /** Remembers size and place. */
  readonly boundsPath: string;
  readonly saved: SavedBounds | null;
  readonly log: (line: string) => void;
}

/** Reads where the window was; null on the first start or when the file is damaged. */
export async function readSavedBounds(path: string): Promise<SavedBounds | null> {
  const content = await readJsonFile(path, savedBounds, new Date());
  return content.state === 'read' ? content.value : null;
}

export interface OpenedWindow {
  readonly window: BrowserWindow;
  /** Resolves when the place of the window is on disk as far as it is known. */
  readonly boundsSaved: () => Promise<void>;
}

export function openWindow(options: WindowOptions): OpenedWindow {
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
      enableWebSQL: false,
    },
  });
  guardContents(window.webContents);
  window.once('ready-to-show', () => {
    if (options.saved?.maximized) window.maximize();
    window.show();
  });
  const recolour = (): void => window.setBackgroundColor(groundNow());
  nativeTheme.on('updated', recolour);
  window.once('closed', () => nativeTheme.off('updated', recolour));
  const boundsSaved = rememberBounds(window, options);
  const { session } = window.webContents;
  const remembering = setInterval(() => session.flushStorageData(), rememberEveryMs);
  window.once('closed', () => {
    clearInterval(remembering);
    session.flushStorageData();
  });
  void window.loadURL(appStartUrl);
  return { window, boundsSaved };
}

function groundNow(): string {
  return nativeTheme.shouldUseDarkColors ? ground.dark : ground.light;
}

function rememberBounds(window: BrowserWindow, options: WindowOptions): () => Promise<void> {
  let settling: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  const save = (): void => {
    clearTimeout(settling);
    const bounds: SavedBounds = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    saving = saving
      .then(() => writeJsonFile(options.boundsPath, bounds))
      .catch((error: unknown) => options.log(`The window's place could not be saved: ${String(error)}`));
  };
  const soon = (): void => {
    clearTimeout(settling);
    settling = setTimeout(save, settleMs);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('close', save);
  return () => saving;
}
