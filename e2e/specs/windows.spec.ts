// Several windows over one engine: each with separate tabs, all with the same settings, connections and jobs; an engine
// that dies is restored in all of them; and all come back after a restart with their tabs and positions.
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from '../fixtures/stores';
import { killEngine } from '../fixtures/processes';

const tabsOf = (page: Page): Promise<readonly string[]> =>
  page.getByRole('tablist', { name: 'Open tabs', exact: true }).getByRole('tab').allTextContents();
const theme = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-theme');

async function windowAfter(app: ElectronApplication, act: () => Promise<void>): Promise<Page> {
  const [page] = await Promise.all([app.waitForEvent('window'), act()]);
  await page.getByText('Local store running').waitFor();
  return page;
}

test('windows share the engine and not their tabs, survive each other and come back', async ({
  launchApp,
  newFolder,
}) => {
  const stateDir = await newFolder('state');
  const { app, page: first, close } = await launchApp({ stateDir });
  await first.getByText('Local store running').waitFor();
  await first.keyboard.press('Control+Shift+M');
  await first.keyboard.press('Control+Shift+L');
  expect(await tabsOf(first)).toEqual(['Monitor', 'Lab']);

  const second = await test.step('a new one is empty, and what is set in it is set in all', async () => {
    const opened = await windowAfter(app, () => first.keyboard.press('Control+Shift+N'));
    await expect(opened.getByRole('heading', { name: 'Welcome to Stowage' })).toBeVisible();
    expect(await opened.getByRole('tab').count()).toBe(0);
    await opened.keyboard.press('Control+,');
    const other = (await theme(first)) === 'dark' ? 'light' : 'dark';
    await opened.evaluate((next) => window.stowage.invoke('settings.write', { theme: next }), other);
    await expect.poll(() => theme(first)).toBe(other);
    expect(await tabsOf(first)).toEqual(['Monitor', 'Lab']);
    return opened;
  });

  const third = await test.step('a tab moves to one of its own', async () => {
    const opened = await windowAfter(app, async () => {
      await first.getByRole('tab', { name: 'Lab' }).click({ button: 'right' });
      await first.getByRole('menuitem', { name: 'Move to new window' }).click();
    });
    expect(await tabsOf(opened)).toEqual(['Lab']);
    await expect.poll(() => tabsOf(first)).toEqual(['Monitor']);
    return opened;
  });

  await test.step('an engine that dies is back in each of them', async () => {
    const pages = [first, second, third];
    for (const page of pages) {
      await page.evaluate(() => {
        addEventListener('message', ({ data }: MessageEvent<{ stowage?: string } | null>) => {
          if (data?.stowage === 'engine-port') document.documentElement.dataset.ports = 'new';
        });
      });
    }
    await killEngine(app);
    for (const page of pages) {
      await expect(page.locator('html')).toHaveAttribute('data-ports', 'new');
      await expect(page.getByText('Local store running')).toBeVisible();
    }
  });

  await test.step('one closes and the others stay', async () => {
    await third.close();
    expect(app.windows()).toHaveLength(2);
    await expect(first.getByText('Local store running')).toBeVisible();
  });

  const places = (of: ElectronApplication): Promise<readonly string[]> =>
    of.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .map((window) => JSON.stringify(window.getBounds()))
        .sort(),
    );
  await test.step('the others come back with their tabs and places', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      for (const [index, window] of BrowserWindow.getAllWindows().entries()) {
        window.setBounds({ x: 20 + 60 * index, y: 30, width: 940, height: 640 });
      }
    });
    const before = await places(app);
    await close();
    const again = await launchApp({ stateDir });
    await expect.poll(() => again.app.windows().length).toBe(2);
    const tabs = async (): Promise<readonly string[]> =>
      (await Promise.all(again.app.windows().map(async (page) => (await tabsOf(page)).join()))).sort();
    await expect.poll(tabs).toEqual(['Monitor', 'Settings']);
    expect(await places(again.app)).toEqual(before);
  });
});
