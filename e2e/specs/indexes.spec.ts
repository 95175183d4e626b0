// A secondary index through the window: created in its dialog, offered for a filter, and marked in the result.
import { fillTable } from '../fixtures/fill-table';
import { expect, test } from '../fixtures/stores';
import { openTableOf } from '../pages/open-table';

test('an index is created, offered for a filter, and marked in the result', async ({ openApp, store }) => {
  const table = await store.newTable();
  const names = ['Smith', 'Jones', 'Li', 'Smith'];
  await fillTable(
    table,
    names.map((LastName, at) => ({ partitionKey: 'p', rowKey: `r${at}`, LastName })),
  );
  const { page } = await openApp();
  const opened = await openTableOf(page, table, store.connectionString);
  await expect(opened.grid).toBeVisible();

  await opened.panel.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Indexes…' }).click();
  const dialog = page.getByRole('dialog', { name: `Indexes of ${table.tableName}` });
  await expect(dialog).toContainText('This table has no index.');
  await dialog.getByRole('textbox', { name: 'Property' }).fill('LastName');
  await dialog.getByRole('button', { name: 'Create index' }).click();
  await expect(dialog.getByRole('status')).toContainText('4 entities, 4 indexed: the index agrees with the table.', {
    timeout: 30_000,
  });
  await expect(dialog.getByRole('heading', { name: /^byLastName by LastName: ready/ })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Index name' })).toHaveValue('');
  await page.screenshot({ path: test.info().outputPath('dialog.png') });
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  await opened.condition('PartitionKey', 'is', 'p');
  await opened.panel.getByRole('button', { name: 'Condition', exact: true }).click();
  await page.getByRole('menuitem', { name: /^LastName/ }).click();
  await opened.panel.getByRole('textbox', { name: 'Value for LastName' }).fill('Smith');
  await opened.panel.getByRole('button', { name: 'Use the index by LastName' }).click();
  await expect(opened.filter).toContainText("RowKey ge '~ix~byLastName~s~Smith!'");
  await opened.run.click();
  await expect(opened.cell('~ix~byLastName~s~Smith!r0')).toBeVisible();
  await expect(opened.cell('~ix~byLastName~s~Smith!r3')).toBeVisible();
  await expect(opened.panel.getByRole('note').filter({ hasText: 'belong to an index' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('result.png') });

  // A filter that was written has the offer, too; statistics and exports can be of the entities alone.
  await opened.panel.getByRole('textbox', { name: 'Filter' }).fill("PartitionKey eq 'p'");
  await opened.run.click();
  await opened.panel.getByRole('button', { name: 'Leave them out' }).click();
  await expect(opened.filter).toContainText("RowKey lt '~ix~'");
  await opened.run.click();
  await expect(opened.cell('r3')).toBeVisible();
  await expect(opened.panel.getByRole('note').filter({ hasText: 'belong to indexes' })).toBeHidden();
  await opened.panel.getByRole('textbox', { name: 'Filter' }).fill("PartitionKey eq 'p' and LastName eq 'Li'");
  await expect(opened.panel.getByRole('button', { name: 'Use the index by LastName' })).toBeVisible();

  await opened.panel.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Indexes…' }).click();
  await dialog.getByRole('button', { name: 'Drop index…' }).dblclick();
  await expect(dialog.getByRole('heading', { name: /^byLastName/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete all index rows' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Drop index…' }).click();
  await dialog.getByRole('button', { name: 'Delete all index rows' }).click();
  await expect(dialog).toContainText('This table has no index.', { timeout: 30_000 });
  await dialog.getByRole('textbox', { name: 'Property' }).fill('Größe der Ladung in Kubikmetern, gerundet');
  await expect(dialog.getByRole('textbox', { name: 'Index name' })).toHaveValue('byGrederLadunginKubikmeterngerun');
  await expect(dialog.getByRole('button', { name: 'Create index' })).toBeEnabled();
  await dialog.getByRole('textbox', { name: 'Index name' }).fill('1st');
  await expect(dialog).toContainText('Start with a letter');
  await page.screenshot({ path: test.info().outputPath('invalid.png') });
});
