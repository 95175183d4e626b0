// The activity dock at the foot of the window: one row per job, whatever its kind.
import { type Locator, type Page, expect } from '@playwright/test';

export class ActivityDock {
  readonly panel: Locator;
  readonly jobs: Locator;

  constructor(readonly page: Page) {
    this.panel = page.getByRole('region', { name: 'Activity' });
    this.jobs = this.panel.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  }

  /** The row of the job whose spoken name starts so: `Upload of cargo.bin`. */
  job(name: string | RegExp): Locator {
    return this.page.getByRole('listitem', { name });
  }

  async finished(name: string | RegExp, limitMs = 30_000): Promise<void> {
    await expect(this.job(name)).toHaveAccessibleName(/, done\b/, { timeout: limitMs });
  }

  async press(name: string, action: 'Cancel' | 'Resume'): Promise<void> {
    await this.job(name).getByRole('button', { name: action }).click();
  }
}
