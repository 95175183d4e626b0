// The dialog of bulk edits: the form, the preview, and the job it starts.
import { type Locator, type Page, expect } from '@playwright/test';

export class BulkDialog {
  readonly dialog: Locator;
  /** What the preview found. */
  readonly found: Locator;

  constructor(
    readonly page: Page,
    readonly title: string,
  ) {
    this.dialog = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }));
    this.found = this.dialog.getByRole('region', { name: 'What was found' }).getByRole('status');
  }

  /** From the Table menu of the tab in front. */
  async open(entry: 'Bulk edit…' | 'Clear table…', panel: Locator): Promise<void> {
    await panel.getByRole('button', { name: 'Table', exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
    await expect(this.dialog).toBeVisible();
  }

  async choose(text: string): Promise<void> {
    await this.dialog.getByText(text, { exact: true }).click();
  }

  async setProperty(name: string, text: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Property of change 1' }).fill(name);
    await this.page.keyboard.press('Escape');
    await this.dialog.getByRole('textbox', { name: 'Value of change 1' }).fill(text);
  }

  async preview(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Preview' }).click();
  }

  async press(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click();
  }
}
