// To another computer: settings and connections exported with their secrets, imported elsewhere with the passphrase; a
// wrong one is said, and the connection works at once.
import type { ElectronApplication } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emulatorAccountKey, emulatorAccountName } from '../../electron/testing/azurite';
import { expect, test } from '../fixtures/stores';
import { addConnection, Navigator } from '../pages/connections';

async function answerDialogs(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}

test('settings and connections move to another computer', async ({ openApp, launchApp, newFolder, store }) => {
  const path = join(await newFolder('moved'), 'stowage-settings.json');
  const table = await store.newTable();
  const here = await openApp();
  const settings = here.page.getByRole('tabpanel', { name: 'Settings' });
  await addConnection(here.page, 'Quay', store.connectionString);
  await here.page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await settings.getByRole('radiogroup', { name: 'Density' }).getByText('Compact').click();

  await test.step('exported with a passphrase', async () => {
    await answerDialogs(here.app, path);
    await settings.getByRole('button', { name: 'Export…' }).click();
    const dialog = here.page.getByRole('dialog', { name: 'Export settings and connections' });
    await dialog.getByText('Include keys and SAS').click();
    here.prompts.answerWith(async (prompt) => {
      await prompt.getByLabel('Passphrase', { exact: true }).fill('lead and line');
      await prompt.getByLabel('Repeat passphrase').fill('lead and lime');
      await prompt.getByRole('button', { name: 'Export' }).click();
      await expect(prompt.getByRole('alert')).toHaveText('The passphrases do not match.');
      await prompt.getByLabel('Passphrase', { exact: true }).fill('lead and line');
      await prompt.getByLabel('Repeat passphrase').fill('lead and line');
      await prompt.getByRole('button', { name: 'Export' }).click();
    });
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(here.page.getByText('Exported to stowage-settings.json')).toBeVisible();
    const written = await readFile(path, 'utf8');
    expect(written).toContain(emulatorAccountName);
    expect(written).not.toContain(emulatorAccountKey);
    expect(written).not.toContain('lead and line');
  });

  const there = await launchApp();
  await test.step('imported elsewhere, once the passphrase is the right one', async () => {
    await answerDialogs(there.app, path);
    await there.page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    await there.page.getByRole('button', { name: 'Import…' }).click();
    const dialog = there.page.getByRole('dialog', { name: 'Import stowage-settings.json' });
    await expect(dialog.getByRole('list', { name: 'Connections in the file' })).toContainText('Quay');
    const problems: string[] = [];
    there.prompts.answerWith(async (prompt) => {
      const alert = prompt.getByRole('alert');
      const isSecondTime = (await alert.count()) > 0;
      if (isSecondTime) problems.push(await alert.innerText());
      await prompt.getByLabel('Passphrase').fill(isSecondTime ? 'lead and line' : 'another one');
      await prompt.getByRole('button', { name: 'Add' }).click();
    });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog).toBeHidden();
    expect(problems).toEqual([expect.stringContaining('does not decrypt the secrets')]);
    await expect(there.page.locator('html')).toHaveAttribute('data-density', 'compact');
  });

  const navigator = new Navigator(there.page);
  await navigator.item('Quay').click();
  await expect(navigator.item(table.tableName)).toBeVisible();
});
