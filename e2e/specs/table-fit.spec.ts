// Text fits if there is room for it: in the buttons of a wide bar, and in the details of a value next to the rows.
import { expect, test } from '../fixtures/stores';
import { openTableOf } from '../pages/open-table';

test('buttons of a wide bar fit their labels, and the details of a long text are not cut', async ({
  openApp,
  store,
}) => {
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'Harbour', rowKey: 'Ada', Log: 'moored '.repeat(4000) });
  const { page, resize } = await openApp();
  await resize(1600, 900);
  const tab = await openTableOf(page, table, store.connectionString);
  await expect(tab.cell('Ada')).toBeVisible();

  const buttons = tab.panel.getByRole('button', { name: /^(Import|Export|View|Table|Run)$/ });
  await expect(buttons).toHaveCount(5);
  const spill = (): Promise<readonly number[]> =>
    buttons.evaluateAll((all) => all.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight));
  await expect.poll(spill).toEqual([0, 0, 0, 0, 0]);

  const note = tab.inspector.getByText(/28,000 characters, .* · starts or ends with whitespace$/);
  await expect(note).toBeVisible();
  const cut = (): Promise<readonly number[]> =>
    note.evaluate((text) => [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]);
  await expect.poll(cut).toEqual([0, 0]);

  // The copy button replaces the type; it does not cover half of it.
  const box = tab.inspector.getByRole('definition').filter({ hasText: 'Harbour' });
  const type = box.getByText('String', { exact: true }).locator('..');
  await expect(type).toHaveCSS('opacity', '1');
  await box.hover();
  await expect(type).toHaveCSS('opacity', '0');
  await expect(box.getByRole('button', { name: 'Copy PartitionKey' })).toHaveCSS('opacity', '1');
});

test('Home leads back to the first columns, which pinned keys do not hide', async ({ openApp, store }) => {
  const table = await store.newTable();
  const properties = Array.from({ length: 30 }, (_, index) => [`Property${index}`, 'moored in the harbour'] as const);
  await table.createEntity({ partitionKey: 'Harbour', rowKey: 'Ada', ...Object.fromEntries(properties) });
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  await tab.cell('Ada').click();
  const first = tab.grid.getByRole('columnheader', { name: /^Property0/ });
  for (const press of ['Home', 'Control+Home', 'Control+ArrowLeft']) {
    await page.keyboard.press('End');
    await expect(first).not.toBeInViewport();
    await page.keyboard.press(press);
    await expect(first).toBeInViewport();
  }
});
