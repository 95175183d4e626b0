// The tab that compares two tables.
import type { Locator, Page } from '@playwright/test';

export class CompareTab {
  readonly panel: Locator;
  /** Rows and requests until now, and whether it is complete. */
  readonly state: Locator;
  readonly filters: Locator;
  readonly list: Locator;
  readonly detail: Locator;
  readonly apply: Locator;

  constructor(
    readonly page: Page,
    left: string,
    right: string,
  ) {
    this.panel = page.getByRole('region', { name: `Compare ${left} with ${right}`, exact: true });
    this.state = this.panel.getByRole('status', { name: 'Comparison status' });
    this.filters = this.panel.getByRole('group', { name: 'Show differences' });
    this.list = this.panel.getByRole('grid', { name: 'Differences' });
    this.detail = this.panel.getByRole('region', { name: 'Properties of the selected difference' });
    this.apply = this.panel.getByRole('button', { name: 'Sync B to match A…' });
  }

  /** A row of the list by its RowKey. */
  row(rowKey: string): Locator {
    return this.list.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: rowKey, exact: true }) });
  }
}
