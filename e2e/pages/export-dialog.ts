// The dialog that exports a table.
import type { ElectronApplication, Locator, Page } from '@playwright/test';

export class ExportDialog {
  readonly dialog: Locator;
  readonly start: Locator;

  constructor(
    readonly page: Page,
    table: string,
  ) {
    this.dialog = page.getByRole('dialog', { name: `Export ${table}` });
    this.start = this.dialog.getByRole('button', { name: 'Export…' });
  }

  choose(group: 'Entities' | 'Columns' | 'Format', option: RegExp | string): Promise<void> {
    return this.dialog.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option }).click();
  }
}

/** The next save dialog of the system answers with this path, as if the user had chosen it. */
export async function answerSaveDialog(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, path);
}
