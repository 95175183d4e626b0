// The dialog of bulk edits: the form, the preview, and the job it starts.
import { type ElectronApplication, type Locator, type Page, expect } from '@playwright/test';

export class BulkDialog {
  readonly dialog: Locator;
  /** The findings of the preview. */
  readonly found: Locator;
  /** Of the job that the dialog follows, once it has ended. */
  readonly undo: Locator;

  constructor(
    readonly page: Page,
    readonly title: string,
  ) {
    this.dialog = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }));
    this.found = this.dialog.getByRole('region', { name: 'Preview result' }).getByRole('status');
    this.undo = this.dialog.getByRole('button', { name: /^Undo / });
  }

  /** From the Table menu of the tab in front. */
  async open(entry: 'Bulk edit…' | 'Clear table…' | 'Restore from an undo file…', panel: Locator): Promise<void> {
    await panel.getByRole('button', { name: 'Table', exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
    await expect(this.dialog).toBeVisible();
  }

  async choose(text: string): Promise<void> {
    await this.dialog.getByText(text, { exact: true }).click();
  }

  async setProperty(name: string, text: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Property of change 1' }).fill(name);
    await this.page.keyboard.press('Tab');
    await this.dialog.getByRole('textbox', { name: 'Value of change 1' }).fill(text);
  }

  async clearProperty(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: /Kind of change 1/ }).click();
    await this.page.getByRole('option', { name: 'Clear', exact: true }).click();
    await this.dialog.getByRole('combobox', { name: 'Property of change 1' }).fill(name);
    await this.page.keyboard.press('Tab');
  }

  /** Types the text that the dialog requires. */
  async confirm(name: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: `Type “${name}” to confirm` }).fill(name);
  }

  async preview(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Preview' }).click();
  }

  async press(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click();
  }

  async close(): Promise<void> {
    await this.dialog.getByText('Close', { exact: true }).click();
    await expect(this.dialog).toBeHidden();
  }
}

/** The next dialog that opens a file answers with this path, as if the user had chosen it. */
export async function answerOpenDialog(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}
