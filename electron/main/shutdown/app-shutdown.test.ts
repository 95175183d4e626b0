// Quitting the app as main composes it, with a fake app that quits as Electron does: windows first, then everything
// else.
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { work as movingWork } from '../desktop/fixtures/work';
import type { Work } from '../desktop/work';
import { type AppEnd, createAppEnd } from './app-shutdown';

class App extends EventEmitter {
  readonly commandLine = { appendSwitch: () => undefined };
  readonly exits: number[] = [];
  /** Whether windows closed, and what happened to the rest. */
  quits: ('held' | 'windows closed' | 'gone')[] = [];
  quit(): void {
    if (this.#isHeld('before-quit')) this.quits.push('held');
    else this.quits.push(this.#isHeld('will-quit') ? 'windows closed' : 'gone');
  }
  exit(code: number): void {
    this.exits.push(code);
  }
  #isHeld(event: string): boolean {
    let isHeld = false;
    this.emit(event, { preventDefault: () => (isHeld = true) });
    return isHeld;
  }
}

let app: App;
let power: EventEmitter;
let signals: EventEmitter & { platform: string };
let work: readonly Work[];
let focused: string | null;
let requested: { readonly window: string | null; readonly answer: (answer: 'quit' | 'keep') => void }[];
let cleaned: number;
let letClean: { readonly done: () => void; readonly broken: (error: Error) => void };
let logged: string[];
let relaunched: (readonly string[])[];
let end: AppEnd<string>;

function start(platform: 'linux' | 'darwin'): void {
  app = new App();
  power = new EventEmitter();
  signals = Object.assign(new EventEmitter(), { platform });
  work = [movingWork()];
  focused = null;
  requested = [];
  cleaned = 0;
  logged = [];
  relaunched = [];
  end = createAppEnd<string>({
    app: app as never,
    powerMonitor: power as never,
    process: signals as never,
    request: (window) => new Promise((answer) => requested.push({ window, answer })),
    focusedWindow: () => focused,
    frontWindow: () => 'front',
    work: () => work,
    cleanUp: () => {
      cleaned += 1;
      return new Promise<void>((done, broken) => (letClean = { done, broken }));
    },
    relaunch: (opens) => relaunched.push(opens),
    log: (line) => logged.push(line),
  });
  end.listen();
}
beforeEach(() => start('linux'));

describe('quitting by the user', () => {
  it('prompts while work is running, in the focused window, else in the front one', async () => {
    app.quit();
    focused = 'beside';
    requested[0]?.answer('keep');
    await expect.poll(() => (app.quit(), requested.length)).toBe(2);
    expect(requested.map(({ window }) => window)).toEqual(['front', 'beside']);
    expect(end.isShuttingDown(), 'windows were not asked to close').toBe(false);
    expect(cleaned).toBe(0);
    expect(app.quits).not.toContain('windows closed');
  });

  it('closes windows, then everything else, then the process, each once, after the user confirms', async () => {
    app.quit();
    requested[0]?.answer('quit');
    await expect.poll(() => app.quits).toEqual(['held', 'windows closed']);
    expect(end.isShuttingDown()).toBe(true);
    expect([cleaned, app.exits]).toEqual([1, []]);
    app.quit();
    end.exit(3);
    expect(app.quits.at(-1), 'not cut short by a second one').toBe('windows closed');
    expect(cleaned).toBe(1);
    letClean.done();
    await expect.poll(() => app.exits).toEqual([0]);
    expect(requested).toHaveLength(1);
  });

  it('does not prompt while no work is running', () => {
    work = [];
    app.quit();
    expect(app.quits).toEqual(['windows closed']);
    expect(requested).toEqual([]);
  });

  it('prompts again when a window remained open for its staged edits', async () => {
    app.quit();
    requested[0]?.answer('quit');
    await expect.poll(() => end.isShuttingDown()).toBe(true);
    end.stay();
    expect(end.isShuttingDown()).toBe(false);
    expect(end.beforeClose('last', 'front')).toBe('wait');
    expect(requested).toHaveLength(2);
  });
});

describe('the last window', () => {
  it('is held open by the prompt, unlike one of several', () => {
    expect(end.beforeClose('one of several', 'beside')).toBe('go');
    expect(end.beforeClose('last', 'only')).toBe('wait');
    expect(requested.map(({ window }) => window)).toEqual(['only']);
  });

  it('quits the app when the last window closes', () => {
    work = [];
    expect(end.beforeClose('last', 'only')).toBe('go');
    app.emit('window-all-closed');
    expect(app.quits).toEqual(['windows closed']);
  });

  it('closes alone on macOS, where the app keeps running, unless the app is quitting', () => {
    start('darwin');
    expect(end.beforeClose('last', 'only')).toBe('go');
    app.emit('window-all-closed');
    expect(app.quits).toEqual([]);
    power.emit('shutdown', { preventDefault: () => undefined });
    app.quits = [];
    app.emit('window-all-closed');
    expect(app.quits).toEqual(['windows closed']);
    expect(requested).toEqual([]);
  });
});

describe('quitting without the user', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('closes windows unasked by %s, however often, then all', async (signal) => {
    signals.emit(signal);
    signals.emit(signal);
    expect([end.isShuttingDown(), cleaned, requested.length]).toEqual([true, 1, 0]);
    expect(app.quits).toEqual(['windows closed']);
    letClean.done();
    await expect.poll(() => app.exits).toEqual([0]);
  });

  it('waits only a limited time for a window that remains open', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(app, 'quit').mockReturnValue(undefined);
    signals.emit('SIGTERM');
    vi.advanceTimersByTime(2_999);
    expect(cleaned).toBe(0);
    vi.advanceTimersByTime(1);
    expect(cleaned).toBe(1);
  });

  it('waits for closing windows without a prompt when the machine shuts down', () => {
    let waits = false;
    power.emit('shutdown', { preventDefault: () => (waits = true) });
    expect([waits, end.beforeClose('last', 'only')]).toEqual([true, 'go']);
    expect(app.quits).toEqual(['windows closed']);
    expect(requested).toEqual([]);
  });

  it('waits for closing windows without a prompt when the user logs off from Windows', () => {
    const window = new EventEmitter();
    app.emit('browser-window-created', {}, window);
    window.emit('session-end');
    expect(app.quits).toEqual(['windows closed']);
  });

  it('logs errors of the shutdown and quits all the same', async () => {
    end.exit(0);
    letClean.broken(new Error('canary'));
    await expect.poll(() => app.exits).toEqual([1]);
    expect(logged).toEqual(['The app did not end cleanly: An unexpected Error was thrown.']);
  });

  it.each(['done', 'broken'] as const)('is started again by whoever started it meanwhile, %s or not', async (how) => {
    expect(end.hasBegun()).toBe(false);
    end.exit(0);
    expect(end.hasBegun()).toBe(true);
    end.startAgain(['a']);
    end.startAgain([]);
    expect(relaunched, 'it has not ended yet').toEqual([]);
    if (how === 'done') letClean.done();
    else letClean.broken(new Error('no'));
    await expect.poll(() => app.exits).toHaveLength(1);
    expect(relaunched).toEqual([['a']]);
  });

  it('exits with the code that was requested first', async () => {
    end.exit(2);
    end.exit(0);
    letClean.broken(new Error('no'));
    await expect.poll(() => app.exits).toEqual([2]);
    expect(relaunched).toEqual([]);
  });
});
