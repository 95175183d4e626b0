// All windows of the engine: opened, restored with their positions, notified. Each has its own tabs; main knows a
// window by a name, which the page finds in its URL.
import type { BrowserWindow, WebContents } from 'electron';
import { type FormatChoice, formatsText, neutralFormats } from '@shared/strings/formats';
import type { WindowNotice } from '@shared/ipc/window-api';
import { appStartUrl, isAppStart } from '../page/app-address';
import type { SavedBounds } from './window-bounds';
import { loadPage, sendNotice } from './reach-page';
import { type SavedWindow, type WindowListFile, besides, firstWindowId, freeWindowId } from './window-list';

export interface WindowsOptions {
  /** The windows of the last session, the front one last. */
  readonly saved: readonly [SavedWindow, ...SavedWindow[]];
  readonly file: WindowListFile;
  readonly open: (options: {
    readonly address: string;
    readonly saved: SavedBounds | null;
    readonly onBounds: (bounds: SavedBounds) => void;
  }) => BrowserWindow;
  readonly onOpened: (window: BrowserWindow) => void;
  /** Called before a window closes. `wait` keeps it open for now. */
  readonly beforeClose: (which: 'last' | 'one of several', window: BrowserWindow) => 'go' | 'wait';
  /** Its page has not responded to closing for seconds. */
  readonly promptHung: (window: BrowserWindow) => Promise<'close' | 'wait'>;
  /** Whether windows close because the app quits; then they are restored next time. */
  readonly isShuttingDown: () => boolean;
  readonly onAllClosed: () => void;
  readonly log: (line: string) => void;
}

export interface Windows {
  /** Opens the windows of the last session if none is open. */
  readonly restoreWindows: () => void;
  /** Sets the language and the formats of windows that load from now on. */
  readonly setLanguage: (language: string, formats: FormatChoice) => void;
  /** Reloads the page, because existing texts keep their language and formats. */
  loadAnew(contents: WebContents): void;
  /** Opens another window, empty except for what it takes over. False when there are too many. */
  openAnother(carries?: string): boolean;
  /** The things that the window was opened with; returned once. */
  takeCarried(contents: WebContents): string | null;
  /** The most recently used window; null when there is none. */
  front(): BrowserWindow | null;
  /** Brings it to the front; opens those of the last session if none is open. */
  readonly showFront: () => void;
  /** The window with this page; null for unknown contents. */
  of(contents: WebContents): BrowserWindow | null;
  readonly all: () => readonly BrowserWindow[];
  notify(notice: WindowNotice, who?: 'all' | 'front'): void;
  notifyOthers(than: BrowserWindow, notice: WindowNotice): void;
  /** The app does not quit after all, so windows closed meanwhile are forgotten. */
  stay(): void;
}

interface Open {
  readonly id: string;
  readonly window: BrowserWindow;
  bounds: SavedBounds | null;
  carries: string | null;
  /** Closing at the request of the user or because the app quits, as opposed to a reload. */
  isClosing: boolean;
}

export function createWindows(options: WindowsOptions): Windows {
  /** Ordered by last use, the front one last. */
  let open: readonly Open[] = [];
  /** As stored, including those that closed because the app quits. */
  let savedWindows: readonly SavedWindow[] = options.saved;

  let spoken = spokenParameters('system', neutralFormats);

  const keep = (next: readonly SavedWindow[]): void => {
    savedWindows = next;
    options.file.write(next);
  };
  const keepOpen = (): void => {
    const ids = new Set(open.map(({ id }) => id));
    const closed = options.isShuttingDown() ? savedWindows.filter(({ id }) => !ids.has(id)) : [];
    keep([...closed, ...open.map(({ id, bounds }) => ({ id, bounds }))]);
  };

  const openOne = ({ id, bounds }: SavedWindow, start: 'fresh' | 'kept', carries: string | null): void => {
    const window = options.open({
      address: addressOf(id, start, spoken),
      saved: bounds,
      onBounds: (moved) => {
        opened.bounds = moved;
        keepOpen();
      },
    });
    const opened: Open = { id, window, bounds, carries, isClosing: false };
    open = [...open, opened];
    window.on('focus', () => {
      open = [...open.filter((each) => each !== opened), opened];
    });
    window.on('close', (event) => {
      opened.isClosing = options.beforeClose(open.length === 1 ? 'last' : 'one of several', window) === 'go';
      if (!opened.isClosing) event.preventDefault();
    });
    window.webContents.on('will-prevent-unload', (event) => {
      // After the reload, the page restores staged edits from where they are stored.
      if (!opened.isClosing) event.preventDefault();
      else
        send(window, {
          stowage: 'held-open',
          comesBack: options.isShuttingDown() || open.length === 1 ? 'again' : 'gone',
        });
      opened.isClosing = false;
    });
    watchHung(
      window,
      () => opened.isClosing,
      () => options.promptHung(window),
    );
    window.once('closed', () => {
      const isLast = open.length === 1;
      open = open.filter((each) => each !== opened);
      if (isLast) options.onAllClosed();
      else keepOpen();
    });
    // A page can navigate to about:blank, or to an address that a reload does not find, without any request to main.
    const comeBackFrom = (address: string): void => {
      if (!isAppStart(address)) loadPage(window, addressOf(id, 'kept', spoken), options.log);
    };
    window.webContents.on('did-navigate', (_event, address) => comeBackFrom(address));
    window.webContents.on('did-fail-load', (_event, _code, _text, address, isMainFrame) => {
      if (isMainFrame) comeBackFrom(address);
    });
    options.onOpened(window);
  };
  const front = (): BrowserWindow | null => open.at(-1)?.window ?? null;
  const restoreWindows = (): void => {
    if (open.length > 0) return;
    for (const each of savedWindows) openOne(each, 'kept', null);
  };

  return {
    restoreWindows,
    setLanguage: (language, formats) => {
      spoken = spokenParameters(language, formats);
    },
    loadAnew: (contents) => {
      const opened = open.find(({ window }) => window.webContents === contents);
      if (opened !== undefined) loadPage(opened.window, addressOf(opened.id, 'kept', spoken), options.log);
    },
    openAnother: (carries) => {
      const id = freeWindowId(open.map((each) => each.id));
      if (id === null) return false;
      const beside = open.at(-1);
      const bounds = beside === undefined ? null : besides(boundsOf(beside.window));
      openOne({ id, bounds }, 'fresh', carries ?? null);
      keepOpen();
      return true;
    },
    takeCarried: (contents) => {
      const opened = open.find(({ window }) => window.webContents === contents);
      const carried = opened?.carries ?? null;
      if (opened !== undefined) opened.carries = null;
      return carried;
    },
    front,
    showFront: () => {
      const window = front();
      if (window === null) {
        restoreWindows();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    of: (contents) => open.find(({ window }) => window.webContents === contents)?.window ?? null,
    all: () => open.map(({ window }) => window),
    notify: (notice, who = 'all') => {
      const recipients = who === 'all' ? open.map(({ window }) => window) : open.slice(-1).map(({ window }) => window);
      for (const window of recipients) send(window, notice);
    },
    notifyOthers: (than, notice) => {
      for (const { window } of open) if (window !== than) send(window, notice);
    },
    stay: keepOpen,
  };
}

function send(window: BrowserWindow, notice: WindowNotice): void {
  if (!window.isDestroyed()) sendNotice(window.webContents, notice);
}

function boundsOf(window: BrowserWindow): SavedBounds {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

/** The page must know its language and formats before it loads anything with texts. */
function spokenParameters(language: string, formats: FormatChoice): readonly string[] {
  const text = formatsText(formats);
  const isNeutral = text === formatsText(neutralFormats);
  return [`language=${encodeURIComponent(language)}`, ...(isNeutral ? [] : [`formats=${text}`])];
}

/** `fresh`: stored data of a closed window with the same name is discarded. */
function addressOf(id: string, start: 'fresh' | 'kept', spoken: readonly string[]): string {
  const parameters = [
    ...spoken,
    ...(id === firstWindowId ? [] : [`window=${id}`]),
    ...(start === 'fresh' ? ['start=fresh'] : []),
  ];
  return `${appStartUrl}?${parameters.join('&')}`;
}

/** Quitting again has no effect while the app is quitting, so a user who attempts it is prompted again. */
const retryAfterMs = 10_000;

/** `isClosing`: the window was requested to close, and its page has not objected. */
export function watchHung(
  window: Pick<BrowserWindow, 'on' | 'destroy' | 'isDestroyed'>,
  isClosing: () => boolean,
  prompt: () => Promise<'close' | 'wait'>,
): void {
  let isAsking = false;
  // The page may have recovered meanwhile, and stay open for its staged edits.
  const isHung = (): boolean => isClosing() && !window.isDestroyed();
  const settle = async (): Promise<void> => {
    while (isHung()) {
      // A prompt that could not be shown is shown again.
      if ((await prompt().catch(() => 'wait')) === 'close') {
        if (isHung()) window.destroy();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  };
  // A page that does not answer is reported as unresponsive after five seconds.
  window.on('unresponsive', () => {
    if (isAsking || !isHung()) return;
    isAsking = true;
    void settle().finally(() => (isAsking = false));
  });
}
