// What a compromised page can get from its bridge to the app: the contract's calls, and nothing else.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from '../fixtures/app';
import { expect, test } from '../fixtures/bad-page';

test('the page has three functions and nothing of Node', async ({ bad: { page } }) => {
  expect(await page.evaluate(() => Object.keys(window.stowage).sort())).toEqual([
    'connectEngine',
    'invoke',
    'registerDroppedFiles',
  ]);
  const reachable = await page.evaluate(() =>
    ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname', 'setImmediate', 'electron'].filter(
      (name) => name in window,
    ),
  );
  expect(reachable).toEqual([]);
  const replaced = await page.evaluate(() => {
    const original = window.stowage.invoke;
    try {
      Object.assign(window.stowage, { invoke: () => Promise.resolve({ t: 'done', id: 0, value: 'forged' }) });
    } catch {
      return 'refused';
    }
    return window.stowage.invoke === original ? 'ignored' : 'replaced';
  });
  expect(replaced).not.toBe('replaced');
});

test('the window is locked down in every setting', async ({ bad: { running } }) => {
  const preferences = await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const contents = window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      return contents.getLastWebPreferences();
    }),
  );
  expect(preferences).toHaveLength(1);
  expect(preferences[0]).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    allowRunningInsecureContent: false,
  });
});

test('main answers its half of the contract, within the contract, and nothing else', async ({ bad: { page } }) => {
  const invoke = (name: unknown, input: unknown) =>
    page.evaluate(([invoked, given]) => window.stowage.invoke(invoked as string, given), [name, input]);
  expect(await invoke('app.info', {})).toMatchObject({ t: 'done' });
  for (const name of [
    'nothing',
    'toString',
    '__proto__',
    'constructor',
    'tables.list',
    'secrets.read',
    'sources.resolve',
    '',
  ]) {
    expect(await invoke(name, { connectionId: 'local', id: 'local', token: 'x' })).toMatchObject({ t: 'failed' });
  }
  for (const name of [7, null, { toString: 1 }, ['app.info']]) {
    expect(await invoke(name, {})).toMatchObject({ t: 'failed', error: { code: 'invalid.refused' } });
  }
  const malformed: readonly (readonly [string, unknown])[] = [
    ['settings.write', { theme: 'plaid' }],
    ['settings.write', { pageSize: 1e9 }],
    ['clipboard.write', { text: 7 }],
    ['clipboard.write', null],
    ['dialogs.pick-upload-sources', { kind: 'everything' }],
    ['tour.capture', { index: 1, of: 1, id: '../../x', title: '', text: '' }],
  ];
  for (const [name, input] of malformed) {
    expect(await invoke(name, input)).toMatchObject({ t: 'failed', error: { code: 'invalid.input' } });
  }
});

test('a page cannot make up dropped files', async ({ bad: { page }, newFolder }) => {
  const path = join(await newFolder('forged'), 'secret.txt');
  await writeFile(path, 'x');
  const registered = await page.evaluate(
    (forged) =>
      window.stowage.registerDroppedFiles([
        { path: forged, name: 'secret.txt', size: 1 },
        Object.defineProperty(new File(['x'], 'secret.txt'), 'path', { value: forged }),
        Object.setPrototypeOf({ path: forged }, File.prototype) as object,
      ]),
    path,
  );
  expect(registered).toEqual({ t: 'done', id: 0, value: [] });
});

test('messages from other contents and other origins are ignored', async ({ bad: { running } }) => {
  const answers = await running.app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload } });
      const received: unknown[] = [];
      for (const url of ['app://stowage/index.html', 'about:blank']) {
        await stranger.loadURL(url);
        const invoke = 'window.stowage ? window.stowage.invoke("app.info", {}) : null';
        received.push(await stranger.webContents.executeJavaScript(invoke));
      }
      stranger.destroy();
      return received;
    },
    join(projectDir, 'out', 'preload', 'index.js'),
  );
  expect(answers[0]).toMatchObject({ t: 'failed', error: { code: 'invalid.refused' } });
  if (answers[1] !== null) expect(answers[1]).toMatchObject({ t: 'failed', error: { code: 'invalid.refused' } });
});
