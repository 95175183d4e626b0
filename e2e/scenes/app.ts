// What belongs to no table and no container: connections, palette, transfers, monitor, lab and settings.
import type { Page } from '@playwright/test';
import { expect } from '../fixtures/sample';
import { goTo } from '../pages/by-keyboard';
import { ConnectionDialog, Navigator } from '../pages/connections';
import { openTable } from './open-table';
import type { Scenes } from './scene';

export const appScenes: Scenes = {
  'nothing open': async ({ page }) => {
    await expect(page.getByText('No open tabs')).toBeVisible();
  },
  'the menu of a connection': async ({ page }) => {
    await new Navigator(page).item('Local (embedded)').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the transfers open': async ({ page }) => {
    await page.keyboard.press('Control+j');
    await expect(
      page.getByRole('region', { name: 'Activity' }).getByRole('button', { name: 'Activity', exact: true }),
    ).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('region', { name: 'Activity' }).locator('svg.recharts-surface')).toBeVisible();
  },
  'the monitor': async ({ page }) => {
    await page.getByRole('button', { name: 'Monitor' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Monitor' }).getByRole('figure').first()).toBeVisible();
  },
  'the monitor of a day': async ({ page }) => {
    await requestPartitions(page);
    await page.getByRole('button', { name: 'Monitor' }).click();
    const monitor = page.getByRole('tabpanel', { name: 'Monitor' });
    await monitor.getByRole('radio', { name: '24 h' }).click();
    await expect(monitor.getByRole('grid', { name: /^Partitions over time/ })).toBeVisible();
  },
  'the monitor with a cell of a partition read': async ({ page }) => {
    await requestPartitions(page);
    await page.getByRole('button', { name: 'Monitor' }).click();
    const monitor = page.getByRole('tabpanel', { name: 'Monitor' });
    await monitor.getByRole('radio', { name: '30 min' }).click();
    await monitor.getByRole('grid', { name: /^Partitions over time/ }).focus();
    await expect(monitor.getByRole('gridcell', { name: / UTC: / })).toBeVisible();
  },
  'the requests behind the monitor, one told in full': async ({ page }) => {
    await page.getByRole('button', { name: 'Monitor' }).click();
    await page.getByRole('radio', { name: 'Requests' }).click();
    await page.getByRole('grid', { name: 'Requests' }).getByRole('row').nth(1).click();
    await expect(page.getByRole('region', { name: 'Selected request' })).toBeVisible();
  },
  'the lab': async ({ page }) => {
    await page.getByRole('button', { name: 'Lab' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Lab' }).getByRole('button').first()).toBeVisible();
  },
  'the settings': async ({ page }) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Settings' }).getByRole('radiogroup').first()).toBeVisible();
  },
  'the settings that a word finds': async ({ page }) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('tabpanel', { name: 'Settings' });
    await settings.getByRole('searchbox').fill('proxy');
    await expect(settings.getByRole('radiogroup', { name: 'Proxy' })).toBeVisible();
  },
  'the keyboard shortcuts': async ({ page }) => {
    await goTo(page, 'keyboard short', 'Show keyboard shortcuts');
    await expect(page.getByRole('searchbox', { name: 'Search shortcuts' })).toBeVisible();
  },
  'the help': async ({ page }) => {
    await page.keyboard.press('F1');
    await expect(page.getByRole('article', { name: 'Connect' })).toBeVisible();
  },
  'About with a licence open': async ({ page }) => {
    await page.keyboard.press('F1');
    await page.getByRole('button', { name: 'About Stowage' }).click();
    const about = page.getByRole('dialog', { name: 'About Stowage' });
    await about.getByRole('button', { name: /^Show third-party licences/ }).click();
    await about.getByRole('searchbox').fill('react-');
    await about.getByText(/^react-dom \d/).click();
    await expect(about.getByRole('region', { name: 'Licence of react-dom' })).toContainText('MIT License');
  },
  'the fault log in About': async ({ app, page }) => {
    await app.evaluate(() => void Promise.reject(new RangeError('of a scene')));
    const log = page
      .getByRole('dialog', { name: 'About Stowage' })
      .getByRole('region', { name: /^Contents of the fault log/ });
    // It is read when it is shown.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        await goTo(page, 'fault log', 'Show the fault log');
        return log.innerText();
      })
      .toContain('RangeError');
  },
  'the palette': async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('o');
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  },
  'the palette without a match': async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('qqqq');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(0);
  },
  'making a table': async ({ page }) => {
    await new Navigator(page).item('Tables').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Create table/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a signature for a table': async ({ page }) => {
    await new Navigator(page).choose('Orders', 'Share (SAS)…');
    await expect(page.getByRole('dialog').filter({ hasText: 'Orders' })).toBeVisible();
  },
  'adding a connection': async ({ page }) => {
    await new ConnectionDialog(page).open();
  },
  'adding a connection by SAS': async ({ page }) => {
    const dialog = new ConnectionDialog(page);
    await dialog.open();
    await dialog.choose('SAS');
  },
  'a connection string with a mistake': async ({ page }) => {
    const dialog = new ConnectionDialog(page);
    await dialog.open();
    await dialog.connectionString.fill('AccountName=ships');
    await dialog.addButton.click();
    await expect(dialog.connectionString).toHaveAttribute('aria-invalid', 'true');
  },
  'a test that finds nobody': async ({ page }) => {
    const dialog = new ConnectionDialog(page);
    await dialog.open();
    await dialog.choose('Emulator');
    await dialog.dialog.getByRole('textbox', { name: 'Blob port' }).fill('9');
    await dialog.dialog.getByRole('textbox', { name: 'Table port' }).fill('10');
    await dialog.test();
    await expect(dialog.found).toContainText('Tables:');
  },
};

/** Bundled sample data was not requested by the user: no partition had a request yet. */
async function requestPartitions(page: Page): Promise<void> {
  const table = await openTable(page, 'Movies');
  for (const genre of ['Action', 'Comedy', 'Drama']) {
    await table.condition('PartitionKey', 'is', genre);
    await table.run.click();
    await expect(table.grid.getByRole('gridcell', { name: genre, exact: true }).first()).toBeVisible();
  }
}
