// Reads all rows of a table's grid as a person would: select all, and copy.
import { expect } from '@playwright/test';
import type { RunningApp } from '../fixtures/running-app';
import type { TableTab } from './table-tab';

/** The row keys of everything that the grid holds, by its own keyboard and clipboard. */
export async function allRowKeys({ app, page }: RunningApp, tab: TableTab): Promise<readonly string[]> {
  // What an earlier reading left there is not what is copied now.
  await app.evaluate(({ clipboard }) => clipboard.clear());
  await tab.grid.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  let text = '';
  const copied = async (): Promise<string> => (text = await app.evaluate(({ clipboard }) => clipboard.readText()));
  await expect.poll(copied).not.toBe('');
  return text.split(/\r?\n/).flatMap((line) => /P\d{5}/.exec(line) ?? []);
}
