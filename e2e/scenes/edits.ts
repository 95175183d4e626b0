// How entities are changed: the editor, the form, the review, and the confirmations before data is lost.
import { expect } from '../fixtures/sample';
import { Navigator } from '../pages/connections';
import { Review } from '../pages/review';
import { openTable } from './open-table';
import type { Scenes } from './scene';

export const editScenes: Scenes = {
  'a review of staged changes, one of them without condition': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    const review = new Review(page, table);
    await review.stage(table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4), '7.25');
    await review.open();
    await expect(review.request).toContainText('If-Match');
    await review.button(/^Write options/).click();
    await review.button(/Condition$/).click();
    await page.getByRole('option', { name: /^Always overwrite/ }).click();
    await expect(review.request).toContainText('If-Match: *');
  },
  'the editor in a cell, with what is wrong': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4).dblclick();
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await expect(table.grid.getByRole('alert')).toBeVisible();
  },
  'the form of an entity, with staged changes': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    const review = new Review(page, table);
    await review.stage(table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4), '7.25');
    await table.inspector.getByText('Edit', { exact: true }).click();
    await expect(table.inspector.getByRole('region', { name: 'Edit entity' })).toBeVisible();
  },
  'the question before a tab with staged changes closes': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await new Review(page, table).stage(table.grid.getByRole('row').nth(1).getByRole('gridcell').nth(4), '7.25');
    await page.keyboard.press('Control+w');
    await expect(page.getByRole('alertdialog', { name: '1 change has not been applied' })).toBeVisible();
  },
  'the applied changes of a connection, none yet': async ({ page }) => {
    await new Navigator(page).choose('Local', 'Applied changes');
    await expect(page.getByText('Nothing to undo')).toBeVisible();
  },
  'deleting a table': async ({ page }) => {
    await new Navigator(page).choose('Orders', 'Delete table');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'an entity in its own tab': async ({ page }) => {
    const table = await openTable(page, 'Orders');
    await table.inspector.getByRole('button', { name: 'Open in new tab' }).click();
    await expect(page.getByRole('region', { name: 'Properties' })).toBeVisible();
  },
};
