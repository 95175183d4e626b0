// Where most scenes of tables begin.
import type { Page } from '@playwright/test';
import { expect } from '../fixtures/sample';
import { Navigator } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

/** Opens a table of the sample and waits for its first rows. */
export async function openTable(page: Page, table: string): Promise<TableTab> {
  await new Navigator(page).open(table);
  const tab = new TableTab(page, table);
  await expect(tab.grid.getByRole('gridcell').first()).toBeVisible();
  return tab;
}
