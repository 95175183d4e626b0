// Tabs as a person arranges them: reopened, moved, side by side, and all there after a restart. And keys of one's own.
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
  await expect(row.getByRole('alert')).toContainText('belongs to “Show or hide transfers”');
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
});
