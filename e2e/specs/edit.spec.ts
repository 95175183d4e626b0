// Editing through the window: typed values are staged, only changes are applied, and every other value on the server is
// untouched.
import { due, isGone, newShips, openShips, rawEntity, stored, writes } from '../fixtures/ships';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { TableEditing } from '../pages/edit';

test('one property by keyboard: only it goes out, and every other text stays', async ({ openApp, store }) => {
  const table = await newShips(store);
  const before = await stored(table, 'Harbour', 'Ada');
  const { page } = await openApp();
  const tab = await openShips(page, store, table);
  const sent = writes(store).length;

  await tab.grid.focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.type('many');
  const editor = tab.grid.getByRole('textbox', { name: 'Berth, Int32' });
  await page.keyboard.press('Enter');
  await expect(tab.grid.getByRole('alert')).toContainText('“many” is not a whole number');
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await expect(tab.changes).toBeHidden();

  const dialog = page.getByRole('alertdialog', { name: '1 change has not been applied' });
  await page.keyboard.type('17');
  await page.keyboard.press('Control+w');
  await expect(dialog, 'what is typed and not staged yet is not lost either').toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(tab.grid.getByRole('gridcell', { name: '17, was 4' })).toBeVisible();
  await expect(tab.changes).toContainText('1 changed');
  await tab.run.press('Enter');
  await expect(tab.grid.getByRole('gridcell', { name: '17, was 4' }), 'staged changes outlive a new run').toBeVisible();
  expect(writes(store)).toHaveLength(sent);

  await page.keyboard.press('Control+w');
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(tab.grid.getByRole('gridcell', { name: '17, was 4' })).toBeVisible();
  await page.keyboard.press('Control+w');
  await dialog.getByRole('button', { name: 'Review' }).press('Enter');
  // The review gets the focus once it is drawn; a key that a user cannot press before that would go nowhere.
  await expect(tab.review).toBeFocused();
  const apply = tab.review.getByRole('button', { name: /^Apply/ });
  // The requests it shows are made by the engine.
  await expect(apply).toBeEnabled();
  await apply.press('Enter');
  await tab.expectApplied();
  await expect(tab.changes).toBeHidden();

  const [write] = writes(store).slice(sent);
  expect(write).toMatchObject({ method: 'PATCH', bytesUp: '{"Berth":17}'.length });
  const { Berth, etag, timestamp: _, ...others } = await stored(table, 'Harbour', 'Ada');
  const { Berth: _berth, etag: etagBefore, timestamp: _before, ...othersBefore } = before;
  expect(Berth).toEqual({ type: 'Int32', value: '17' });
  expect(others).toEqual(othersBefore);
  expect(etag).not.toBe(etagBefore);

  await test.step('the row has its new ETag: it is changed again without a query', async () => {
    await tab.cellOf('Ada', 3).dblclick();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await tab.apply();
    await expect(tab.changes).toBeHidden();
    expect((await stored(table, 'Harbour', 'Ada')).Due).toEqual({ type: 'DateTime', value: due.replace('8Z', '9Z') });
  });
});

test('insert, clone, rename, convert, delete and other keys', async ({ openApp, store }) => {
  const table = await newShips(store);
  const { page } = await openApp();
  const tab = await openShips(page, store, table);

  await test.step('a conversion that loses digits is refused until it is confirmed', async () => {
    await tab.cellOf('Bea', 2).click();
    await tab.showForm();
    const ledger = tab.form.getByRole('group', { name: 'Ledger' });
    await ledger.getByRole('button', { name: /Type of Ledger/ }).click();
    await page.getByRole('option', { name: 'Double' }).click();
    await expect(ledger.getByRole('alert')).toContainText('A Double has about 16 digits');
    await expect(tab.changes).toBeHidden();
    await ledger.getByRole('button', { name: 'Keep Int64' }).click();
    await ledger.getByRole('button', { name: /Type of Ledger/ }).click();
    await page.getByRole('option', { name: 'String' }).click();
    await expect(tab.changes).toContainText('1 changed');
  });

  await test.step('a property gets another name', async () => {
    const tons = tab.form.getByRole('group', { name: 'Tons' });
    await tons.getByRole('button', { name: 'More actions for Tons' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await tons.getByRole('textbox', { name: 'New name of Tons' }).fill('Berth');
    await expect(tons.getByText('a property Berth')).toBeVisible();
    await tons.getByRole('textbox', { name: 'New name of Tons' }).fill('Weight');
    await page.keyboard.press('Enter');
    await expect(tab.form.getByRole('group', { name: 'Weight' })).toBeVisible();
  });

  await test.step('a new entity starts with the columns of the table', async () => {
    await tab.panel.getByRole('button', { name: 'Insert entity' }).click();
    await expect(tab.form.getByRole('textbox', { name: 'RowKey' })).toBeFocused();
    await page.keyboard.type('Eve');
    await page.keyboard.press('Enter');
    await tab.form.getByRole('textbox', { name: 'Berth', exact: true }).fill('9');
    await page.keyboard.press('Enter');
    await expect(tab.row('Eve')).toBeVisible();
  });

  await test.step('a clone has every value and keys of its own', async () => {
    await tab.choose(tab.cellOf('Cleo', 1), 'Clone entity');
    await expect(tab.form.getByRole('textbox', { name: 'RowKey' })).toHaveValue('Cleo-copy');
    await tab.form.getByRole('textbox', { name: 'RowKey' }).fill('Fay');
    await page.keyboard.press('Enter');
    await expect(tab.row('Fay')).toBeVisible();
  });

  await test.step('keys are changed in the cell, with a word about what that means', async () => {
    await tab.cellOf('Dora', 1).dblclick();
    await expect(tab.grid.getByText('Changing keys')).toBeVisible();
    await page.keyboard.type('Gwen');
    await page.keyboard.press('Enter');
    await expect(tab.row('Gwen')).toBeVisible();
  });

  await tab.choose(tab.cellOf('Ada', 1), /^Delete entity/);
  await expect(tab.changes).toContainText('2 changed, 2 inserted, 1 deleted');
  await tab.apply();
  await expect(tab.changes).toBeHidden();

  const bea = await stored(table, 'Harbour', 'Bea');
  expect(bea.Ledger).toEqual({ type: 'String', value: '9007199254740993' });
  expect(bea.Weight).toEqual((await stored(table, 'Harbour', 'Cleo')).Tons);
  expect(bea).not.toHaveProperty('Tons');
  expect(bea.Due).toEqual({ type: 'DateTime', value: due });
  expect((await stored(table, 'Harbour', 'Eve')).Berth).toEqual({ type: 'Int32', value: '9' });
  expect((await stored(table, 'Harbour', 'Fay')).Due).toEqual({ type: 'DateTime', value: due });
  expect((await stored(table, 'Lagoon', 'Gwen')).Ledger).toEqual({ type: 'Int64', value: '9007199254740993' });
  expect(await isGone(table, 'Lagoon', 'Dora')).toBe(true);
  expect(await isGone(table, 'Harbour', 'Ada')).toBe(true);
  await expect(tab.grid.getByRole('rowheader', { name: /, deleted$/ })).toHaveCount(1);
});

test('the selected rows of one partition go in one transaction', async ({ openApp, store }) => {
  const table = await newShips(store);
  const { page } = await openApp();
  const tab = await openShips(page, store, table);
  const sent = writes(store).length;

  await tab.grid.getByRole('rowheader', { name: 'Row 1' }).click();
  await tab.grid.getByRole('rowheader', { name: 'Row 3' }).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Delete');
  await expect(tab.changes).toContainText('3 deleted');
  await tab.changes.getByRole('button', { name: 'Review and apply' }).click();
  await expect(tab.review.getByRole('button', { name: /^Write options: One transaction/ })).toBeVisible();
  await tab.review.getByRole('button', { name: /^(Apply|Delete)/ }).click();
  await tab.expectApplied();
  const after = writes(store).slice(sent);
  expect(after.map(({ path }) => path.split('/').at(-1))).toEqual(['$batch']);
  for (const ship of ['Ada', 'Bea', 'Cleo']) expect(await isGone(table, 'Harbour', ship)).toBe(true);
});

test('a locked connection shows that it is locked where the user would edit', async ({ openApp, store }) => {
  const table = await newShips(store);
  const { page } = await openApp();
  const navigator = await addConnection(page, 'Fleet', store.connectionString, 'production');
  await navigator.open(table.tableName);
  const tab = new TableEditing(page, table.tableName);
  await tab.cell('Ada').click();
  await page.keyboard.type('x');
  await page.keyboard.press('F2');
  await expect(tab.grid.getByRole('textbox')).toHaveCount(0);
  await expect(tab.panel.getByRole('button', { name: 'Insert entity' })).toBeDisabled();
  await tab.showForm();
  await expect(tab.inspector).toContainText('This connection is read-only');
  await tab.inspector.getByRole('button', { name: /Unlock for writing/ }).click();
  await expect(tab.panel.getByRole('button', { name: 'Insert entity' })).toBeEnabled();
});

test('properties with names that mean something elsewhere are properties', async ({ openApp, store }) => {
  const table = await newShips(store);
  const { page } = await openApp();
  const tab = await openShips(page, store, table);
  const remaining = ['etag', 'timestamp', 'Größe'];
  // The emulator takes these two and loses them; they are looked at on the wire.
  const names = [...remaining, '__proto__', 'constructor'];
  const add = tab.form.getByRole('form', { name: 'Add property' });
  const addProperty = async (name: string): Promise<void> => {
    await add.getByRole('textbox', { name: 'Name' }).fill(name);
    await add.getByRole('textbox', { name: 'Value' }).fill(`of ${name}`);
    await add.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await tab.cellOf('Ada', 2).click();
  await tab.showForm();

  await test.step('what the service refuses is refused before anything is staged', async () => {
    await tab.form.getByRole('button', { name: 'Add property' }).click();
    const invalid = 'not a valid property name';
    const rejected = { 'odata.x': invalid, "it's": invalid, 'a"b': invalid };
    for (const [name, text] of Object.entries({ ...rejected, Timestamp: 'the service sets this property' })) {
      await addProperty(name);
      await expect(add).toContainText(text);
      await add.getByRole('textbox', { name: 'Name' }).fill('');
      await expect(add).not.toContainText(text);
    }
    await add.getByRole('button', { name: 'Cancel' }).click();
    await expect(tab.changes).toBeHidden();
  });

  await test.step('the others are written under their names', async () => {
    for (const name of names) {
      await tab.form.getByRole('button', { name: 'Add property' }).click();
      await addProperty(name);
      await expect(tab.form.getByRole('textbox', { name, exact: true })).toHaveValue(`of ${name}`);
    }
    const sent = writes(store).length;
    await tab.apply();
    const body = `{${names.map((name) => `"${name}":"of ${name}"`).join()}}`;
    const [write, ...others] = writes(store).slice(sent);
    expect(others).toEqual([]);
    expect(write).toMatchObject({ method: 'PATCH', bytesUp: Buffer.byteLength(body) });
  });
  const held = await rawEntity(table, 'Ada');
  for (const name of remaining) expect(held).toContain(`"${name}":"of ${name}"`);

  await test.step('read again they are all there; another property goes out alone, and they stay as they are', async () => {
    await tab.run.click();
    await tab.cellOf('Ada', 2).click();
    for (const name of remaining)
      await expect(tab.form.getByRole('textbox', { name, exact: true })).toHaveValue(`of ${name}`);
    await tab.cellOf('Ada', 2).dblclick();
    await page.keyboard.type('17');
    await page.keyboard.press('Enter');
    const sent = writes(store).length;
    await tab.apply();
    const [write, ...others] = writes(store).slice(sent);
    expect(others).toEqual([]);
    expect(write).toMatchObject({ method: 'PATCH', bytesUp: '{"Berth":17}'.length });
    expect(await rawEntity(table, 'Ada')).toBe(held.replace('"Berth":4', '"Berth":17'));
  });

  await test.step('one of them is given another name, and one is taken away', async () => {
    await tab.cellOf('Ada', 2).click();
    await tab.form.getByRole('button', { name: 'More actions for etag' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await tab.form.getByRole('textbox', { name: 'New name of etag' }).fill('odata_x');
    await page.keyboard.press('Enter');
    await tab.form.getByRole('button', { name: 'More actions for timestamp' }).click();
    await page.getByRole('menuitem', { name: 'Remove timestamp' }).click();
    await tab.apply();
    const left = await rawEntity(table, 'Ada');
    expect(left).toContain('"odata_x":"of etag"');
    expect(left).not.toMatch(/"etag"|"timestamp"/);
    expect(left).toContain('"Größe":"of Größe"');
  });
});
