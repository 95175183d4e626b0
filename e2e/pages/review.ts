// Staging a value in the grid, and the sheet that reviews, applies and settles staged edits.
import type { Locator, Page } from '@playwright/test';
import type { TableTab } from './table-tab';

export class Review {
  readonly panel: Locator;
  readonly requests: Locator;
  /** One request in full, or one outcome. */
  readonly request: Locator;
  readonly outcomes: Locator;
  readonly conflict: Locator;

  constructor(
    readonly page: Page,
    readonly tab: TableTab,
  ) {
    this.panel = tab.panel.getByRole('region', { name: 'Review', exact: true });
    this.requests = this.panel.getByRole('listbox', { name: 'Requests' });
    this.request = this.panel.getByRole('region', { name: 'Selected request' });
    this.outcomes = this.panel.getByRole('listbox', { name: 'Result of each change' });
    this.conflict = this.panel.getByRole('region', { name: 'Conflict' });
  }

  /** Types a new text over a cell of the grid. */
  async stage(cell: Locator, text: string): Promise<void> {
    await cell.dblclick();
    const editor = this.tab.grid.getByRole('textbox');
    await editor.fill(text);
    await editor.press('Enter');
  }

  async open(): Promise<void> {
    await this.tab.panel.getByRole('button', { name: 'Review and apply' }).click();
  }

  button(name: string | RegExp): Locator {
    return this.panel.getByRole('button', { name });
  }

  /** Picks a side for one property of a conflict. */
  async pick(property: string, side: 'Mine' | 'Theirs' | 'Before'): Promise<void> {
    await this.conflict.getByRole('radio', { name: `${property}: ${side}` }).check();
  }
}
