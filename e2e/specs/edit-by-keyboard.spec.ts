// Changing data without a mouse: a cell, a new entity, a deletion, the review, the apply and its undo.
import { isGone, newShips, stored, writes } from '../fixtures/ships';
import { expect, test } from '../fixtures/stores';
import { goTo, tabTo } from '../pages/by-keyboard';
import { addConnection } from '../pages/connections';
import { TableEditing } from '../pages/edit';

test('edit, insert, delete, review, apply and undo by keyboard', async ({ openApp, store }) => {
  const table = await newShips(store);
  const before = await stored(table, 'Harbour', 'Ada');
  const { page } = await openApp();
  await addConnection(page, 'Quay', store.connectionString);
  const tab = new TableEditing(page, table.tableName);
  await goTo(page, table.tableName, table.tableName);
  await expect(tab.cell('Ada')).toBeVisible();
  const sent = writes(store).length;

  await test.step('a cell', async () => {
    await tabTo(page, 'Tab', new RegExp(`Entities of ${table.tableName}`));
    for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'F2']) await page.keyboard.press(key);
    await page.keyboard.type('17');
    await page.keyboard.press('Tab');
    await expect(tab.grid.getByRole('textbox', { name: 'Due, DateTime' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tab.grid).toBeFocused();
    await expect(tab.grid.getByRole('gridcell', { name: '17, was 4' })).toBeVisible();
  });

  await test.step('a new entity, filled in beside the rows', async () => {
    await page.keyboard.press('Control+i');
    await expect(tab.form.getByRole('textbox', { name: 'RowKey' })).toBeFocused();
    await page.keyboard.type('Eve');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Tab', /^Berth *$/);
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await expect(tab.form.getByRole('textbox', { name: 'Berth', exact: true }), 'stays where it was').toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tab.grid).toBeFocused();
    await expect(tab.row('Eve')).toContainText('9');
  });

  await test.step('a deletion, from the menu of a cell; walking over a new row leaves the keyboard in the grid', async () => {
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+ArrowUp');
    await expect(tab.inspector.getByRole('heading', { name: 'Eve' })).toBeVisible();
    await expect(tab.grid).toBeFocused();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+F10');
    const entry = page.getByRole('menuitem', { name: /^Delete entity/ });
    await expect(entry).toBeVisible();
    await page.keyboard.type('Delete');
    await expect(entry).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tab.changes).toContainText('1 changed, 1 inserted, 1 deleted');
    expect(writes(store)).toHaveLength(sent);
  });

  await test.step('reviewed and applied', async () => {
    await page.keyboard.press('Control+Enter');
    await expect(tab.review.getByRole('heading', { name: 'Review 3 changes' })).toBeVisible();
    // What cannot be pressed yet is passed over by Tab.
    await expect(tab.review.getByRole('button', { name: /Apply 3 changes/ })).toBeEnabled();
    await tabTo(page, 'Tab', /^ *Apply 3 changes/);
    await page.keyboard.press('Enter');
    await tab.expectApplied('Applied 3 changes');
    expect((await stored(table, 'Harbour', 'Eve')).Berth).toEqual({ type: 'Int32', value: '9' });
    expect(await isGone(table, 'Lagoon', 'Dora')).toBe(true);
  });

  await test.step('and undone', async () => {
    await tabTo(page, 'Tab', /^ *Undo/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('3 changes undone.');
    expect(await page.evaluate(() => document.activeElement?.tagName), 'the focus is not lost').not.toBe('BODY');
    expect(await isGone(table, 'Harbour', 'Eve')).toBe(true);
    expect((await stored(table, 'Lagoon', 'Dora')).Berth).toEqual(before.Berth);
    expect((await stored(table, 'Harbour', 'Ada')).Berth).toEqual(before.Berth);
  });
});

test('text that the form rejected is retained when other rows are shown in between', async ({ openApp, store }) => {
  const table = await newShips(store);
  const { page } = await openApp();
  await addConnection(page, 'Quay', store.connectionString);
  const tab = new TableEditing(page, table.tableName);
  await goTo(page, table.tableName, table.tableName);
  await tab.cell('Ada').click();
  await tab.showForm();
  const berth = tab.form.getByRole('textbox', { name: 'Berth', exact: true });
  await tabTo(page, 'Tab', /^Berth +4$/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('seven');
  await page.keyboard.press('Enter');
  await tab.cell('Bea').click();
  await expect(berth).not.toHaveValue('seven');
  await expect(tab.inspector).toContainText('Not staged: “seven” for Berth of Ada.');
  await tabTo(page, 'Tab', /^ *Go to field/);
  await page.keyboard.press('Enter');
  await expect(tab.inspector.getByRole('heading', { name: 'Ada' })).toBeVisible();
  await expect(berth).toBeFocused();
  await expect(berth).toHaveValue('seven');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(tab.changes).toContainText('1 changed');
});

test('from a value in the form the review is one press away, with that value in it', async ({ openApp, store }) => {
  const table = await newShips(store);
  const { page } = await openApp();
  await addConnection(page, 'Quay', store.connectionString);
  const tab = new TableEditing(page, table.tableName);
  await goTo(page, table.tableName, table.tableName);
  await expect(tab.cell('Ada')).toBeVisible();
  await tab.cell('Ada').click();
  await tab.showForm();
  await tab.form.getByRole('textbox', { name: 'Berth', exact: true }).fill('many');
  await page.keyboard.press('Control+Enter');
  await expect(tab.form.getByRole('alert')).toContainText('“many” is not a whole number.');
  await expect(tab.review).toHaveCount(0);
  await tab.form.getByRole('textbox', { name: 'Berth', exact: true }).fill('17');
  await page.keyboard.press('Control+Enter');
  await expect(tab.review.getByRole('region', { name: 'Selected request' })).toContainText('{"Berth":17}');
});

test('so it is from the other fields of the form: a key, a new name of a property, a property that is added', async ({
  openApp,
  store,
}) => {
  const table = await newShips(store);
  const { page } = await openApp();
  await addConnection(page, 'Quay', store.connectionString);
  const tab = new TableEditing(page, table.tableName);
  await goTo(page, table.tableName, table.tableName);
  await expect(tab.cell('Ada')).toBeVisible();
  await tab.cell('Ada').click();
  await tab.showForm();
  const field = (name: string) => tab.form.getByRole('textbox', { name, exact: true });

  await tab.form.getByRole('button', { name: 'Add property' }).click();
  await field('Name').fill('Flag');
  await field('Value').fill('NO');
  await page.keyboard.press('Control+Enter');
  await expect(tab.review).toContainText('"Flag":"NO"');
  await page.keyboard.press('Escape');
  await expect(tab.review).toHaveCount(0);

  await field('RowKey').fill('a/b');
  await page.keyboard.press('Control+Enter');
  await expect(tab.form.getByText(/which is not allowed in keys/)).toBeVisible();
  await expect(tab.review).toHaveCount(0);
  await field('RowKey').fill('Ada2');
  await page.keyboard.press('Control+Enter');
  await expect(tab.review).toContainText('Ada2');
});
