// The queries saved for a table: the panel under the button in its query bar, saved ones and history.
import type { Locator, Page } from '@playwright/test';

export class SavedQueries {
  readonly button: Locator;
  readonly panel: Locator;
  readonly search: Locator;
  readonly saved: Locator;
  readonly runs: Locator;
  readonly form: Locator;

  /** @param tab the panel of a table's tab */
  constructor(
    readonly page: Page,
    tab: Locator,
    name: string | RegExp = /^(Queries|.* \(changed\))$/,
  ) {
    this.button = tab.getByRole('form', { name: 'Query' }).getByRole('button', { name });
    this.panel = page.getByRole('dialog', { name: 'Queries' });
    this.search = this.panel.getByRole('searchbox');
    this.saved = this.panel.getByRole('grid', { name: 'Saved queries' }).getByRole('row');
    this.runs = this.panel.getByRole('grid', { name: 'History' }).getByRole('row');
    this.form = this.panel.getByRole('form');
  }

  async open(): Promise<void> {
    await this.button.click();
    await this.search.waitFor();
  }

  async showHistory(): Promise<void> {
    await this.panel.getByRole('radio', { name: 'History' }).click();
  }

  /** Saves the bar's query under this name; the panel stays open. */
  async saveAs(name: string, description = ''): Promise<void> {
    await this.panel.getByRole('button', { name: 'Save this query…' }).click();
    await this.form.getByRole('textbox', { name: 'Name' }).fill(name);
    await this.form.getByRole('textbox', { name: /^Description/ }).fill(description);
    await this.form.getByRole('button', { name: 'Save' }).click();
  }

  async choose(name: string, action: string | RegExp): Promise<void> {
    await this.saved.filter({ hasText: name }).getByRole('button').click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }
}
