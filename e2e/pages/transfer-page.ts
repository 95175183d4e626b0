// The page of one transfer.
import { type Locator, type Page, expect } from '@playwright/test';

export class TransferPage {
  readonly panel: Locator;

  constructor(
    readonly page: Page,
    title: string,
  ) {
    this.panel = page.getByRole('region', { name: `Transfer ${title}` });
  }

  file(name: string): Locator {
    return this.panel.getByRole('listitem').filter({ hasText: name });
  }

  async show(view: 'Files' | 'Timeline' | 'Speed'): Promise<void> {
    await this.panel.getByRole('radio', { name: view }).click();
  }

  async choose(group: string): Promise<void> {
    const groups = this.panel.getByRole('navigation', { name: 'Filter files by status' });
    // Each is named with how many it holds.
    await groups.getByRole('button', { name: new RegExp(`^${group} [\\d,]+$`, 'u') }).click();
  }

  async figure(name: string, value: string | RegExp): Promise<void> {
    const term = this.panel.getByRole('term').filter({ hasText: name });
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(value);
  }
}
