// Opens the built window in the newest Chromium, over the built engine on the newest Node: everything of the app but
// Electron itself. The files of the window come from where main takes them, under the same content policy.
import { join } from 'node:path';
import { type ElectronApplication, type Page, chromium } from '@playwright/test';
import { appOrigin } from '../../electron/main/page/app-address';
import { appFileHandler } from '../../electron/main/page/app-protocol';
import { valuePortChannel } from '@shared/ipc/port-channel';
import type { MessageChannelLike } from '@shared/ipc/protocol';
import { pathOfDropped } from '../fixtures/drop-files';
import type { RunningApp } from '../fixtures/running-app';
import { type MainHalf, startMainHalf } from './main-half';
import { type PageReceivers, exposeWindowApi, textOf } from './page-api';

/** No server listens there: every request is answered here, or rejected. */
const pageOrigin = 'https://stowage.invalid';
const firstSize = { width: 1440, height: 900 };

export interface NewestLaunch {
  readonly projectDir: string;
  readonly executablePath: string;
  readonly stateDir: string;
  readonly args: readonly string[];
}

export async function launchInChromium({
  projectDir,
  executablePath,
  stateDir,
  args,
}: NewestLaunch): Promise<RunningApp> {
  const output: string[] = [];
  const outDir = join(projectDir, 'out');
  const context = await chromium.launchPersistentContext(join(stateDir, 'window-data'), {
    executablePath,
    viewport: firstSize,
    args: ['--no-sandbox'],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const main = startMainHalf({
    outDir,
    stateDir,
    loadSampleData: args.includes('--sample') ? 'if-absent' : 'never',
    chromium: context.browser()?.version() ?? 'unknown',
    notify: (notice) => inPage(page, 'receiveNotice', notice),
    onOutput: (text) => output.push(text),
  });

  await serveWindow(page, join(outDir, 'renderer'));
  await exposeEngine(page, main.engine);
  await page.exposeFunction('hostInvoke', main.invoke);
  await page.exposeFunction('hostDropped', (names: readonly string[]) =>
    main.registerDropped(names.map(pathOfDropped)),
  );
  await page.addInitScript(exposeWindowApi);

  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`${pageOrigin}/index.html`);

  let closing: Promise<void> | undefined;
  return {
    get app(): ElectronApplication {
      throw new Error('This journey speaks to Electron itself: it cannot run in a plain browser.');
    },
    page,
    stateDir,
    // Its main half confirms everything.
    prompts: { titles: () => [], answerWith: () => undefined },
    output: () => output.join(''),
    pageErrors: () => errors,
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => (closing ??= context.close().then(() => main.stop())),
  };
}

async function serveWindow(page: Page, root: string): Promise<void> {
  const answer = appFileHandler(root);
  await page.route('**/*', async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (origin !== pageOrigin) return route.abort('blockedbyclient');
    return route.fulfill(await answer(`${appOrigin}${pathname}`));
  });
}

/** The page requests the engine once per load, and gets a channel now and after each restart of the engine. */
async function exposeEngine(page: Page, engine: MainHalf['engine']): Promise<void> {
  const channels: MessageChannelLike[] = [];
  await page.exposeFunction('hostConnect', () =>
    engine.connect({
      id: 1,
      exists: () => !page.isClosed(),
      sendPort: ({ port }) => {
        channels.at(-1)?.close();
        const channel = valuePortChannel(port);
        const number = channels.push(channel) - 1;
        inPage(page, 'receiveChannel', number);
        channel.onMessage((message) => inPage(page, 'receiveFromEngine', number, textOf(message)));
      },
    }),
  );
  await page.exposeFunction('hostPost', (number: number, message: unknown) => channels[number]?.post(message));
}

/** Calls a receiver of the page. One that is closed or being reloaded ignores the message. */
function inPage<N extends keyof PageReceivers>(page: Page, name: N, ...values: Parameters<PageReceivers[N]>): void {
  page
    .evaluate(
      ([receiver, given]) => (window as unknown as Record<string, (...all: unknown[]) => void>)[receiver]?.(...given),
      [name, values as unknown[]] as const,
    )
    .catch(() => undefined);
}
