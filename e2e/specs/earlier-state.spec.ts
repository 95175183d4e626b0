// A state folder that version 0.1.0 wrote, opened by this one. The fixture is what that version left behind after a query
// was saved, a row edited, another edit staged, a table cleared, an upload paused and another one finished.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TableClient, TableServiceClient } from '@azure/data-tables';
import { projectDir } from '../fixtures/app';
import { expect, test } from '../fixtures/stores';
import { Navigator } from '../pages/connections';
import { TableEditing } from '../pages/edit';
import { SavedQueries } from '../pages/saved-queries';
import { ActivityDock } from '../pages/activity-dock';

const fixture = join(projectDir, 'e2e/fixtures/state-0.1.0');
const edited = 'Tablekjpyvmkh';
const cleared = 'Tablepkqmhyth';
const insecure = { allowInsecureConnection: true };

/** Its connection then leads to the store of this test: the only file that is not written by records with checksums. */
async function stateOfThen(
  stateDir: string,
  origins: { readonly blob: string; readonly table: string },
): Promise<void> {
  await cp(fixture, stateDir, { recursive: true });
  await rm(join(stateDir, 'local-storage.json'));
  const path = join(stateDir, 'connections.json');
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    text
      .replace(/http:\/\/127[^/]+(?=\/devstoreaccount1"[^}]*"table")/s, origins.blob)
      .replace(/http:\/\/127[^/]+(?=\/devstoreaccount1"\s*})/s, origins.table),
  );
}

test('the state folder of version 0.1.0: restores settings, tabs, queries, edits and jobs, and undoes applied changes', async ({
  launchApp,
  newFolder,
  store,
  azurite,
}) => {
  const service = TableServiceClient.fromConnectionString(azurite.connectionString, insecure);
  for (const name of [edited, cleared]) await service.createTable(name);
  const table = TableClient.fromConnectionString(azurite.connectionString, edited, insecure);
  for (const rowKey of ['Ada', 'Bea']) {
    await table.createEntity({ partitionKey: 'Harbour', rowKey, Berth: 1, Note: 'before' });
  }
  const stateDir = await newFolder('state');
  await stateOfThen(stateDir, { blob: store.blobProxy.origin, table: store.tableProxy.origin });
  const { page } = await launchApp({ stateDir });
  const stored = JSON.parse(await readFile(join(fixture, 'local-storage.json'), 'utf8')) as Record<string, string>;
  // Set as the reloaded page begins: the page that is left saves its own tabs last.
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.reload();

  await test.step('settings and tabs', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('tab', { name: new RegExp(edited) })).toBeVisible();
    await expect(page.getByRole('tab', { name: /container-xrygxqgp/ })).toHaveAttribute('aria-selected', 'true');
  });
  const tab = new TableEditing(page, edited);
  await test.step('the saved query, the history and the conditions of the tab', async () => {
    await page.getByRole('tab', { name: new RegExp(edited) }).click();
    await expect(tab.filter).toHaveText("PartitionKey ge 'Harb' and PartitionKey lt 'Harc'");
    const queries = new SavedQueries(page, tab.panel);
    await queries.open();
    await expect(queries.saved).toContainText('Ships at the quay');
    await queries.showHistory();
    await expect(queries.runs.first()).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('the edit that was staged', async () => {
    await expect(tab.changes).toContainText('1 changed');
    await tab.run.click();
    await expect(tab.cellOf('Bea', 3)).toContainText('not applied yet');
  });
  await test.step('the paused and the finished upload', async () => {
    const dock = new ActivityDock(page);
    await expect(dock.job('Upload of crate.bin')).toHaveAccessibleName(/, paused\b/);
    await expect(dock.job('Upload of note.txt')).toHaveAccessibleName(/, done\b/);
  });
  await test.step('the change that can be undone', async () => {
    await new Navigator(page).choose('Quay', 'Applied changes');
    const undo = page.getByRole('region', { name: 'Undo on Quay' });
    await expect(undo.getByRole('listbox', { name: 'Applied changes' })).toContainText('Note before → after');
  });
  await test.step('the table that was cleared, whose rows return', async () => {
    await page.getByRole('tab', { name: new RegExp(cleared) }).click();
    const panel = new TableEditing(page, cleared).panel;
    await panel.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Show activity' }).click();
    const dock = new ActivityDock(page);
    await dock.panel.getByRole('button', { name: /^Undo/ }).click();
    await expect(dock.job(/^Undo .*, done/)).toBeVisible();
    const rows: unknown[] = [];
    const restored = TableClient.fromConnectionString(azurite.connectionString, cleared, insecure);
    for await (const { partitionKey, rowKey, Weight } of restored.listEntities())
      rows.push([partitionKey, rowKey, Weight]);
    expect(rows).toEqual(['A', 'B', 'C'].map((rowKey) => ['Hold', rowKey, 3]));
  });
  for (const name of [edited, cleared]) await service.deleteTable(name);
});
