// The transfers dock at the foot of the window: one row per job.
import { type Locator, type Page, expect } from '@playwright/test';

export class TransfersDock {
  readonly jobs: Locator;

  constructor(readonly page: Page) {
    this.jobs = page
      .getByRole('region', { name: 'Transfers' })
      .getByRole('list', { name: 'Transfers' })
      .getByRole('listitem');
  }

  /** The row of the job whose spoken name starts so: `Upload of cargo.bin`. */
  job(name: string | RegExp): Locator {
    return this.page.getByRole('listitem', { name });
  }

  async finished(name: string, limitMs = 30_000): Promise<void> {
    await expect(this.job(name)).toHaveAccessibleName(/, done\b/, { timeout: limitMs });
  }

  async press(name: string, action: 'Cancel' | 'Resume'): Promise<void> {
    await this.job(name).getByRole('button', { name: action }).click();
  }
}
