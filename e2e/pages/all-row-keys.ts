// What the grid of a table holds, read the way a person would: all of it selected, and copied.
import { expect } from '@playwright/test';
import type { RunningApp } from '../fixtures/running-app';
import type { TableTab } from './table-tab';

/** The row keys of everything that the grid holds, by its own keyboard and clipboard. */
export async function allRowKeys({ app, page }: RunningApp, tab: TableTab): Promise<readonly string[]> {
  await tab.grid.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect(page.getByText(/^Copied /).first()).toBeVisible();
  const text = await app.evaluate(({ clipboard }) => clipboard.readText());
  return text.split(/\r?\n/).flatMap((line) => /P\d{5}/.exec(line) ?? []);
}
