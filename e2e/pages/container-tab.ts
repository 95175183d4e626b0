// The tab of one container: path, rows, verbs.
import { type ElectronApplication, type Locator, type Page, expect } from '@playwright/test';

export class ContainerTab {
  readonly panel: Locator;
  readonly grid: Locator;
  readonly rows: Locator;
  readonly upload: Locator;
  readonly download: Locator;
  readonly foot: Locator;

  constructor(
    readonly page: Page,
    readonly container: string,
  ) {
    this.panel = page.getByRole('tabpanel', { name: container, exact: true });
    this.grid = this.panel.getByRole('grid', { name: `Contents of ${container}` });
    this.rows = this.grid.getByRole('row');
    this.upload = this.panel.getByRole('button', { name: 'Upload', exact: true });
    this.download = this.panel.getByRole('button', { name: 'Download', exact: true });
    this.foot = this.panel.getByRole('status');
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('gridcell', { name, exact: true }) });
  }

  /** Selects the rows as in a file manager: one click, then with Ctrl. */
  async select(...names: readonly string[]): Promise<void> {
    for (const [index, name] of names.entries()) {
      await this.row(name).click({ modifiers: index === 0 ? [] : ['Control'] });
    }
    for (const name of names) await expect(this.row(name)).toHaveAttribute('aria-selected', 'true');
  }
}

/** The next folder dialog of the system answers with this folder, as if the user had chosen it. */
export async function answerFolderDialog(app: ElectronApplication, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, folder);
}
