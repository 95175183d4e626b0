// The requests behind a query: their rows, the details of one, and the actions on them.
import type { ElectronApplication, Locator } from '@playwright/test';

export class RequestsPanel {
  /** In the footer of the pages. */
  readonly toggle: Locator;
  readonly panel: Locator;
  readonly list: Locator;
  /** Without the heading. */
  readonly rows: Locator;

  /** @param tab the panel of a table's tab */
  constructor(readonly tab: Locator) {
    this.toggle = tab.getByRole('button', { name: 'Requests', exact: true });
    this.panel = tab.getByRole('region', { name: 'Requests', exact: true });
    this.list = this.panel.getByRole('grid', { name: 'Requests of this query' });
    this.rows = this.list.getByRole('rowgroup').getByRole('row');
  }

  /** The request shown in full, counted from 1. */
  detail(number: number): Locator {
    return this.panel.getByRole('group', { name: `Request ${number}`, exact: true });
  }

  async save(entry: 'Save as JSON' | 'Save as HAR 1.2'): Promise<void> {
    await this.panel.getByRole('button', { name: 'Save requests' }).click();
    await this.tab.page().getByRole('menuitem', { name: entry }).click();
  }

  async continueFrom(token: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Continue from token' }).click();
    const form = this.tab.page().getByRole('dialog', { name: 'Continue from token' });
    await form.getByRole('textbox', { name: 'Continuation token of this query' }).fill(token);
    await form.getByRole('button', { name: 'Continue' }).click();
  }
}

/** The system's save dialog cannot be driven: it answers with this path. */
export async function chooseSaveTarget(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, path);
}
