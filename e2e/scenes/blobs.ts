// A container, its blobs and their menus.
import type { Page } from '@playwright/test';
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
