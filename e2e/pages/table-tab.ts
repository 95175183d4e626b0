// The tab of one table: conditions, cost line, grid, footer and inspector.
import type { Locator, Page } from '@playwright/test';

export class TableTab {
  readonly panel: Locator;
  readonly costClass: Locator;
  /** The exact text that is sent as `$filter`. */
  readonly filter: Locator;
  readonly run: Locator;
  readonly grid: Locator;
  readonly footer: Locator;
  readonly pages: Locator;
  readonly toTheEnd: Locator;
  readonly inspector: Locator;

  constructor(
    readonly page: Page,
    table: string,
  ) {
    this.panel = page.getByRole('region', { name: `Table ${table}`, exact: true });
    this.costClass = this.panel.locator('[data-cost]');
    this.filter = this.panel.getByLabel('Filter to send');
    this.run = this.panel.getByRole('button', { name: 'Run', exact: true });
    this.grid = this.panel.getByRole('grid', { name: `Entities of ${table}` });
    this.footer = this.panel.locator('footer[aria-label="Pages"]');
    this.pages = this.panel.getByRole('listbox', { name: 'Pages of this query by latency' }).getByRole('option');
    this.toTheEnd = this.panel.getByRole('button', { name: 'Read all' });
    this.inspector = this.panel.getByRole('complementary', { name: 'Inspector' });
  }

  async condition(key: 'PartitionKey' | 'RowKey', operator: 'is' | 'starts with', text: string): Promise<void> {
    await this.panel.getByRole('button', { name: `${key} operator` }).click();
    await this.page.getByRole('option', { name: operator, exact: true }).click();
    await this.panel.getByRole('textbox', { name: `${key} ${operator === 'is' ? 'value' : 'prefix'}` }).fill(text);
  }

  async openView(part: 'Columns' | 'Display' | 'Layouts'): Promise<void> {
    await this.panel.getByRole('button', { name: /^View/ }).click();
    await this.page.getByRole('dialog', { name: 'View' }).getByRole('radio', { name: part }).click();
  }

  cell(text: string): Locator {
    return this.grid.getByRole('gridcell', { name: text, exact: true });
  }
}
