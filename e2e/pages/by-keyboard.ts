// The actions of a user without a mouse: going to elements by name, moving through controls with Tab, choosing from
// lists by letters.
import { type Page, expect } from '@playwright/test';

const maxPresses = 60;

/** Goes by name, as Ctrl K and a few letters do. */
export async function goTo(page: Page, letters: string, found: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Go to/ });
  await expect(field).toBeFocused();
  await page.keyboard.type(letters);
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
}

/** Presses Tab (or Shift+Tab) until the element has the keyboard. */
export async function tabTo(page: Page, key: 'Tab' | 'Shift+Tab', name: RegExp | string): Promise<void> {
  const exists = (): Promise<boolean> =>
    page.evaluate(
      (source) => {
        const element = document.activeElement;
        const label = element?.getAttribute('aria-label') ?? '';
        const labelled = (element?.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ');
        return new RegExp(source).test(`${label} ${labelled} ${element?.textContent ?? ''}`);
      },
      typeof name === 'string' ? name : name.source,
    );
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press(key);
    if (await exists()) return;
  }
  throw new Error(`${String(name)} is not reached with ${key}.`);
}

/** Opens the list that has the keyboard, and chooses by its first letters. */
export async function choose(page: Page, option: string): Promise<void> {
  await page.keyboard.press('Enter');
  const entry = page.getByRole('option', { name: option, exact: true });
  await expect(entry).toBeVisible();
  await page.keyboard.type(option);
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entry).toBeHidden();
}
