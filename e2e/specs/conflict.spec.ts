// Staged changes meet another writer: the conflict is shown property by property and resolved with the new ETag, and a
// transaction that fails names its row and changes nothing.
import type { TableClient } from '@azure/data-tables';
import { expect, test } from '../fixtures/stores';
import { openTableOf } from '../pages/open-table';
import { Review } from '../pages/review';

const moored = '2026-10-14T08:21:07.1402918Z';

async function fill(table: TableClient): Promise<void> {
  for (const rowKey of ['B1', 'B2', 'B3']) {
    await table.createEntity({
      partitionKey: 'Quay',
      rowKey,
      Depth: { type: 'Double', value: '12.25' },
      Crane: `north ${rowKey}`,
      Moored: { type: 'DateTime', value: moored },
    });
  }
}

test('a conflict is resolved by picks and written with the new ETag', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table);
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  const review = new Review(page, tab);

  await test.step('two properties are staged and reviewed as they are sent', async () => {
    await review.stage(tab.cell('12.25').first(), '12.5');
    await review.stage(tab.cell('north B1'), 'south');
    await review.open();
    await expect(review.request).toContainText(`PATCH /${table.tableName}(PartitionKey='Quay',RowKey='B1')`);
    await expect(review.request).toContainText('{"Depth@odata.type":"Edm.Double","Depth":12.5,"Crane":"south"}');
  });

  await test.step('somebody else writes meanwhile', async () => {
    await table.updateEntity(
      { partitionKey: 'Quay', rowKey: 'B1', Depth: 13.75, Crane: 'west', Note: 'theirs' },
      'Merge',
    );
    await review.button('Apply 1 change').click();
    await expect(review.panel.getByText('1 conflict', { exact: true })).toBeVisible();
  });

  await test.step('left for later, the row says that it is in conflict, and leads back', async () => {
    // While it is applied, the review stays.
    await expect(review.button('Resolve 1 conflict')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(review.panel).toHaveCount(0);
    const row = tab.panel.getByRole('rowheader', { name: 'Row 1, changed, not applied, in conflict' });
    await expect(row.locator('svg')).toBeVisible();
    // Also where the row is selected, and its number as dark as its text.
    const ofText = await row.evaluate((element) => getComputedStyle(element).color);
    await expect(row.locator('svg')).not.toHaveCSS('color', ofText);
    await expect(tab.panel.getByRole('button', { name: 'Resolve 1 conflict' })).toBeVisible();
    await tab.grid.getByRole('gridcell', { name: '12.5, was 12.25' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Resolve conflict' }).click();
  });

  await test.step('mine, theirs and as read stand side by side', async () => {
    const rows = review.conflict.getByRole('row');
    await expect(rows.filter({ hasText: 'Depth' })).toContainText(/12\.5.*13\.75.*12\.25/);
    await expect(rows.filter({ hasText: 'Crane' })).toContainText(/south.*west.*north B1/);
    await expect(rows.filter({ hasText: 'Note' })).toContainText('changed by others');
    await expect(rows.filter({ hasText: 'Moored' })).toHaveCount(0);
  });

  await test.step('one of each, by mouse and by keyboard', async () => {
    await review.pick('Depth', 'Theirs');
    await review.conflict.getByRole('radio', { name: 'Crane: Mine' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(review.conflict.getByRole('radio', { name: 'Crane: Theirs' })).toBeChecked();
    await page.keyboard.press('ArrowLeft');
    await expect(review.conflict.getByRole('radio', { name: 'Crane: Mine' })).toBeChecked();
    await review.button('Apply choices').click();
    await expect(review.panel).toHaveCount(0);
    const entity = await table.getEntity('Quay', 'B1', { disableTypeConversion: true });
    expect(entity).toMatchObject({
      Depth: { value: '13.75' },
      Crane: { value: 'south' },
      Note: { value: 'theirs' },
      Moored: { value: moored },
    });
  });

  await test.step('the rows show it, and nothing is staged', async () => {
    await expect(tab.cell('south')).toBeVisible();
    await expect(tab.cell('13.75')).toBeVisible();
    await expect(tab.panel.getByRole('button', { name: 'Review and apply' })).toHaveCount(0);
  });
});

test('a row that was deleted in the meantime is inserted again on request', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table);
  const { page } = await openApp();
  const review = new Review(page, await openTableOf(page, table, store.connectionString));

  await review.stage(review.tab.cell('north B2'), 'east');
  await table.deleteEntity('Quay', 'B2');
  await review.open();
  await review.button('Apply 1 change').click();
  await review.button('Resolve 1 conflict').click();
  await expect(review.conflict).toContainText('Another client deleted this entity after you read it.');
  await review.button('Insert again').click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Applied 1 change');
  await expect(review.panel).toBeHidden();
  const entity = await table.getEntity('Quay', 'B2', { disableTypeConversion: true });
  expect(entity).toMatchObject({ Crane: { value: 'east' }, Moored: { value: moored } });
});

test('a transaction that fails names the row, and nothing of it changed', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table);
  const { page } = await openApp();
  const review = new Review(page, await openTableOf(page, table, store.connectionString));

  for (const rowKey of ['B1', 'B2', 'B3']) await review.stage(review.tab.cell(`north ${rowKey}`), `new ${rowKey}`);
  await table.updateEntity({ partitionKey: 'Quay', rowKey: 'B2', Crane: 'west' }, 'Merge');
  await review.open();
  await expect(review.requests.getByRole('option').first()).toContainText('Transaction (all or nothing): 3 operations');
  await review.button('Apply 3 changes').click();

  const lines = review.outcomes.getByRole('option');
  await expect(lines).toHaveText([
    /^Conflict.*Quay \/ B2.*The transaction failed here: 2 other changes in it were not written either\.$/,
    /^Not written.*Quay \/ B1.*The transaction failed at Quay \/ B2; none of it was written\.$/,
    /^Not written.*Quay \/ B3.*The transaction failed at Quay \/ B2; none of it was written\.$/,
  ]);
  const cranes: unknown[] = [];
  for await (const { Crane } of table.listEntities()) cranes.push(Crane);
  expect(cranes).toEqual(['north B1', 'west', 'north B3']);
});
