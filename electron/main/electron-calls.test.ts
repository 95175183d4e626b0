// Calls into Electron that may reject, or return nothing, on one of the supported versions: fakes behave like that.
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { StowageError } from '@shared/errors';
import { appCalls } from './app-calls';
import { createFileDialogs } from './files/file-dialogs';
import { fileManager, startDrag } from './files/file-manager';
import { printReport } from './files/print-report';
import { systemProxy } from './network/network-keeper';
import { guardContents, guardSession } from './page/navigation-guard';
import { createStoreChildren } from './processes/store-children';
import { pictureOf } from './tour/tour';
import { loadPage, sendNotice } from './windows/reach-page';

const electron = vi.hoisted(() => ({
  app: { getFileIcon: vi.fn() },
  dialog: { showOpenDialog: vi.fn(), showSaveDialog: vi.fn() },
  clipboard: { writeText: vi.fn() },
  nativeImage: {
    createFromDataURL: (dataUrl: string) => ({ resize: () => ({ isEmpty: () => false, drawn: dataUrl }) }),
  },
  shell: { openPath: vi.fn(), showItemInFolder: vi.fn() },
  utilityProcess: { fork: vi.fn() },
  BrowserWindow: vi.fn(),
}));
vi.mock('electron', () => electron);

const gone = (): Error => new Error('Object has been destroyed');
const rejects = (): Promise<never> => Promise.reject(gone());

beforeEach(() => vi.resetAllMocks());

describe('dragging out', () => {
  const drags: { readonly icon: { readonly drawn?: string } }[] = [];
  const windowOf = (state: 'open' | 'closed'): BrowserWindow =>
    ({
      isDestroyed: () => state === 'closed',
      webContents: { startDrag: (item: (typeof drags)[number]) => drags.push(item) },
    }) as unknown as BrowserWindow;
  beforeEach(() => void drags.splice(0));

  it.each<[string, () => Promise<unknown>]>([
    ['rejects', () => Promise.reject(new Error('Failed to get file icon.'))],
    ['returns an empty image', () => Promise.resolve({ isEmpty: () => true })],
  ])('uses an icon of the app when the system’s %s', async (_how, icon) => {
    electron.app.getFileIcon.mockImplementation(icon);
    await startDrag(['/a.bin', '/b.bin'], windowOf('open'));
    expect(drags).toMatchObject([{ file: '/a.bin', files: ['/a.bin', '/b.bin'] }]);
    expect(drags[0]?.icon.drawn).toMatch(/^data:image\/png;base64,/);
  });

  it('uses the system’s icon when there is one, and does nothing when the window has closed', async () => {
    const icon = { isEmpty: () => false };
    electron.app.getFileIcon.mockResolvedValue(icon);
    await startDrag(['/a.txt'], windowOf('open'));
    await startDrag(['/a.txt'], windowOf('closed'));
    expect(drags.map((drag) => drag.icon)).toEqual([icon]);
  });
});

describe('the file manager', () => {
  it.each([
    ['', 'resolves'],
    ['Failed to open path', 'local.io'],
  ])('answered with %j: %s', async (answer, outcome) => {
    electron.shell.openPath.mockResolvedValue(answer);
    const shown = await fileManager.showFolder('/home/ada/cargo').then(
      () => 'resolves',
      (thrown: unknown) => {
        const { code, context } = StowageError.from(thrown);
        expect(context).toEqual({ what: 'file-manager', path: 'cargo' });
        return code;
      },
    );
    expect(shown).toBe(outcome);
  });
});

describe('copying to the clipboard', () => {
  const write = appCalls({} as never, {} as never)['clipboard.write'];
  const copy = async (): Promise<unknown> => write({ text: 'a' }, {} as never);

  it.each([
    ['returns nothing', () => undefined],
    ['resolves', () => Promise.resolve()],
  ])('succeeds when Electron %s', async (_how, answer) => {
    electron.clipboard.writeText.mockImplementation(answer);
    expect(await copy()).toEqual({});
  });

  it('fails when Electron rejects', async () => {
    electron.clipboard.writeText.mockImplementation(rejects);
    await expect(copy()).rejects.toThrow('destroyed');
  });
});

describe('a picture of the window', () => {
  const image = (bytes: string): object => ({ isEmpty: () => bytes === '', toPNG: () => Buffer.from(bytes) });
  const windowWith = (contents: object): BrowserWindow => ({ webContents: contents }) as unknown as BrowserWindow;
  const resolves = (value: unknown) => (): Promise<unknown> => Promise.resolve(value);

  it.each<[string, object, string]>([
    ['is empty', { executeJavaScript: resolves(null), capturePage: resolves(image('')) }, 'nothing to show'],
    ['cannot be taken', { executeJavaScript: resolves(null), capturePage: rejects }, 'destroyed'],
    ['is of a page that is gone', { executeJavaScript: rejects, capturePage: resolves(image('x')) }, 'destroyed'],
  ])('rejects when it %s', async (_how, contents, message) => {
    await expect(pictureOf(windowWith(contents))).rejects.toThrow(message);
  });

  it('is a PNG', async () => {
    const contents = { executeJavaScript: resolves(null), capturePage: resolves(image('png')) };
    expect((await pictureOf(windowWith(contents))).toString()).toBe('png');
  });
});

describe('printing a report', () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  let page = '';
  let isDestroyed = false;
  function standIn(print: () => Promise<unknown>, load: () => Promise<void> = () => Promise.resolve()): EventEmitter {
    isDestroyed = false;
    const webContents = Object.assign(new EventEmitter(), {
      session: { webRequest: { onBeforeRequest: () => undefined } },
      printToPDF: print,
    });
    electron.BrowserWindow.mockImplementation(function hidden() {
      return {
        webContents,
        loadFile: (path: string) => {
          page = path;
          return load();
        },
        isDestroyed: () => isDestroyed,
        destroy: () => {
          if (isDestroyed) throw gone();
          isDestroyed = true;
        },
      };
    });
    return webContents;
  }
  const destroyed = (): Promise<never> => {
    isDestroyed = true;
    return rejects();
  };

  it.each<[string, () => Promise<unknown>, (() => Promise<void>) | undefined]>([
    ['the print fails', rejects, undefined],
    ['the load fails', never, rejects],
    ['its window is destroyed', destroyed, undefined],
  ])('rejects and leaves nothing behind when %s', async (_how, print, load) => {
    standIn(print, load);
    await expect(printReport('<p>')).rejects.toThrow('destroyed');
    expect([isDestroyed, existsSync(page)]).toEqual([true, false]);
  });

  it.each([
    ['loads', never],
    ['prints', undefined],
  ])('rejects when the process of its page ends while it %s', async (_when, load) => {
    const contents = standIn(never, load);
    const printed = printReport('<p>');
    printed.catch(() => undefined);
    await expect.poll(() => contents.listenerCount('render-process-gone')).toBe(1);
    contents.emit('render-process-gone', {}, { reason: 'crashed' });
    await expect(printed).rejects.toMatchObject({ code: 'invalid.input' });
    expect(isDestroyed).toBe(true);
  });
});

describe('the page of a window', () => {
  it.each<[string, { readonly code?: string }, boolean, readonly string[]]>([
    ['logs that it cannot be loaded', { code: 'ERR_FAILED' }, false, ['ERR_FAILED']],
    ['is no fault when it gives way to another', { code: 'ERR_ABORTED' }, false, []],
    ['is no fault when the window closes meanwhile', { code: 'ERR_FAILED' }, true, []],
  ])('%s', async (_what, failure, isDestroyed, logged) => {
    const log: string[] = [];
    const window = {
      loadURL: () => Promise.reject(Object.assign(new Error('canary'), failure)),
      isDestroyed: () => isDestroyed,
    };
    loadPage(window, 'app://stowage/', (line) => log.push(line));
    await new Promise(setImmediate);
    expect(log.map((line) => /ERR_\w+$/.exec(line)?.[0])).toEqual(logged);
    expect(log.join()).not.toContain('canary');
  });

  it('gets no notice when it is gone', () => {
    const contents = {
      send: () => {
        throw gone();
      },
    };
    expect(() => sendNotice(contents, { stowage: 'opened' })).not.toThrow();
  });

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'stays where it is on %s',
    (event) => {
      let handler: unknown;
      const contents = Object.assign(new EventEmitter(), {
        setWindowOpenHandler: (given: () => unknown) => (handler = given()),
        setWebRTCIPHandlingPolicy: () => undefined,
      });
      guardContents(contents as never);
      const preventDefault = vi.fn();
      contents.emit(event, { preventDefault });
      expect(preventDefault).toHaveBeenCalledOnce();
      expect(handler).toEqual({ action: 'deny' });
    },
  );

  it('captures no screen', () => {
    const answers: unknown[] = [];
    const ignored = (): void => undefined;
    guardSession({
      webRequest: { onBeforeRequest: ignored },
      on: ignored,
      setPermissionRequestHandler: ignored,
      setPermissionCheckHandler: ignored,
      setDevicePermissionHandler: ignored,
      setSpellCheckerEnabled: ignored,
      setSpellCheckerLanguages: ignored,
      setDisplayMediaRequestHandler: (handler: (request: object, answer: (streams: unknown) => void) => void) =>
        handler({}, (streams) => answers.push(streams)),
    } as never);
    expect(answers).toEqual([null]);
  });
});

describe('the system’s proxy', () => {
  const answering = (answer: string) => ({
    forceReloadProxyConfig: () => Promise.resolve(),
    resolveProxy: () => Promise.resolve(answer),
  });

  it.each([[''], ['DIRECT']])('is none when Chromium answers %j', async (answer) => {
    expect(await systemProxy(answering(answer), {})).toBeNull();
  });

  it.each([['nonsense'], ['PROXY']])('is one that cannot be used when Chromium answers %j', async (answer) => {
    expect(await systemProxy(answering(answer), {})).toMatchObject({ proxy: { name: answer, scheme: 'unusable' } });
  });
});

describe('the embedded store', () => {
  it('does not fail main when V8 gives up in its process', async () => {
    const child = Object.assign(new EventEmitter(), { stdout: null, stderr: null, postMessage: () => undefined });
    electron.utilityProcess.fork.mockReturnValue(child);
    const stores = createStoreChildren({ program: '/p', stopLimitMs: 1, mayBegin: Promise.resolve() });
    await stores.start([]);
    expect(() => child.emit('error', 'FatalError', 'Reached heap limit', '{}')).not.toThrow();
  });
});

it('a file dialog: is the only one over its window, whichever are requested meanwhile', async () => {
  const window = {} as BrowserWindow;
  const answers: ((answer: object) => void)[] = [];
  for (const show of [electron.dialog.showOpenDialog, electron.dialog.showSaveDialog])
    show.mockImplementation(() => new Promise((answer) => answers.push(answer)));
  const first = createFileDialogs(window).open({});
  const meanwhile = [createFileDialogs(window).open({}), createFileDialogs(window).save('x')];
  expect(await Promise.all(meanwhile)).toEqual([[], null]);
  const other = createFileDialogs({} as BrowserWindow).save('y');
  expect(answers).toHaveLength(2);
  answers[0]?.({ canceled: false, filePaths: ['/picked'] });
  answers[1]?.({ canceled: true });
  expect([await first, await other]).toEqual([['/picked'], null]);
  electron.dialog.showSaveDialog.mockRejectedValueOnce(gone());
  await expect(createFileDialogs(window).save('z')).rejects.toThrow('destroyed');
  electron.dialog.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath: '/saved' });
  expect(await createFileDialogs(window).save('z')).toBe('/saved');
});
