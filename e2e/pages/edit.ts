// Editing in a table tab: the cells, the form beside them, staged edits, and the review that applies them.
import type { Locator, Page } from '@playwright/test';
import { TableTab } from './table-tab';

export class TableEditing extends TableTab {
  readonly changes: Locator;
  readonly review: Locator;
  readonly form: Locator;

  constructor(page: Page, table: string) {
    super(page, table);
    this.changes = this.panel.getByRole('region', { name: 'Changes' });
    this.review = this.panel.getByRole('region', { name: 'Review' });
    this.form = this.inspector.getByRole('region', { name: 'Edit entity' });
  }

  /** The cell of a column in the row with this RowKey, as shown. */
  cellOf(rowKey: string, column: number): Locator {
    return this.row(rowKey).locator(`[data-column="${column}"]`);
  }

  row(rowKey: string): Locator {
    return this.grid
      .getByRole('row')
      .filter({ has: this.page.locator('[data-column="1"]').getByText(rowKey, { exact: true }) });
  }

  async showForm(): Promise<void> {
    await this.inspector.getByText('Edit', { exact: true }).click();
  }

  /** Chooses an entry of the menu of a cell. */
  async choose(cell: Locator, entry: string | RegExp): Promise<void> {
    await cell.click({ button: 'right' });
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Applies the staged edits, and closes the review. */
  async apply(): Promise<void> {
    await this.changes.getByRole('button', { name: 'Review and apply' }).click();
    await this.review.getByRole('button', { name: /^(Apply|Delete)/ }).click();
    await this.expectApplied();
  }

  /** The review closed on its own, and a message says what was applied. */
  async expectApplied(text: string | RegExp = /^Applied/): Promise<void> {
    await this.page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
    await this.review.waitFor({ state: 'hidden' });
  }
}
