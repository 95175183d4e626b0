// Reads all rows of a table's grid as a user would: select all, and copy.
import { expect } from '@playwright/test';
import type { RunningApp } from '../fixtures/running-app';
import type { TableTab } from './table-tab';

/** The row keys of everything in the grid, by its keyboard commands and the clipboard. */
export async function allRowKeys({ app, page }: RunningApp, tab: TableTab): Promise<readonly string[]> {
  // The clipboard may still contain the text of an earlier reading.
  await app.evaluate(({ clipboard }) => clipboard.clear());
  await tab.grid.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  let text = '';
  const copied = async (): Promise<string> => (text = await app.evaluate(({ clipboard }) => clipboard.readText()));
  await expect.poll(copied).not.toBe('');
  return text.split(/\r?\n/).flatMap((line) => /P\d{5}/.exec(line) ?? []);
}
