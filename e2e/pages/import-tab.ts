// The tab that imports into one table: input, keys, columns, plan, run.
import type { ElectronApplication, Locator, Page } from '@playwright/test';

export class ImportTab {
  readonly panel: Locator;
  readonly plan: Locator;
  readonly keys: Locator;
  readonly columns: Locator;
  readonly start: Locator;

  constructor(
    readonly page: Page,
    table: string,
  ) {
    this.panel = page.getByRole('region', { name: `Import into ${table}`, exact: true });
    this.plan = this.panel.getByRole('complementary', { name: 'Import plan' });
    this.keys = this.panel.getByRole('region', { name: 'Keys' });
    this.columns = this.panel.getByRole('group', { name: 'Columns' });
    this.start = this.panel.getByRole('button', { name: /^Import .*into/ });
  }

  /** One figure of the plan, such as `Can be written`. */
  figure(name: string): Locator {
    return this.plan.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition');
  }

  column(name: string): Locator {
    return this.columns.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name, exact: false }) });
  }

  async choose(select: string | RegExp, option: string): Promise<void> {
    await this.panel.getByRole('button', { name: select }).click();
    // What an option does follows its name.
    await this.page
      .getByRole('option', { name: new RegExp(`^${option}`) })
      .first()
      .click();
  }

  async show(part: RegExp): Promise<void> {
    await this.panel.getByRole('radiogroup', { name: 'Import details' }).getByText(part).click();
  }
}

/** The next dialog that saves a file answers with this path, as if the user had typed it. */
export async function answerSaveDialog(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, path);
}
