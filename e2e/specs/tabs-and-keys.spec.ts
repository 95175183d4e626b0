// Tabs as the user arranges them: reopened, moved, side by side, and all there after a restart. And custom key
// bindings.
import { expect, restart, test } from '../fixtures/sample';
import { goTo } from '../pages/by-keyboard';

test('tabs are reopened, moved and put side by side by keyboard, and come back', async ({ window: { page } }) => {
  const left = page.getByRole('tablist', { name: 'Open tabs', exact: true }).getByRole('tab');
  const right = page.getByRole('tablist', { name: 'Open tabs on the right' }).getByRole('tab');
  await goTo(page, 'movi', 'Movies');
  await goTo(page, 'orders', 'Orders');
  await page.keyboard.press('Control+Shift+M');
  await expect(left).toHaveText(['Movies', 'Orders', 'Monitor']);

  await test.step('the tab closed last comes back to its place', async () => {
    await page.keyboard.press('Control+Shift+Tab');
    await page.keyboard.press('Control+w');
    await expect(left).toHaveText(['Movies', 'Monitor']);
    await page.keyboard.press('Control+Shift+T');
    await expect(left).toHaveText(['Movies', 'Orders', 'Monitor']);
  });

  await test.step('it moves along the strip, by keys and by the mouse', async () => {
    await page.keyboard.press('Control+Shift+PageUp');
    await expect(left).toHaveText(['Orders', 'Movies', 'Monitor']);
    await left.filter({ hasText: 'Monitor' }).dragTo(left.filter({ hasText: 'Orders' }), {
      targetPosition: { x: 4, y: 10 },
    });
    await expect(left).toHaveText(['Monitor', 'Orders', 'Movies']);
  });

  await test.step('two stand side by side, each with keys of its own', async () => {
    await page.keyboard.press('Control+2');
    await page.keyboard.press('Control+\\');
    await expect(left).toHaveText(['Monitor', 'Movies']);
    await expect(right).toHaveText(['Orders']);
    await expect(page.getByRole('tabpanel')).toHaveCount(2);
    await page.keyboard.press('Control+Alt+\\');
    await expect(left.filter({ hasText: 'Movies' })).toBeFocused();
    await page.keyboard.press('Control+Tab');
    await expect(left.filter({ hasText: 'Monitor' })).toHaveAttribute('aria-selected', 'true');
    await expect(right.filter({ hasText: 'Orders' })).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('they come back after a restart, and close up when one side is empty', async () => {
    await restart(page);
    await expect(left).toHaveText(['Monitor', 'Movies']);
    await expect(right).toHaveText(['Orders']);
    await page.keyboard.press('Control+w');
    await page.keyboard.press('Control+w');
    await expect(right).toHaveCount(0);
    await expect(left).toHaveText(['Orders']);
  });

  await test.step('a container comes back to its folder, view and selection, and at its top once it was closed', async () => {
    const inFolder = page.getByRole('grid', { name: 'Contents of photos / 2024' });
    const flat = page.getByRole('radio', { name: 'All blobs' });
    await goTo(page, 'photos', 'photos');
    await page.getByRole('gridcell', { name: '2024, folder', exact: true }).dblclick();
    await flat.click();
    await expect(inFolder).toBeVisible();
    const rows = inFolder.getByRole('row');
    await rows.nth(3).click();
    await rows.nth(5).click({ modifiers: ['Shift'] });
    const chosen = inFolder.getByRole('row', { selected: true }).locator('[role="gridcell"]:first-child');
    await expect(chosen).toHaveCount(3);
    const names = await chosen.allTextContents();
    const stored = (): Promise<string> => page.evaluate(() => JSON.stringify(Object.values(localStorage)));
    await expect.poll(stored).toContain(names.at(-1));
    await restart(page);
    await expect(inFolder).toBeVisible();
    await expect(flat).toBeChecked();
    await expect(chosen).toHaveText(names);
    await page.keyboard.press('Control+w');
    await goTo(page, 'photos', 'photos');
    await expect(page.getByRole('grid', { name: 'Contents of photos', exact: true })).toBeVisible();
  });
});

test('a command that is given while the window loads is carried out once it is there', async ({
  window: { app, page },
}) => {
  await app.evaluate(({ BrowserWindow, Menu }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.once('dom-ready', () => {
      Menu.getApplicationMenu()?.getMenuItemById('palette')?.click();
    });
  });
  await page.reload();
  await expect(page.getByRole('combobox', { name: /Go to/ })).toBeFocused();
});

test('a key of one’s own works at once, in the palette, the menu and after a restart', async ({
  window: { app, page },
}) => {
  const monitor = page.getByRole('tab', { name: 'Monitor' });
  await page.keyboard.press('Control+/');
  const row = page.getByRole('tabpanel', { name: 'Keyboard' }).getByRole('group', { name: 'Open Monitor' });
  await row.getByRole('button', { name: /^Change/ }).press('Enter');
  await expect(row.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Control+j');
  await expect(row.getByRole('alert')).toContainText('is assigned to “Show or hide Activity”');
  await page.keyboard.press('Control+Alt+m');
  await expect(row.locator('kbd')).toHaveText('Ctrl Alt M');

  await restart(page);
  await page.keyboard.press('Control+Shift+M');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('monit');
  await expect(page.getByRole('option', { name: /Open Monitor/ })).toContainText('Ctrl Alt M');
  await page.keyboard.press('Escape');
  await expect(monitor).toHaveCount(0);
  await page.keyboard.press('Control+Alt+m');
  await expect(monitor).toHaveCount(1);
  const inMenu = await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('monitor')?.accelerator);
  expect(inMenu).toBe('CmdOrCtrl+Alt+M');

  await test.step('the help of the view in front knows that key, and gives the focus back', async () => {
    await page.getByRole('tab', { name: 'Monitor' }).focus();
    await page.keyboard.press('F1');
    const help = page.getByRole('complementary', { name: 'Help' });
    await expect(help).toBeFocused();
    const topic = help.getByRole('article', { name: 'Watch the service' });
    await expect(topic.locator('kbd').first()).toHaveText('Ctrl Alt M');
    await help.getByRole('searchbox').fill('passphrase');
    await help.getByRole('button', { name: 'Set it up for yourself' }).click();
    await expect(help.getByRole('article', { name: 'Set it up for yourself' })).toBeVisible();
    await help.getByRole('button', { name: 'Help for the current view' }).click();
    await expect(topic).toBeVisible();
    await help.getByRole('searchbox').focus();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
  });

  await test.step('About says what this is, down to the licence of each package', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('about');
    await page.getByRole('option', { name: /About Stowage/ }).click();
    const about = page.getByRole('dialog', { name: 'About Stowage' });
    await expect(about.getByRole('definition').nth(1)).toHaveText(await app.evaluate(() => process.versions.electron));
    await about.getByRole('button', { name: 'Copy versions' }).click();
    const copied = (): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toMatch(/^Stowage .+\nElectron .+\nChromium .+\nNode /);
    await about.getByRole('button', { name: /^Show third-party licences/ }).click();
    await about.getByRole('searchbox').fill('azure blob mit');
    await about.getByText(/^@azure\/storage-blob \d/).click();
    await expect(about.getByRole('region', { name: /^Licence of/ })).toContainText('Microsoft');
    await about.getByRole('searchbox').fill('');
    const zoom = (factor: number): Promise<void> =>
      app.evaluate(({ BrowserWindow }, by) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(by), factor);
    const scrolled = (): Promise<number> =>
      about.evaluate(
        (dialog) =>
          [...dialog.querySelectorAll('*')].filter(
            (each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1,
          ).length,
      );
    for (const factor of [1, 1.5]) {
      await zoom(factor);
      await expect.poll(scrolled, `at ${factor}`).toBe(1);
    }
    await zoom(1);
  });
});
