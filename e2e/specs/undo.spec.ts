// Applied changes can be undone: the store then holds the same bytes as before. A change of keys that a crash
// interrupted is found at the next start and completed.
import type { TableClient } from '@azure/data-tables';
import { killAtOnce } from '../fixtures/processes';
import { expect, test } from '../fixtures/stores';
import { type Navigator, addConnection } from '../pages/connections';
import { openTableOf } from '../pages/open-table';
import { Review } from '../pages/review';
import { TableTab } from '../pages/table-tab';

/** Every entity as text, without the fields that every write changes: its ETag and Timestamp. */
async function contentOf(table: TableClient): Promise<readonly string[]> {
  const texts: string[] = [];
  const keep = { name: 'keep', texts };
  table.pipeline.addPolicy({
    name: keep.name,
    sendRequest: async (request, next) => {
      const response = await next(request);
      texts.push(response.bodyAsText ?? '');
      return response;
    },
  });
  for await (const { rowKey } of table.listEntities()) expect(rowKey).toBeDefined();
  table.pipeline.removePolicy({ name: keep.name });
  return texts.map((text) =>
    text.replace(/"odata\.etag":"(?:[^"\\]|\\.)*"/g, '').replace(/"Timestamp(?:@odata\.type)?":"[^"]*"/g, ''),
  );
}

test('edit, delete and insert are undone, byte for byte', async ({ openApp, store }) => {
  const table = await store.newTable();
  for (const rowKey of ['B1', 'B2', 'B3']) {
    await table.createEntity({
      partitionKey: 'Quay',
      rowKey,
      Depth: { type: 'Double', value: '200.0' },
      Crane: `north ${rowKey}`,
      Moored: { type: 'DateTime', value: '2026-10-14T08:21:07.1402918Z' },
      Serial: { type: 'Int64', value: '9007199254740993' },
    });
  }
  const before = await contentOf(table);
  expect(before.join()).toContain('9007199254740993');
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  const review = new Review(page, tab);

  await test.step('three changes are applied', async () => {
    await review.stage(tab.cell('north B1'), 'south');
    await tab.cell('north B2').click();
    await tab.cell('north B2').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await review.stage(tab.cell('north B3'), 'west');
    await review.open();
    // The transaction and its three operations.
    await expect(review.requests.getByRole('option')).toHaveCount(4);
    await review.button('Apply 3 changes, delete 1').click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Applied 3 changes');
    await expect(review.panel).toBeHidden();
    expect(await contentOf(table)).not.toEqual(before);
  });

  const undo = page.getByRole('region', { name: 'Undo on Quay' });
  await test.step('the applied changes say what each did', async () => {
    await navigator.choose('Quay', 'Applied changes');
    const lines = undo.getByRole('listbox', { name: 'Applied changes' }).getByRole('option');
    await expect(lines).toHaveCount(4);
    await expect(lines.filter({ hasText: 'B1' })).toContainText('Crane north B1 → south');
    await expect(lines.filter({ hasText: 'B2' })).toContainText('Deleted');
    await expect(undo.getByText(/^3 records, .* of at most 32\.0\sMiB/)).toBeVisible();
  });

  await test.step('all are restored, and the store holds the same bytes', async () => {
    await undo.getByRole('listbox', { name: 'Applied changes' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await undo.getByRole('button', { name: 'Restore 3 changes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore 3 changes' }).click();
    await expect(undo.getByRole('region', { name: 'Restore results' })).toContainText('3 changes restored.');
    expect(await contentOf(table)).toEqual(before);
  });

  await test.step('and the open tab of the table shows it without being run again', async () => {
    const queries = (): number => store.tableProxy.requests.filter(({ path }) => path.endsWith('()')).length;
    const queriesBefore = queries();
    await navigator.open(table.tableName);
    for (const row of ['B1', 'B2', 'B3']) await expect(tab.cell(`north ${row}`)).toBeVisible();
    await expect(tab.grid.getByRole('rowheader', { name: /deleted/ })).toHaveCount(0);
    expect(queries()).toBe(queriesBefore);
  });

  await test.step('what is applied next, a key in the rows undoes', async () => {
    await review.stage(tab.cell('north B1'), 'east');
    await review.open();
    await review.button('Apply 1 change').click();
    await expect(review.panel).toBeHidden();
    await expect(tab.grid).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('1 change undone.');
    await expect(tab.cell('north B1')).toBeVisible();
    expect(await contentOf(table)).toEqual(before);
  });
});

test('a row that was changed since is not restored, and is named', async ({ openApp, store }) => {
  const table = await store.newTable();
  for (const rowKey of ['B1', 'B2'])
    await table.createEntity({ partitionKey: 'Quay', rowKey, Crane: `north ${rowKey}` });
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  const review = new Review(page, tab);
  for (const rowKey of ['B1', 'B2']) await review.stage(tab.cell(`north ${rowKey}`), `south ${rowKey}`);
  await review.open();
  await review.button('Apply 2 changes').click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Applied 2 changes');
  await expect(review.panel).toBeHidden();
  await table.updateEntity({ partitionKey: 'Quay', rowKey: 'B2', Crane: 'theirs' }, 'Merge');

  await tab.panel.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Applied changes' }).click();
  const undo = page.getByRole('region', { name: 'Undo on Quay' });
  await undo.getByRole('listbox', { name: 'Applied changes' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await undo.getByRole('button', { name: 'Restore 2 changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore 2 changes' }).click();
  const report = undo.getByRole('region', { name: 'Restore results' });
  await expect(report).toContainText('1 change restored, 1 not.');
  await expect(report.getByRole('listitem')).toHaveText(['Quay / B2 The entity has changed since.']);
  const cranes: unknown[] = [];
  for await (const { Crane } of table.listEntities()) cranes.push(Crane);
  expect(cranes).toEqual(['north B1', 'theirs']);
});

test('a change of keys that a crash interrupted is offered for completion', async ({ launchApp, newFolder, store }) => {
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'Quay', rowKey: 'B1', Crane: 'north' });
  const stateDir = await newFolder('state');
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { partitionKey = '', rowKey = '' } of table.listEntities())
      found.push(`${partitionKey}/${rowKey}`);
    return found.sort();
  };

  await test.step('killed between the copy and the removal of the old row', async () => {
    const running = await launchApp({ stateDir });
    const { page } = running;
    const navigator: Navigator = await addConnection(page, 'Quay', store.connectionString);
    await navigator.open(table.tableName);
    const tab = new TableTab(page, table.tableName);
    const review = new Review(page, tab);
    await review.stage(tab.cell('Quay'), 'Dock');
    const held = store.tableProxy.inject({
      fault: { kind: 'hang' },
      when: ({ method }) => method === 'DELETE',
      times: Infinity,
    });
    await review.open();
    await expect(review.requests.getByRole('option').first()).toContainText('Move to another partition');
    await review.button('Apply 1 change').click();
    await expect.poll(() => held.hits()).toBeGreaterThan(0);
    await killAtOnce(running);
    store.tableProxy.clearFaults();
    expect(await keys()).toEqual(['Dock/B1', 'Quay/B1']);
  });

  const { page } = await launchApp({ stateDir });
  await test.step('said at the next start, and shown with both rows', async () => {
    const message = page.getByRole('alert').filter({ hasText: 'interrupted' });
    await message.getByRole('button', { name: `Open ${table.tableName}` }).click();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Interrupted key change' });
    await expect(dialog.getByText('Exists, 1 property')).toHaveCount(2);
    await expect(dialog).toContainText('Both rows have the same properties.');
  });

  await test.step('finished: one row is left, under its new keys', async () => {
    await page.getByRole('button', { name: 'Finish: keep Dock / B1 only' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Review', exact: true })).toHaveCount(0);
    expect(await keys()).toEqual(['Dock/B1']);
  });
});
