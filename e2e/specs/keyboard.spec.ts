// A day's work without a mouse: to a table, a prefix query, a cell on the clipboard, through folders, to the charts; and
// the queue, a job's page and dialogs, each of which gives the keyboard back to where it was.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/sample';
import { answerOpenDialog } from '../pages/bulk-dialog';
import { choose, goTo, tabTo } from '../pages/by-keyboard';
import { ContainerTab } from '../pages/container-tab';
import { ImportTab } from '../pages/import-tab';
import { TableTab } from '../pages/table-tab';
import { ActivityDock } from '../pages/activity-dock';

const isFocused = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

test('the whole journey by keyboard', async ({ window: { app, page } }) => {
  const movies = new TableTab(page, 'Movies');
  const photos = new ContainerTab(page, 'photos');

  await test.step('to a table by name', async () => {
    await goTo(page, 'movi', 'Movies');
    await expect(movies.cell('Action').first()).toBeVisible();
  });

  await test.step('a prefix query', async () => {
    await tabTo(page, 'Tab', /PartitionKey operator/);
    await choose(page, 'is');
    await expect(movies.panel.getByRole('textbox', { name: 'PartitionKey value' })).toBeFocused();
    await page.keyboard.type('Action');
    await tabTo(page, 'Tab', /RowKey operator/);
    await choose(page, 'starts with');
    await expect(movies.panel.getByRole('textbox', { name: 'RowKey prefix' })).toBeFocused();
    await page.keyboard.type('Sh');
    await expect(movies.costClass).toHaveText('Row range');
    await page.keyboard.press('Enter');
    await expect(movies.footer).toContainText('complete');
    await expect(movies.cell('Shadow Archive 5')).toBeVisible();
  });

  await test.step('a cell on the clipboard', async () => {
    await page.keyboard.press('F6');
    await expect(movies.grid, 'past what stands between').toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+c');
    const wanted = await movies.grid.locator('[aria-selected="true"]').first().textContent();
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(wanted);
    expect(wanted).toMatch(/^Sh/);
  });

  await test.step('into a folder and back', async () => {
    await goTo(page, 'photos', 'photos');
    await expect(photos.row('2024, folder')).toBeVisible();
    await tabTo(page, 'Tab', /Contents of photos/);
    await page.keyboard.press('Home');
    await expect(photos.row('2024, folder')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(photos.row('2024, folder')).toBeHidden();
    await expect(photos.panel.getByRole('navigation', { name: 'Folder' })).toContainText('2024');
    await page.keyboard.press('Backspace');
    await expect(photos.row('2024, folder')).toBeVisible();
  });

  await test.step('to the charts, and everything closed', async () => {
    await page.keyboard.press('Control+Shift+M');
    await expect(page.getByRole('tab', { name: 'Monitor' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: 'Monitor' }).getByRole('figure').first()).toBeVisible();
    await page.keyboard.press('Control+Tab');
    await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(/^Movies/);
    for (let left = 3; left > 0; left -= 1) {
      await expect(page.getByRole('tab')).toHaveCount(left);
      await page.keyboard.press('Control+w');
    }
    await expect(page.getByText('No open tabs')).toBeVisible();
  });
});

test('the queue, a job and the dialogs by keyboard', async ({ window: { app, page, stateDir } }) => {
  const photos = new ContainerTab(page, 'photos');
  const name = 'zz by keyboard.txt';
  await writeFile(join(stateDir, name), 'typed');
  await answerOpenDialog(app, join(stateDir, name));

  await test.step('a file is uploaded', async () => {
    await goTo(page, 'photos', 'photos');
    await expect(photos.row('2024, folder')).toBeVisible();
    await tabTo(page, 'Tab', /^\s*Upload/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Upload files…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await new ActivityDock(page).finished(`Upload of ${name}`);
    await expect(photos.row(name)).toBeVisible();
  });

  await test.step('its page is opened from the queue, and left again', async () => {
    await tabTo(page, 'Tab', /^\s*zz by keyboard\.txt\s*$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Control+w');
    await expect(page.getByRole('tab', { name })).toHaveCount(0);
  });

  await test.step('the queue lets go of it', async () => {
    await tabTo(page, 'Tab', /More actions for zz by keyboard/);
    await page.keyboard.press('Enter');
    const remove = page.getByRole('menuitem', { name: 'Remove from list' });
    await expect(remove).toBeVisible();
    await page.keyboard.type('Remove');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(new ActivityDock(page).job(`Upload of ${name}`)).toHaveCount(0);
  });

  await test.step('it is deleted, after the question, and the list has the keyboard again', async () => {
    await tabTo(page, 'Tab', /Contents of photos/);
    await page.keyboard.press('End');
    await expect(photos.row(name)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(photos.row(name)).toBeVisible();
    await expect(photos.grid).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(dialog).toBeVisible();
    await tabTo(page, 'Tab', /^\s*Delete/);
    await page.keyboard.press('Enter');
    await expect(photos.row(name)).toHaveCount(0);
    await expect(photos.grid).toBeFocused();
  });

  await test.step('a dialog takes the keyboard and gives it back', async () => {
    await tabTo(page, 'Tab', /Contents of photos/);
    const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.keyboard.press('Control+n');
    const dialog = page.getByRole('dialog', { name: 'Add a connection' });
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await tabTo(page, 'Tab', /^\s*Cancel/);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(before);
  });
});

test('a signature and an import by keyboard', async ({ window: { app, page, stateDir } }) => {
  const path = join(stateDir, 'by-keyboard.csv');
  await writeFile(path, 'PartitionKey,RowKey,Title\nAction,zz 1,One\nAction,zz 2,Two\n');
  await answerOpenDialog(app, path);

  await test.step('a signature for a container is built, signed and copied', async () => {
    await goTo(page, 'photos', 'photos');
    await expect(new ContainerTab(page, 'photos').row('2024, folder')).toBeVisible();
    await tabTo(page, 'Tab', /^\s*Properties/);
    await page.keyboard.press('Enter');
    const action = page.getByRole('button', { name: 'Create SAS for container' });
    await expect(action).toBeVisible();
    await tabTo(page, 'Tab', /Create SAS for container/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create SAS for photos' });
    const right = dialog.getByRole('checkbox', { name: 'list', exact: true });
    await expect(right).toBeVisible();
    for (let presses = 0; presses < 12 && !(await isFocused(right)); presses += 1) await page.keyboard.press('Tab');
    const before = await right.isChecked();
    await page.keyboard.press('Space');
    expect(await right.isChecked()).toBe(!before);
    if (before) await page.keyboard.press('Space');
    await tabTo(page, 'Tab', /Allowed IP addresses/);
    await page.keyboard.type('192.168.0.7');
    await tabTo(page, 'Tab', /^\s*Create and copy URL\s*$/);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'URL' })).toHaveValue(/sip=192\.168\.0\.7/);
    await tabTo(page, 'Shift+Tab', /Copy URL/);
    await page.keyboard.press('Enter');
    const copied = (): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toMatch(/\/photos\?.*sip=192\.168\.0\.7.*sig=/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(action).toBeFocused();
  });

  await test.step('an import is opened, its file picked, and its plan reached from there', async () => {
    await goTo(page, 'movi', 'Movies');
    await expect(new TableTab(page, 'Movies').cell('Action').first()).toBeVisible();
    await tabTo(page, 'Tab', /^\s*Table\s*$/);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Import');
    await expect(page.getByRole('menuitem', { name: 'Import…' })).toBeFocused();
    await page.keyboard.press('Enter');
    const view = new ImportTab(page, 'Movies');
    await tabTo(page, 'Tab', /^\s*Choose a file/);
    await page.keyboard.press('Enter');
    await expect(view.start).toHaveText('Import 2 rows into Movies');
    await expect(view.panel).toBeFocused();
    await tabTo(page, 'Tab', /^\s*Import 2 rows/);
    await expect(view.start).toBeFocused();
    await page.keyboard.press('Control+w');
  });
});
