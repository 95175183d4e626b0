// A container, its blobs and their menus.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dropFiles } from '../fixtures/drop-files';
import { expect, restart } from '../fixtures/sample';
import { Navigator } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import type { Scenes } from './scene';

export const blobScenes: Scenes = {
  'a container': async ({ page }) => {
    await openContainer(page);
  },
  'a container with properties of a blob': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.row('readme.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show properties' }).click();
    await expect(tab.panel.getByRole('complementary', { name: 'Properties' })).toContainText('Content-Type');
  },
  'odd names': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.row('odd names, folder').dblclick();
    await expect(tab.panel.getByRole('navigation', { name: 'Folder' })).toContainText('odd names');
    await expect(tab.rows.nth(1)).toBeVisible();
  },
  'the menu of a blob': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.row('readme.txt').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the menu of uploads': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.upload.click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the summary before an upload': async ({ page, stateDir }) => {
    const tab = await openContainer(page);
    const files = join(stateDir, 'to upload');
    await mkdir(files, { recursive: true });
    for (const name of ['readme.txt', 'new.txt']) await writeFile(join(files, name), `${name} of this machine`);
    await writeFile(join(files, 'back\\slash.txt'), '');
    await dropFiles(
      tab.panel,
      ['readme.txt', 'new.txt', 'back\\slash.txt'].map((name) => join(files, name)),
    );
    await expect(page.getByRole('table', { name: 'Already exists' })).toContainText('readme.txt');
  },
  'names found in all folders': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.panel.getByRole('radio', { name: 'All blobs' }).click();
    await page.keyboard.press('Control+f');
    await tab.panel.getByRole('searchbox', { name: 'Search names' }).fill('2024');
    await expect(tab.panel.getByText('20 blobs')).toBeVisible();
  },
  'the sizes of folders': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.panel.getByRole('radio', { name: 'Sizes' }).click();
    await expect(tab.panel.getByText(/as of just now/)).toBeVisible();
  },
  'the menu of copies': async ({ page }) => {
    const tab = await openContainer(page);
    await tab.select('readme.txt');
    await tab.panel.getByRole('button', { name: 'Copy, move and verify' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'a container that is gone': async ({ page }) => {
    await page.evaluate(() => {
      const tab = { kind: 'container', connectionId: 'local', container: 'no-such-one' };
      localStorage.setItem('workspace:tabs', JSON.stringify({ tabs: [tab], activeId: 'container:local:no-such-one' }));
    });
    await restart(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
};

async function openContainer(page: Page): Promise<ContainerTab> {
  await new Navigator(page).open('photos');
  const tab = new ContainerTab(page, 'photos');
  await expect(tab.row('readme.txt')).toBeVisible();
  return tab;
}
