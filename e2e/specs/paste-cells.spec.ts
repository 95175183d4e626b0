// Cells that are pasted or emptied in the grid, as in spreadsheets: staged as one change, or not at all with the
// reason.
import type { RunningApp } from '../fixtures/app';
import { due as dueAt, newShips, openShips, stored, writes } from '../fixtures/ships';
import { expect, test } from '../fixtures/stores';
import { ImportTab } from '../pages/import-tab';

const [berth, due, ledger] = [2, 3, 4];

async function paste({ app, page }: RunningApp, text: string): Promise<void> {
  await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

test('cells are pasted over cells: typed as their rows have it, undone in one step, exactly them on the wire', async ({
  openApp,
  store,
}) => {
  const table = await newShips(store);
  const running = await openApp();
  const { page } = running;
  const tab = await openShips(page, store, table);
  const sent = writes(store).length;

  await test.step('a block goes from the selected cell on', async () => {
    await tab.cellOf('Ada', ledger).click();
    await paste(running, '9007199254740995\t1.5\r\n9007199254740997\t2.25\r\n');
    await expect(tab.cellOf('Bea', ledger)).toHaveText('9007199254740997');
    await expect(tab.changes).toContainText('2 changed');
    await expect(tab.grid).toBeFocused();
  });

  await test.step('one value fills what is selected, and Ctrl Z takes it back as a whole', async () => {
    await tab.cellOf('Ada', berth).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await paste(running, '17');
    await expect(tab.cellOf('Cleo', berth)).toHaveText('17');
    await expect(tab.changes).toContainText('3 changed');
    await page.keyboard.press('Control+z');
    await expect(tab.cellOf('Cleo', berth)).toHaveText('4');
    await expect(tab.cellOf('Ada', berth)).toHaveText('4');
    await expect(tab.cellOf('Ada', ledger)).toHaveText('9007199254740995');
  });

  await test.step('what was copied here comes back as it was', async () => {
    await tab.cellOf('Cleo', due).click();
    await page.keyboard.press('Control+c');
    await expect(page.getByText('Copied one cell')).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+v');
    await expect(page.getByText('The cells already contain these values')).toBeVisible();
  });

  await tab.apply();
  // Both rows are in one partition, so one transaction is proposed.
  const bodies = writes(store).slice(sent);
  expect(bodies.map(({ method }) => method)).toEqual(['POST']);
  for (const [ship, entries, weight] of [
    ['Ada', '9007199254740995', '1.5'],
    ['Bea', '9007199254740997', '2.25'],
  ] as const) {
    expect(await stored(table, 'Harbour', ship)).toMatchObject({
      Berth: { type: 'Int32', value: '4' },
      Due: { type: 'DateTime', value: dueAt },
      Ledger: { type: 'Int64', value: entries },
      Tons: { type: 'Double', value: weight },
    });
  }
  expect(await stored(table, 'Harbour', 'Cleo')).toMatchObject({ Ledger: { value: '9007199254740993' } });
});

test('an invalid paste is not applied in part, and a single text waits in its cell until it is corrected', async ({
  openApp,
  store,
}) => {
  const table = await newShips(store);
  const running = await openApp();
  const { page } = running;
  const tab = await openShips(page, store, table);

  await test.step('a block with a value of another type', async () => {
    await tab.cellOf('Ada', berth).click();
    await paste(running, '5\nquay');
    await expect(page.getByText(/^Berth of Bea: “quay” is not a whole number/)).toBeVisible();
    await expect(tab.changes).toBeHidden();
    await expect(tab.cellOf('Ada', berth)).toHaveText('4');
  });

  await test.step('a block that reaches past the last row', async () => {
    await tab.cellOf('Dora', berth).click();
    await paste(running, '5\n6\n7');
    await expect(page.getByText('Only one row is loaded from this cell on; 3 were copied.')).toBeVisible();
    await expect(tab.changes).toBeHidden();
  });

  await test.step('a single text', async () => {
    await tab.cellOf('Bea', berth).click();
    await paste(running, 'quay');
    const editor = tab.grid.getByRole('textbox', { name: 'Berth, Int32' });
    await expect(editor).toHaveValue('quay');
    await page.keyboard.press('Enter');
    await expect(tab.grid.getByText(/is not a whole number/)).toBeVisible();
    await editor.fill('6');
    await page.keyboard.press('Enter');
    await expect(tab.cellOf('Bea', berth)).toHaveText('6');
  });

  await test.step('rows that are laid over the keys, or bring keys along, are an import', async () => {
    await tab.cellOf('Ada', 0).click();
    await paste(running, 'Harbour\tEve\t9\nHarbour\tFay\t8');
    const view = new ImportTab(page, table.tableName);
    await expect(view.panel).toContainText('pasted rows');
    await page.getByRole('tab', { name: table.tableName, exact: true }).click();
    await tab.cellOf('Ada', berth).click();
    await paste(running, 'PartitionKey\tRowKey\tBerth\nHarbour\tEve\t9');
    await expect(view.figure('Can be written')).toHaveText('1');
  });
});

test('Delete removes the properties of the selected cells as one change, and never a key', async ({
  openApp,
  store,
}) => {
  const table = await newShips(store);
  const { page } = await openApp();
  const tab = await openShips(page, store, table);

  await tab.cellOf('Ada', 1).click();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Nothing to remove')).toBeVisible();
  await expect(tab.changes).toBeHidden();

  await tab.cellOf('Ada', 1).click();
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await page.keyboard.press('Delete');
  await expect(tab.changes).toContainText('2 changed');
  await page.keyboard.press('Control+z');
  await expect(tab.changes).toBeHidden();
  await page.keyboard.press('Delete');
  await expect(tab.changes).toContainText('2 changed');
  await tab.apply();

  for (const name of ['Ada', 'Bea']) {
    const ship = await stored(table, 'Harbour', name);
    expect(ship.rowKey).toBe(name);
    expect([ship.Berth, ship.Due]).toEqual([undefined, undefined]);
    expect(ship.Ledger).toMatchObject({ value: '9007199254740993' });
  }
  expect(await stored(table, 'Harbour', 'Cleo')).toMatchObject({ Berth: { value: '4' } });
});
