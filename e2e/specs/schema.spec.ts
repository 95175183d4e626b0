// The question of a schema designer: what is in this table, how full, how spread over partitions, and do the keys take
// writes. Asked of the loaded rows first, then of everything, with nothing called whole that is not.
import { expect, test } from '../fixtures/sample';
import { Navigator } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

/** The emulator takes its time for twelve and for twenty thousand rows where the machine is busy. */
const ofTheWhole = { timeout: 60_000 };

test('the count, the schema and the partitions of Movies', async ({ window: { page } }) => {
  await new Navigator(page).open('Movies');
  const tab = new TableTab(page, 'Movies');
  await expect(tab.grid.getByRole('gridcell').first()).toBeVisible();

  await test.step('counted by the keys alone', async () => {
    await tab.panel.getByRole('button', { name: 'Count', exact: true }).click();
    await expect(tab.panel.getByText(/^20,418 rows in 24 partitions · /).first()).toBeVisible(ofTheWhole);
  });

  const schema = tab.panel.getByRole('region', { name: 'Schema' });
  await test.step('the schema of the loaded rows is called just that', async () => {
    await tab.panel.getByText('Schema', { exact: true }).click();
    await expect(schema.getByText(/^[\d,]+ loaded rows; the result has more$/).first()).toBeVisible();
    await expect(schema.getByRole('row', { name: /^ReleaseYear/ })).toContainText('Int32');
  });

  await test.step('the whole is read, and says so only then', async () => {
    await schema.getByRole('button', { name: 'Read whole result' }).click();
    await expect(schema.getByText('The whole result: 20,418 rows in 24 partitions').first()).toBeVisible(ofTheWhole);
    const votes = schema.getByRole('row', { name: /^Votes/ });
    await expect(votes).toContainText('Int64');
    await expect(votes).toContainText('9007199254740993');
    await expect(votes).toContainText('82 %');
    await expect(schema.getByRole('row', { name: /^PartitionKey/ })).toContainText('24');
  });

  await test.step('sorted by how full, and searched', async () => {
    await schema.getByRole('button', { name: 'Rows', exact: true }).click();
    await schema.getByRole('button', { name: 'Rows', exact: true }).click();
    await expect(schema.getByRole('rowheader').first()).toHaveText('Favorite');
    await schema.getByRole('searchbox').fill('double');
    await expect(schema.getByRole('rowheader')).toHaveText(['Rating']);
  });

  const partitions = tab.panel.getByRole('region', { name: 'Partitions' });
  const list = partitions.getByRole('grid', { name: 'Partitions' });
  await test.step('the partitions keep what was read', async () => {
    await tab.panel.getByText('Partitions', { exact: true }).click();
    await expect(list).toHaveAttribute('aria-rowcount', '25');
    await expect(list.getByRole('row', { name: /^Action/ })).toContainText('3,412');
    await partitions.getByText('Largest first').click();
    await expect(list.getByRole('rowheader').first()).toHaveText('Drama');
  });

  await test.step('one of them is asked for by keyboard', async () => {
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await expect(partitions.getByText('Drama: 3,876 rows')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(tab.filter).toHaveText("PartitionKey eq 'Drama'");
    await expect(tab.cell('Drama').first()).toBeVisible();
  });
});

test('the keys of Orders, in words', async ({ window: { page } }) => {
  await new Navigator(page).open('Orders');
  const tab = new TableTab(page, 'Orders');
  await tab.panel.getByText('Partitions', { exact: true }).click();
  const partitions = tab.panel.getByRole('region', { name: 'Partitions' });
  await partitions.getByRole('button', { name: 'Read whole result' }).click();
  await expect(partitions.getByText('The whole result: 12,000 rows in 12 partitions').first()).toBeVisible(ofTheWhole);
  await expect(partitions.getByRole('list', { name: 'Key analysis' })).toContainText(
    'The first part of the RowKey, up to “;”, is a date. A time window is a row range within a partition, oldest first.',
  );

  await tab.panel.getByText('Schema', { exact: true }).click();
  const schema = tab.panel.getByRole('region', { name: 'Schema' });
  await expect(schema.getByRole('row', { name: /^Total/ })).toContainText('NaN');
  await expect(schema.getByRole('row', { name: /^ReturnedAt/ })).toContainText('DateTime');
  await schema.getByRole('button', { name: 'Back to loaded rows' }).click();
  await expect(schema.getByText(/loaded rows; the result has more/).first()).toBeVisible();
});
