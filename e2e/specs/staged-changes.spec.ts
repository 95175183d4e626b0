// Staged edits are shared by all tabs of a table, are confirmed before they would be lost, and link to the row that
// prevents them from being sent.
import { killAtOnce } from '../fixtures/processes';
import { TableEditing } from '../pages/edit';
import { isGone, newShips, openLastingShips, openShips, stored, writes } from '../fixtures/ships';
import { expect, test } from '../fixtures/stores';

test('a tab and the window ask before staged changes would be lost', async ({ launchApp, store }) => {
  const table = await newShips(store);
  const { app, page } = await launchApp();
  const tab = await openShips(page, store, table);
  const sent = writes(store).length;
  await tab.choose(tab.cellOf('Ada', 1), /^Delete entity/);
  await tab.choose(tab.cellOf('Bea', 1), /^Delete entity/);
  const dialog = page.getByRole('alertdialog', { name: '2 changes have not been applied' });

  // On Linux a middle click pastes the selected text, and the grid would take that for rows to import.
  await app.evaluate(({ clipboard }) => {
    // The newest types have no selection; Electron 33 does.
    const selecting = clipboard as unknown as { writeText(text: string, type: 'selection'): void };
    selecting.writeText('Harbour\tNew\t5\nHarbour\tNext\t6', 'selection');
  });
  await page.getByRole('tab', { name: table.tableName }).click({ button: 'middle' });
  await expect(dialog).toContainText(`2 changes to ${table.tableName} on Quay`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(tab.changes).toContainText('2 deleted');
  await expect(page.getByRole('tab')).toHaveText([table.tableName]);

  await test.step('discarding closes the tab, and the next one starts clean', async () => {
    await page.getByRole('tab', { name: table.tableName }).click({ button: 'middle' });
    await dialog.getByRole('button', { name: 'Discard 2 changes' }).click();
    await expect(tab.grid).toBeHidden();
    await page.getByRole('treeitem', { name: table.tableName }).dblclick();
    await expect(tab.cell('Ada')).toBeVisible();
    await expect(tab.changes).toBeHidden();
  });

  await test.step('a window that does not come back stays until the changes are given up', async () => {
    const [second] = await Promise.all([app.waitForEvent('window'), page.keyboard.press('Control+Shift+N')]);
    await tab.choose(tab.cellOf('Cleo', 1), /^Delete entity/);
    const one = page.getByRole('alertdialog', { name: '1 change has not been applied' });
    const closeFirst = (): Promise<void> =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .sort((a, b) => a.id - b.id)[0]
          ?.close(),
      );
    await closeFirst();
    await one.getByRole('button', { name: 'Review' }).click();
    await expect(tab.review.getByRole('heading', { name: 'Review 1 change' })).toBeVisible();
    await closeFirst();
    const gone = page.waitForEvent('close');
    await one.getByRole('button', { name: 'Discard 1 change' }).click();
    await gone;
    expect(second.isClosed()).toBe(false);
  });
  expect(writes(store)).toHaveLength(sent);
});

test('staged edits survive a kill and a normal quit, are compared with the table, and can be discarded', async ({
  launchApp,
  newFolder,
  store,
}) => {
  const { table, stateDir, first, tab: before, storedEdits } = await openLastingShips(store, launchApp, newFolder);
  await before.choose(before.cellOf('Ada', 1), /^Delete entity/);
  for (const [ship, berth] of [
    ['Bea', '17'],
    ['Cleo', '18'],
  ] as const) {
    await before.cellOf(ship, 2).dblclick();
    await first.page.keyboard.type(berth);
    await first.page.keyboard.press('Enter');
  }
  await first.page.keyboard.press('Control+i');
  await before.form.getByRole('textbox', { name: 'RowKey' }).fill('Eve');
  await first.page.keyboard.press('Enter');
  await expect(before.changes).toContainText('2 changed, 1 inserted, 1 deleted');
  await expect.poll(storedEdits).toContain('"rowKey":"Eve"');
  await killAtOnce(first);
  await table.updateEntity({ partitionKey: 'Harbour', rowKey: 'Bea', Berth: { type: 'Int32', value: '9' } });

  const sent = writes(store).length;
  const second = await launchApp({ stateDir });
  const tab = new TableEditing(second.page, table.tableName);
  await test.step('it is staged, and nothing was asked for', async () => {
    await expect(tab.changes).toContainText('2 changed, 1 inserted, 1 deleted');
    await tab.run.click();
    await expect(tab.grid.getByRole('gridcell', { name: '18, was 4' })).toBeVisible();
    await expect(tab.row('Eve')).toBeVisible();
  });

  await test.step('the review says which row is another one by now, and settles it', async () => {
    await tab.changes.getByRole('button', { name: 'Review and apply' }).click();
    const returned = tab.review.getByRole('region', { name: 'Staged before the restart' });
    await expect(returned).toContainText(
      '4 changes were staged before Stowage was restarted. 1 row has changed in the table',
    );
    const conflicts = tab.review.getByRole('region', { name: 'Conflicts' });
    await expect(conflicts.getByRole('listitem')).toHaveText(/^Harbour \/ Bea.*changed since/);
    await conflicts.getByRole('button', { name: 'Review Harbour / Bea' }).click();
    await tab.review.getByRole('button', { name: 'Keep theirs' }).click();
    await expect(returned).toContainText('3 changes were staged');
    await expect(returned).toContainText('have not changed since');
    await second.page.keyboard.press('Escape');
    await expect(tab.changes).toContainText('1 changed, 1 inserted, 1 deleted');
  });

  await test.step('the app ends without a question, and comes back with the rest', async () => {
    // Not only its window: while it ends, it is still the one instance that there may be.
    const gone = second.app.waitForEvent('close');
    await second.app.evaluate(({ app }) => app.quit());
    await gone;
    const third = await launchApp({ stateDir });
    const again = new TableEditing(third.page, table.tableName);
    await expect(again.changes).toContainText('1 changed, 1 inserted, 1 deleted');
    expect(writes(store)).toHaveLength(sent);
    await again.apply();
    expect((await stored(table, 'Harbour', 'Cleo')).Berth).toEqual({ type: 'Int32', value: '18' });
    expect((await stored(table, 'Harbour', 'Bea')).Berth).toEqual({ type: 'Int32', value: '9' });
    expect(await isGone(table, 'Harbour', 'Ada')).toBe(true);
    expect(await isGone(table, 'Harbour', 'Eve')).toBe(false);
    await expect.poll(storedEdits, 'nothing of it stays on the disk').not.toContain('"kind":"staged"');
  });
});

test('an entity in a separate tab is changed through the same staging', async ({ openApp, store }) => {
  const table = await newShips(store);
  const before = await stored(table, 'Harbour', 'Bea');
  const { page } = await openApp();
  const tab = await openShips(page, store, table);
  const sent = writes(store).length;
  await tab.choose(tab.cellOf('Ada', 1), /^Delete entity/);
  await tab.cellOf('Bea', 2).click();
  await tab.inspector.getByRole('button', { name: 'Open in new tab' }).click();
  const entity = page.getByRole('region', { name: `Entity Bea of ${table.tableName}` });
  await entity.getByText('Edit', { exact: true }).click();
  await entity.getByRole('textbox', { name: 'Berth', exact: true }).fill('17');
  await page.keyboard.press('Enter');
  const changes = entity.getByRole('region', { name: 'Changes' });
  await expect(changes, 'this entity only').toContainText('Staged: 1 changed');

  await page.getByRole('tab', { name: table.tableName }).click();
  await expect(tab.changes).toContainText('1 changed, 1 deleted');
  await expect(tab.grid.getByRole('gridcell', { name: '17, was 4' })).toBeVisible();

  await page.getByRole('tab', { name: 'Bea' }).click();
  await changes.getByRole('button', { name: 'Review and apply' }).click();
  const review = entity.getByRole('region', { name: 'Review' });
  await expect(review.getByRole('heading', { name: 'Review 1 change' })).toBeVisible();
  await review.getByRole('button', { name: /^Apply/ }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Applied 1 change');
  await expect(review).toBeHidden();
  await expect(changes).toBeHidden();
  const [write, ...others] = writes(store).slice(sent);
  expect(others).toEqual([]);
  expect(write).toMatchObject({ method: 'PATCH', bytesUp: '{"Berth":17}'.length });
  expect(await stored(table, 'Harbour', 'Bea')).toMatchObject({ Due: before.Due, Ledger: before.Ledger });

  await page.getByRole('tab', { name: table.tableName }).click();
  await expect(tab.changes).toContainText('Staged: 1 deleted');
  await expect(tab.cellOf('Bea', 2), 'the row of the table knows').toHaveText('17');
});

test('the menu of a cell is for the cell pointed at', async ({ openApp, store }) => {
  const table = await newShips(store);
  const { app, page } = await openApp();
  const tab = await openShips(page, store, table);
  await tab.cellOf('Ada', 1).click();
  await tab.choose(tab.cellOf('Cleo', 1), /^Copy Ctrl C/);
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('Cleo');
  await tab.cellOf('Ada', 1).click();
  await tab.choose(tab.cellOf('Dora', 1), /^Delete entity/);
  await tab.apply();
  expect(await isGone(table, 'Lagoon', 'Dora')).toBe(true);
  for (const ship of ['Ada', 'Bea', 'Cleo']) expect(await isGone(table, 'Harbour', ship)).toBe(false);
});

test('what cannot be sent leads to its row, or to the conflict behind it', async ({ openApp, store }) => {
  const table = await newShips(store);
  const { page } = await openApp();
  const tab = await openShips(page, store, table);

  await test.step('an insert without RowKey collides with a second one', async () => {
    await tab.panel.getByRole('button', { name: 'Insert entity' }).click();
    await tab.form.getByRole('textbox', { name: 'PartitionKey' }).fill('a/b');
    await expect(tab.form.getByText('PartitionKey: ')).toBeVisible();
    await tab.form.getByRole('textbox', { name: 'PartitionKey' }).fill('Harbour');
    await tab.form.getByRole('textbox', { name: 'RowKey' }).fill('Ada-copy');
    await page.keyboard.press('Enter');
    await tab.choose(tab.cellOf('Ada', 1), 'Clone entity');
    await tab.changes.getByRole('button', { name: 'Review and apply' }).click();
    const problems = tab.review.getByRole('region', { name: 'Problems that prevent sending' });
    await expect(problems).toContainText('another staged change affects the same entity');
    await expect(tab.review.getByRole('button', { name: /^Apply/ })).toBeDisabled();
    await problems.getByRole('button', { name: /^Go to row/ }).click();
    await expect(tab.review).toBeHidden();
    await expect(tab.grid).toBeFocused();
    await expect(tab.row('Ada-copy').nth(1).locator('[aria-selected=true]')).toHaveText('Ada-copy');
    await tab.changes.getByRole('button', { name: 'Discard all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard all' }).click();
  });

  await test.step('a part of an entity that somebody changed meanwhile', async () => {
    await tab.panel.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('checkbox', { name: 'Tons' }).press('Space');
    await page.getByText('Fetch only shown columns').click();
    await page.keyboard.press('Escape');
    await tab.run.click();
    await tab.cellOf('Bea', 2).dblclick();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await table.updateEntity({ partitionKey: 'Harbour', rowKey: 'Bea', Berth: { type: 'Int32', value: '9' } });
    await tab.choose(tab.cellOf('Bea', 3), /^Remove/);
    await tab.changes.getByRole('button', { name: 'Review and apply' }).click();
    await tab.review.getByRole('button', { name: 'Read whole entity' }).click();
    const conflict = tab.review.getByRole('region', { name: 'Conflict' });
    await expect(conflict).toContainText('changed by both');
    await conflict.getByRole('button', { name: 'Apply choices' }).click();
    await expect(tab.changes).toBeHidden();
    const held = await stored(table, 'Harbour', 'Bea');
    expect(held.Berth).toEqual({ type: 'Int32', value: '5' });
    expect(held).not.toHaveProperty('Due');
    expect(held.Tons).toEqual((await stored(table, 'Harbour', 'Cleo')).Tons);
  });
});
