// The windows as main manages them: which are restored, which one is notified, and what a closing one means. The fake
// windows have only what their owner uses of one.
import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SavedWindow } from './window-list';
import { type Windows, createWindows } from './windows';

class Window extends EventEmitter {
  readonly report: unknown[] = [];
  readonly webContents = Object.assign(new EventEmitter(), {
    send: (_channel: string, notice: unknown) => this.report.push(notice),
  });
  isGone = false;
  readonly loaded: string[] = [];
  /** The calls that brought it to the front. */
  readonly done: string[] = [];
  constructor(
    address: string,
    readonly saved: SavedWindow['bounds'],
    readonly move: (bounds: SavedWindow['bounds']) => void,
  ) {
    super();
    this.loaded.push(address);
  }
  get address(): string {
    return this.loaded.at(-1)!;
  }
  loadURL(address: string): Promise<void> {
    this.loaded.push(address);
    return Promise.resolve();
  }
  isDestroyed(): boolean {
    return this.isGone;
  }
  isMinimized(): boolean {
    return this.done.includes('minimized') && !this.done.includes('restore');
  }
  restore(): void {
    this.done.push('restore');
  }
  show(): void {
    this.done.push('show');
  }
  focus(): void {
    this.done.push('focus');
  }
  isMaximized(): boolean {
    return false;
  }
  getNormalBounds(): typeof savedBounds {
    return savedBounds;
  }
  destroy(): void {
    this.isGone = true;
    this.emit('closed');
  }
  /** As the user closes it. */
  close(): 'closed' | 'kept' {
    let prevented = 0;
    this.emit('close', { preventDefault: () => (prevented += 1) });
    if (prevented > 0) return 'kept';
    this.isGone = true;
    this.emit('closed');
    return 'closed';
  }
}

const savedBounds = { x: 1, y: 2, width: 900, height: 600 };
let opened: Window[];
let written: readonly SavedWindow[];
let requested: string[];
let isShuttingDown: boolean;
let answer: 'go' | 'wait';
let windows: Windows;

function start(...savedWindows: [SavedWindow, ...SavedWindow[]]): void {
  opened = [];
  windows = createWindows({
    saved: savedWindows,
    file: { write: (list) => void (written = list), written: () => Promise.resolve() },
    open: ({ address, saved, onBounds }) => {
      const window = new Window(address, saved, (bounds) => bounds && onBounds(bounds));
      opened.push(window);
      return window as unknown as BrowserWindow;
    },
    onOpened: () => undefined,
    beforeClose: (which) => {
      requested.push(which);
      return answer;
    },
    promptHung: () => {
      requested.push('hung');
      return Promise.resolve('close');
    },
    isShuttingDown: () => isShuttingDown,
    onAllClosed: () => requested.push('all closed'),
    log: () => undefined,
  });
  windows.restoreWindows();
}
const ids = (): readonly string[] => written.map(({ id }) => id);

beforeEach(() => {
  written = [];
  requested = [];
  isShuttingDown = false;
  answer = 'go';
});

describe('the windows', () => {
  it('open as they were saved, each under its own name, and an additional one starts empty', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    windows.restoreWindows();
    expect(windows.openAnother('a tab')).toBe(true);
    expect(opened.map(({ address }) => address.split('index.html')[1])).toEqual([
      '?language=system',
      '?language=system&window=w2',
      '?language=system&window=w3&start=fresh',
    ]);
    const third = windows.front();
    expect(windows.takeCarried(third!.webContents)).toBe('a tab');
    expect(windows.takeCarried(third!.webContents)).toBeNull();
  });

  it('reload in the current language when their pages request it, and preserve their tabs', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    windows.setLanguage('de', { numbers: 'space', byteUnits: 'decimal', timeForm: 'iso' });
    expect(opened.map(({ loaded }) => loaded.length)).toEqual([1, 1]);
    for (const contents of windows.all().map(({ webContents }) => webContents)) windows.loadAnew(contents);
    expect(opened.map(({ loaded }) => loaded.length)).toEqual([2, 2]);
    expect(opened.map(({ address }) => address.split('index.html')[1])).toEqual([
      '?language=de&formats=space.decimal.iso',
      '?language=de&formats=space.decimal.iso&window=w2',
    ]);
  });

  it('forget a window that closes while others are open, and restore those that close with the app', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null }, { id: 'w3', bounds: null });
    opened[1]?.close();
    expect(ids()).toEqual(['main', 'w3']);
    isShuttingDown = true;
    opened[0]?.close();
    expect(ids()).toEqual(['main', 'w3']);
    opened[2]?.close();
    expect(ids()).toEqual(['main', 'w3']);
    expect(requested).toEqual(['one of several', 'one of several', 'last', 'all closed']);
  });

  it('forget closed windows when the app keeps running after all', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    isShuttingDown = true;
    opened[0]?.close();
    isShuttingDown = false;
    windows.stay();
    expect(ids()).toEqual(['w2']);
  });

  it('notify a page that keeps its window open whether it will be restored, and let it reload', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    const [first, second] = opened;
    let loads = 0;
    const hold = (window: Window | undefined): void =>
      void window?.webContents.emit('will-prevent-unload', { preventDefault: () => (loads += 1) });
    hold(first);
    expect([loads, first?.report]).toEqual([1, []]);
    const closing = { preventDefault: () => undefined };
    first?.emit('close', closing);
    hold(first);
    isShuttingDown = true;
    second?.emit('close', closing);
    hold(second);
    expect(loads).toBe(1);
    expect(first?.report).toEqual([{ stowage: 'held-open', comesBack: 'gone' }]);
    expect(second?.report).toEqual([{ stowage: 'held-open', comesBack: 'again' }]);
    isShuttingDown = false;
    second?.close();
    first?.emit('close', closing);
    hold(first);
    expect(first?.report.at(-1), 'the last one opens with the app').toEqual({
      stowage: 'held-open',
      comesBack: 'again',
    });
  });

  it('remain open while the prompt before quitting waits for its answer', () => {
    start({ id: 'main', bounds: null });
    answer = 'wait';
    expect(opened[0]?.close()).toBe('kept');
    expect(windows.all()).toHaveLength(1);
  });

  it('notify the most recently used window, all windows, or all but the sender', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    const [first, second] = opened;
    first?.emit('focus');
    windows.notify({ stowage: 'opened' }, 'front');
    windows.notify({ stowage: 'engine-state', state: 'running' });
    windows.notifyOthers(second as unknown as BrowserWindow, { stowage: 'opened' });
    expect([first?.report.length, second?.report.length]).toEqual([3, 1]);
    expect(windows.of({} as never)).toBeNull();
  });

  it('notify all other windows when the page of one is gone', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    const [first, second] = opened;
    first!.webContents.send = () => {
      throw new TypeError('Object has been destroyed');
    };
    windows.notify({ stowage: 'opened' });
    expect(second?.report).toEqual([{ stowage: 'opened' }]);
  });

  it('are restored at the position where they were moved, the front one last', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    opened[0]?.emit('focus');
    const moved = { ...savedBounds, x: 300, maximized: false };
    opened[0]?.move(moved);
    expect(written).toEqual([
      { id: 'w2', bounds: null },
      { id: 'main', bounds: moved },
    ]);
  });

  it('are brought forward by the one used last, out of the dock too', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    const [first, second] = opened;
    first?.emit('focus');
    first?.done.push('minimized');
    windows.showFront();
    expect([first?.done, second?.done]).toEqual([['minimized', 'restore', 'show', 'focus'], []]);
  });

  it('restore the window that closed last, at its position, when the app kept running without a window', () => {
    start({ id: 'main', bounds: null }, { id: 'w2', bounds: null });
    const moved = { ...savedBounds, x: 300, maximized: false };
    opened[1]?.move(moved);
    opened[0]?.close();
    opened[1]?.close();
    expect(windows.front()).toBeNull();
    windows.showFront();
    expect(windows.all()).toHaveLength(1);
    expect(opened.at(-1)?.address).toContain('window=w2');
    expect(opened.at(-1)?.saved).toEqual(moved);
  });

  it('are limited to the available names, and reuse the names of closed windows', () => {
    start({ id: 'main', bounds: null });
    while (windows.openAnother());
    expect(windows.all()).toHaveLength(20);
    opened[4]?.close();
    expect(windows.openAnother()).toBe(true);
    expect(opened.at(-1)?.address).toContain('window=w5&start=fresh');
  });
});

describe('window with an unresponsive page', () => {
  it('closes when the user confirms, if it was requested to close', async () => {
    start({ id: 'main', bounds: null });
    const [window] = opened;
    window!.emit('unresponsive');
    expect(requested, 'nobody closes it').toEqual([]);
    window!.emit('close', { preventDefault: () => undefined });
    window!.emit('unresponsive');
    await expect.poll(() => requested).toEqual(['last', 'hung', 'all closed']);
  });
});
