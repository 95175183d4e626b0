// The panel beside the list of a container: the details of the selected blob, and the dialogs that change it.
import { type Locator, type Page, expect } from '@playwright/test';
import type { ContainerTab } from './container-tab';

export class BlobPanel {
  readonly panel: Locator;

  constructor(
    readonly page: Page,
    readonly tab: ContainerTab,
  ) {
    this.panel = tab.panel.getByRole('complementary', { name: 'Properties' });
  }

  async show(name: string): Promise<void> {
    await this.tab.select(name);
    await this.#open();
    await expect(this.section('Blob')).toBeVisible();
  }

  /** While no blob is selected. */
  async showContainer(): Promise<void> {
    await this.#open();
    await expect(this.section('Container')).toContainText('Modified');
  }

  async #open(): Promise<void> {
    if (await this.panel.isVisible()) return;
    await this.tab.panel.getByRole('button', { name: 'Properties', exact: true }).click();
  }

  section(title: string): Locator {
    return this.panel.getByRole('region', { name: title, exact: true });
  }

  /** Presses a verb of the panel and answers with the dialog it opens. */
  async open(action: string, dialogTitle: string): Promise<Locator> {
    await this.panel.getByRole('button', { name: action, exact: true }).click();
    const dialog = this.page.getByRole(/^Delete|^Restore/u.test(dialogTitle) ? 'alertdialog' : 'dialog', {
      name: dialogTitle,
    });
    await expect(dialog).toBeVisible();
    return dialog;
  }
}
