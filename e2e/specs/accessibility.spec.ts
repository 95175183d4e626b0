// axe in the views of the app, of connections and of blobs, in every theme: no violation, in common and in rare states.
// Tables have separate specs.
import { expectNoViolation, testAccessibility } from '../fixtures/accessible-scenes';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/sample';
import { ConnectionDialog, Navigator } from '../pages/connections';
import { appScenes } from '../scenes/app';
import { blobScenes } from '../scenes/blobs';

testAccessibility(appScenes);
testAccessibility(blobScenes);

test('a first start, and a production account out of reach', async ({ launchApp }) => {
  const { page } = await launchApp();
  await expect(page.getByRole('button', { name: 'Try with sample data' })).toBeVisible();
  await expectNoViolation(page);

  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await dialog.choose('Emulator');
  await dialog.dialog.getByRole('textbox', { name: 'Blob port' }).fill('9');
  await dialog.dialog.getByRole('textbox', { name: 'Table port' }).fill('10');
  await dialog.name.fill('Fleet');
  await dialog.dialog.getByRole('checkbox', { name: 'Production' }).check({ force: true });
  await dialog.add();
  await expect(page.getByRole('treeitem').filter({ hasText: 'Try again' }).first()).toBeVisible();
  await expect(page.getByText('No open tabs'), 'no first steps for who has taken one').toBeVisible();
  await expect(page.getByRole('button', { name: 'Try with sample data' })).toBeVisible();
  await expectNoViolation(page);
  await new Navigator(page).choose('Fleet', /^Remove/);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNoViolation(page);
});

test('axe finds violations', async ({ window: { page } }) => {
  await page.evaluate(() => {
    const faint = document.createElement('p');
    faint.textContent = 'hardly to be read';
    Object.assign(faint.style, { color: '#999', background: '#aaa' });
    document.querySelector('main')?.append(faint, document.createElement('button'));
  });
  expect(await violations(page, 'contrast')).toEqual([expect.stringContaining('color-contrast')]);
  expect(await violations(page, 'high contrast')).toEqual([expect.stringContaining('color-contrast-enhanced')]);
  expect(await violations(page, 'all')).toContainEqual(expect.stringContaining('button-name'));
});
