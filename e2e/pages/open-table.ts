// Opens a table of a store: adds a connection and opens the table from the tree.
import type { TableClient } from '@azure/data-tables';
import { type Page, expect } from '@playwright/test';
import { addConnection } from './connections';
import { TableTab } from './table-tab';

export async function openTableOf(page: Page, table: TableClient, connectionString: string): Promise<TableTab> {
  const navigator = await addConnection(page, 'Quay', connectionString);
  await navigator.open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await expect(tab.panel).toBeVisible();
  return tab;
}
