// The lab: its experiments, their parameters, a run, its result, and the saved runs.
import { type Locator, type Page, expect } from '@playwright/test';
import type { RunningApp } from '../fixtures/app';

export class LabTab {
  readonly panel: Locator;

  constructor(readonly page: Page) {
    this.panel = page.getByRole('tabpanel', { name: 'Lab' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Lab', exact: true }).click();
    await expect(this.panel.getByRole('navigation', { name: 'Lab' })).toBeVisible();
  }

  async choose(entry: string): Promise<void> {
    await this.panel.getByRole('navigation', { name: 'Lab' }).getByRole('button', { name: entry }).click();
  }

  async fill(field: string, text: string): Promise<void> {
    await this.panel.getByRole('textbox', { name: field, exact: true }).fill(text);
  }

  /** Chooses an option of a list box by the beginning of its name. */
  async select(field: string, option: string): Promise<void> {
    // Its name is the option chosen, then the field's.
    const listed = this.panel.locator('[aria-haspopup="listbox"]');
    await this.panel
      .getByRole('button', { name: new RegExp(` ${field}$`) })
      .and(listed)
      .click();
    await this.page.getByRole('option', { name: option }).click();
  }

  /** The dry run's statement about one quantity. */
  planned(name: string): Locator {
    const card = this.panel.getByRole('region', { name: 'Run preview' });
    return card.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
  }

  chart(title: string): Locator {
    return this.panel.getByRole('figure').filter({ hasText: title });
  }

  table(title: string): Locator {
    return this.panel.getByRole('region', { name: title });
  }

  /** Shows a saved run from the list of them. */
  async openRun(name: string): Promise<void> {
    await this.choose('Saved runs');
    await this.panel.getByRole('row').getByRole('button', { name, exact: true }).click();
    await expect(this.panel.getByRole('heading', { name, exact: true })).toBeVisible();
  }

  /** Shows the charts behind the first four. */
  async showAllCharts(): Promise<void> {
    await this.panel.getByRole('button', { name: /^Show \d+ more charts$/ }).click();
  }

  run(): Locator {
    return this.panel.getByRole('button', { name: 'Run', exact: true });
  }

  /** Chooses an entry of the menu under a button. */
  async menu(button: string, entry: string): Promise<void> {
    await this.panel.getByRole('button', { name: button, exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }
}

/** Replaces the dialogs that a user would answer: every file is saved there under the suggested name. */
export async function answerSaves({ app }: RunningApp, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, into) => {
    dialog.showSaveDialog = (...given: unknown[]) => {
      const { defaultPath } = given.at(-1) as { readonly defaultPath: string };
      return Promise.resolve({ canceled: false, filePath: `${into}/${defaultPath}` });
    };
  }, folder);
}

/** The dialog in which a user would pick files answers with these. */
export async function answerOpens({ app }: RunningApp, paths: readonly string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [...filePaths] });
  }, paths);
}
