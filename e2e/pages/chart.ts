// The chart of a table tab: its choices, its notes about the rows, its drawing and its files.
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { expect } from '../fixtures/app';
import { chooseSaveTarget } from './requests-panel';

export class Chart {
  readonly region: Locator;
  readonly figure: Locator;
  readonly source: Locator;
  readonly readWhole: Locator;

  constructor(
    readonly page: Page,
    readonly panel: Locator,
  ) {
    this.region = panel.getByRole('region', { name: 'Chart', exact: true });
    this.figure = this.region.getByRole('figure');
    this.source = this.region.getByRole('status').first();
    this.readWhole = this.region.getByRole('button', { name: 'Chart whole result' });
  }

  async open(): Promise<void> {
    await this.panel.getByText('Chart', { exact: true }).click();
    await expect(this.region).toBeVisible();
  }

  async kind(name: 'Lines' | 'Scatter' | 'Histogram'): Promise<void> {
    await this.region.getByText(name, { exact: true }).click();
  }

  async choose(field: 'X axis' | 'Group by', option: string): Promise<void> {
    await this.region.getByRole('button', { name: field }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Makes `name` the only value column. */
  async value(name: string): Promise<void> {
    const button = this.region.getByRole('button', { name: /^Values: / });
    const before = ((await button.getAttribute('aria-label')) ?? '').replace('Values: ', '').split(', ');
    await button.click();
    const list = this.page.getByRole('dialog', { name: 'Value columns' });
    if (!before.includes(name)) await list.getByText(name, { exact: true }).click();
    for (const other of before) if (other !== name) await list.getByText(other, { exact: true }).click();
    await this.page.keyboard.press('Escape');
  }

  /** Saves by the menu to `path`, as if the user had picked it in the system's dialog. */
  async save(app: ElectronApplication, as: 'CSV' | 'PNG', path: string): Promise<Buffer> {
    // Tests of one worker share their folder: a file of an earlier test must not pass for the one saved now.
    rmSync(path, { force: true });
    await chooseSaveTarget(app, path);
    await this.region.getByRole('button', { name: 'Save chart' }).click();
    await this.page.getByRole('menuitem', { name: new RegExp(as) }).click();
    await expect.poll(() => existsSync(path)).toBe(true);
    return readFileSync(path);
  }
}
