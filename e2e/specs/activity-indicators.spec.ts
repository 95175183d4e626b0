// The effects of a running job outside the window: the taskbar bar, a machine kept awake, a notification when it ends
// unseen, a confirmation before the app quits; and what happens when the engine dies.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { MiB } from '@shared/units';
import type { ProxiedRequest } from '../../electron/testing/fault-proxy';
import type { RunningApp } from '../fixtures/app';
import { beginWith } from '../fixtures/begin-with';
import { dropFiles } from '../fixtures/drop-files';
import { engineName, killEngine, pidsOf } from '../fixtures/processes';
import { blockRequests, expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

const isBlock = ({ method, query }: Pick<ProxiedRequest, 'method' | 'query'>): boolean =>
  method === 'PUT' && query.get('comp') === 'block';
const idsOf = (requests: readonly ProxiedRequest[]): string[] =>
  requests.map(({ query }) => query.get('blockid') ?? '');

interface Indicators {
  readonly bars: readonly number[];
  readonly notices: readonly { readonly title: string; readonly body: string }[];
  readonly queries: readonly { readonly message: string; readonly buttons: readonly string[] }[];
}
interface Watched {
  signs: { bars: number[]; notices: Indicators['notices'][number][]; queries: Indicators['queries'][number][] };
  answer: number;
  tray: { menu: Electron.Menu | null; tooltip: string };
}

/** Records the system calls of main, whose effects cannot be observed directly, and answers dialogs as configured. */
async function watchIndicators(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow, Menu, Notification, Tray, dialog }) => {
    const watched: Watched = {
      signs: { bars: [], notices: [], queries: [] },
      answer: 1,
      tray: { menu: null, tooltip: '' },
    };
    Object.assign(globalThis, { watched });
    for (const window of BrowserWindow.getAllWindows()) {
      window.setProgressBar = (share) => void watched.signs.bars.push(share);
    }
    Notification.isSupported = () => true;
    // The system's methods cannot be replaced; the only observable of a notification is that main listens for a click.
    const listen = Reflect.get(Notification.prototype, 'on') as (event: string, listener: () => void) => unknown;
    Object.assign(Notification.prototype, {
      on(this: Electron.Notification, event: string, listener: () => void) {
        if (event === 'click') watched.signs.notices.push({ title: this.title, body: this.body });
        return listen.call(this, event, listener);
      },
    });
    const build = Menu.buildFromTemplate.bind(Menu);
    Menu.buildFromTemplate = (template) => {
      const menu = build(template);
      if (menu.getMenuItemById('pause') !== null) watched.tray.menu = menu;
      return menu;
    };
    const listenToTray = Reflect.get(Tray.prototype, 'on') as (event: string, listener: () => void) => unknown;
    Object.assign(Tray.prototype, {
      on(this: Electron.Tray, event: string, listener: () => void) {
        this.setToolTip = (tooltip) => void (watched.tray.tooltip = tooltip);
        return listenToTray.call(this, event, listener);
      },
    });
    dialog.showMessageBox = (...args: readonly unknown[]) => {
      const { message, buttons = [] } = args.at(-1) as Electron.MessageBoxOptions;
      watched.signs.queries.push({ message, buttons });
      return Promise.resolve({ response: watched.answer, checkboxChecked: false });
    };
  });
}
const indicatorsOf = (app: ElectronApplication): Promise<Indicators> =>
  app.evaluate(() => (globalThis as unknown as { readonly watched: Watched }).watched.signs);
const trayOf = (app: ElectronApplication): Promise<{ tooltip: string; pause?: boolean; resume?: boolean }> =>
  app.evaluate(() => {
    const { menu, tooltip } = (globalThis as unknown as { readonly watched: Watched }).watched.tray;
    return {
      tooltip,
      pause: menu?.getMenuItemById('pause')?.enabled,
      resume: menu?.getMenuItemById('resume')?.enabled,
    };
  });
const pressInTray = (app: ElectronApplication, entry: 'show' | 'pause' | 'resume' | 'quit'): Promise<void> =>
  app.evaluate((_electron, id) => {
    const { menu } = (globalThis as unknown as { readonly watched: Watched }).watched.tray;
    menu?.getMenuItemById(id)?.click();
  }, entry);
const answerWith = (app: ElectronApplication, button: number): Promise<void> =>
  app.evaluate((_electron, answer) => {
    (globalThis as unknown as { readonly watched: Watched }).watched.answer = answer;
  }, button);
const keptAwake = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(({ powerSaveBlocker }) =>
    Array.from({ length: 20 }, (_, id) => id).some((id) => powerSaveBlocker.isStarted(id)),
  );
const setFocus = (app: ElectronApplication, focused: 'focused' | 'elsewhere'): Promise<void> =>
  app.evaluate(({ BrowserWindow }, where) => {
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => where === 'focused';
  }, focused);

async function startUpload(running: RunningApp, path: string, store: { connectionString: string }, container: string) {
  const navigator = await addConnection(running.page, 'Quay', store.connectionString);
  await navigator.open(container);
  const tab = new ContainerTab(running.page, container);
  await expect(tab.panel).toContainText('This container is empty');
  await dropFiles(tab.panel, [path]);
  return tab;
}

test('a running upload shows on the taskbar, keeps the machine awake and asks for confirmation before the app quits', async ({
  launchApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const stateDir = await newFolder('state');
  const path = join(await newFolder('cargo'), 'long.bin');
  await writeFile(path, randomBytes(12 * MiB));
  const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });
  const running = await launchApp({ stateDir });
  const { app } = running;
  await beginWith(running.page, { blockBytes: MiB });
  await watchIndicators(app);
  expect(await keptAwake(app)).toBe(false);
  await startUpload(running, path, store, container.containerName);
  await expect.poll(() => held.hits()).toBeGreaterThan(0);

  // A third is stored; requests without a response do not count.
  await expect.poll(async () => (await indicatorsOf(app)).bars.at(-1)).toBe(0.33);
  expect(await keptAwake(app)).toBe(true);

  await test.step('a no keeps it running', async () => {
    await app.evaluate(({ app: main }) => main.quit());
    await expect
      .poll(async () => (await indicatorsOf(app)).queries)
      .toEqual([{ message: 'Upload of long.bin is not finished', buttons: ['Quit and pause 1 transfer', 'Cancel'] }]);
    await expect(new ActivityDock(running.page).job('Upload of long.bin')).toContainText('12.0 MiB');
    expect(app.windows()).toHaveLength(1);
  });

  await test.step('an icon in the tray, once wanted, tells of it, pauses it, lets it go on, and asks as well', async () => {
    expect(await trayOf(app)).toEqual({ tooltip: '' });
    await running.page.keyboard.press('Control+,');
    const wanted = running.page.getByRole('switch', { name: 'Tray icon' });
    await wanted.press('Space');
    await expect(running.page.getByText('Tray icon', { exact: true })).toBeInViewport();
    await expect.poll(async () => (await trayOf(app)).tooltip).toMatch(/^Upload of long\.bin: 33%/);
    expect(await trayOf(app)).toMatchObject({ pause: true, resume: false });
    await pressInTray(app, 'pause');
    await expect.poll(() => trayOf(app)).toEqual({ tooltip: 'Stowage', pause: false, resume: true });
    await pressInTray(app, 'resume');
    await expect.poll(() => trayOf(app)).toMatchObject({ pause: true, resume: false });
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await pressInTray(app, 'show');
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
    await pressInTray(app, 'quit');
    await expect.poll(async () => (await indicatorsOf(app)).queries).toHaveLength(2);
  });

  await test.step('a yes, here after the close button, ends the app and leaves the job resumable', async () => {
    await answerWith(app, 0);
    const gone = new Promise((resolve) => app.process().once('exit', resolve));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await gone;
    expect(await container.getBlockBlobClient('long.bin').exists()).toBe(false);
  });

  await test.step('it goes on the next time with what is missing, and ends unseen with a notification', async () => {
    store.blobProxy.clearFaults();
    const before = blockRequests(store.blobProxy, container.containerName, 'long.bin').length;
    const again = await launchApp({ stateDir });
    await watchIndicators(again.app);
    await setFocus(again.app, 'elsewhere');
    const dock = new ActivityDock(again.page);
    await dock.press('Upload of long.bin', 'Resume');
    await dock.finished('Upload of long.bin');
    expect(blockRequests(store.blobProxy, container.containerName, 'long.bin').length - before).toBe(8);
    await expect
      .poll(async () => (await indicatorsOf(again.app)).notices)
      .toEqual([{ title: 'Upload finished', body: 'long.bin' }]);
    await expect.poll(async () => (await indicatorsOf(again.app)).bars.at(-1)).toBe(-1);
    await expect.poll(() => keptAwake(again.app)).toBe(false);
    await again.app.evaluate(({ app: main }) => main.quit()).catch(() => undefined);
    await again.close();
  });
});

test('an app told to quit shows no dialog and leaves its journal intact', async ({ launchApp, newFolder, store }) => {
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'long.bin');
  await writeFile(path, randomBytes(12 * MiB));
  const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });
  const running = await launchApp();
  await startUpload(running, path, store, container.containerName);
  await expect.poll(() => held.hits()).toBeGreaterThan(0);

  const gone = once(running.app.process(), 'exit');
  running.app.process().kill('SIGTERM');
  expect(await gone, 'exit code and signal').toEqual([0, null]);
  const [journal = ''] = (await readdir(join(running.stateDir, 'jobs'))).filter((name) => name.endsWith('.jsonl'));
  expect(await readFile(join(running.stateDir, 'jobs', journal), 'utf8')).toContain('"state":"interrupted"');
  held.remove();
});

test('no notification is shown for a job that ends while it is visible', async ({ openApp, newFolder, store }) => {
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'small.bin');
  await writeFile(path, randomBytes(5 * MiB));
  const running = await openApp();
  await watchIndicators(running.app);
  await setFocus(running.app, 'focused');
  await startUpload(running, path, store, container.containerName);
  await new ActivityDock(running.page).finished('Upload of small.bin');
  await expect.poll(async () => (await indicatorsOf(running.app)).bars.at(-1)).toBe(-1);
  expect((await indicatorsOf(running.app)).notices).toEqual([]);
});

test('an upload resumes automatically after the engine died during it', async ({ launchApp, newFolder, store }) => {
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'long.bin');
  const bytes = randomBytes(12 * MiB);
  await writeFile(path, bytes);
  const sent = (): readonly ProxiedRequest[] => blockRequests(store.blobProxy, container.containerName, 'long.bin');
  const held = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });
  const running = await launchApp();
  await beginWith(running.page, { blockBytes: MiB });
  await startUpload(running, path, store, container.containerName);
  await expect.poll(() => held.hits()).toBeGreaterThan(0);
  await expect.poll(() => sent().filter(({ status }) => status === 201).length).toBe(4);
  const dock = new ActivityDock(running.page);

  const engine = await pidsOf(running.app, engineName);
  const stored = idsOf(sent().filter(({ status }) => status === 201));
  await killEngine(running.app);
  store.blobProxy.clearFaults();
  await expect.poll(() => pidsOf(running.app, engineName)).not.toEqual(engine);
  await dock.finished('Upload of long.bin');
  const all = idsOf(sent());
  expect(new Set(all).size).toBe(12);
  for (const id of stored) expect(all.filter((one) => one === id)).toHaveLength(1);
  expect((await container.getBlobClient('long.bin').downloadToBuffer()).equals(bytes)).toBe(true);
});
