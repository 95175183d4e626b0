// A filter typed by hand in the real window: completed at the caret, marked where it is wrong, as conditions and back,
// and its rows counted against what the test itself finds in the table.
import type { TableClient } from '@azure/data-tables';
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/stores';
import { openTableOf } from '../pages/open-table';
import { SavedQueries } from '../pages/saved-queries';

/** 300 rows in three partitions, rated 0.1 to 10.0. */
async function fill(table: TableClient): Promise<void> {
  for (const partitionKey of ['Action', 'Drama', 'Western']) {
    await table.submitTransaction(
      Array.from({ length: 100 }, (_, index) => [
        'create',
        {
          partitionKey,
          rowKey: `row-${String(index).padStart(3, '0')}`,
          Rating: { type: 'Double', value: String((index + 1) / 10) },
          Votes: { type: 'Int64', value: String(index) },
        },
      ]),
    );
  }
}

/** Every entity of the table, judged by the test itself. */
async function countByHand(table: TableClient): Promise<number> {
  let count = 0;
  for await (const { partitionKey, Rating } of table.listEntities()) {
    if (partitionKey === 'Action' && Number(Rating) >= 9) count += 1;
  }
  return count;
}

/** The whole text, blanks and line breaks included; without the example in an empty field. */
async function expectText(field: Locator, expected: string): Promise<void> {
  const read = (): Promise<string> =>
    field.evaluate((element) => {
      if (element instanceof HTMLTextAreaElement) return element.value;
      const lines = (element.cloneNode(true) as HTMLElement).querySelectorAll('.cm-line');
      for (const line of lines) for (const widget of line.querySelectorAll('[contenteditable=false]')) widget.remove();
      return [...lines].map(({ textContent }) => textContent).join('\n');
    });
  await expect.poll(read).toBe(expected);
}

test('a filter typed with suggestions finds the matching rows', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fill(table);
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  await expect(tab.footer).toContainText('complete');
  const text = tab.panel.getByRole('textbox', { name: 'Filter' });
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' });

  await test.step('without touching the mouse, from suggestion to suggestion', async () => {
    await tab.panel.getByRole('button', { name: 'Edit filter as text' }).press('Enter');
    await expect(text).toBeFocused();
    await page.keyboard.type('part');
    await expect(suggestions.getByRole('option')).toHaveText([/PartitionKey/]);
    await page.keyboard.press('Tab');
    await expect(suggestions.getByRole('option').first()).toHaveText(/^eq/);
    await page.keyboard.press('Enter');
    await expect(suggestions.getByRole('option')).toHaveText([/''/]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Action');
    await page.keyboard.press('End');
    await page.keyboard.type(' and ra');
    await page.keyboard.press('Tab');
    await page.keyboard.type('g');
    await expect(suggestions.getByRole('option')).toHaveText([/^gt/, /^ge/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expectText(text, "PartitionKey eq 'Action' and Rating ge ");
    await page.keyboard.press('Escape');
    await expect(suggestions).toBeHidden();
  });

  await test.step('Ctrl+Z takes suggestions and line breaks back one by one, and Ctrl+Shift+Z brings them again', async () => {
    await page.keyboard.press('Control+z');
    await expectText(text, "PartitionKey eq 'Action' and Rating g");
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectText(text, "PartitionKey eq 'Action' and ra");
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Control+Shift+z');
    await expectText(text, "PartitionKey eq 'Action' and Rating ge ");
    await page.keyboard.press('Escape');
    await page.keyboard.type('1');
    await tab.panel.getByRole('button', { name: 'Split filter into lines' }).press('Enter');
    await expectText(text, "PartitionKey eq 'Action'\nand Rating ge 1");
    await expect(text).toBeFocused();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expectText(text, "PartitionKey eq 'Action' and Rating ge ");
    await page.keyboard.press('Escape');
  });

  await test.step('half a filter is not finished, a wrong word is wrong once the caret has left it', async () => {
    await expect(tab.panel.getByText(/^Incomplete/)).toBeVisible();
    await expect(text).toHaveAttribute('aria-invalid', 'false');
    await page.keyboard.type('9. 0 ');
    await expect(tab.panel.getByText(/^Filter, character 43: “0”/)).toBeVisible();
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('0');
    await expect(text).toHaveAttribute('aria-invalid', 'false');
    await expect(tab.costClass).toHaveText('Partition scan');
  });

  await test.step('the rows are those that the table holds', async () => {
    await page.keyboard.press('Enter');
    await expect(tab.grid).toHaveAttribute('aria-rowcount', String((await countByHand(table)) + 1));
    await expect(tab.footer).toContainText('complete');
    expect(await countByHand(table)).toBe(11);
  });

  await test.step('conditions say the same, and give the same text back', async () => {
    await tab.panel.getByRole('button', { name: 'Conditions', exact: true }).click();
    await expect(tab.panel.getByRole('textbox', { name: 'PartitionKey value' })).toHaveValue('Action');
    await expect(tab.panel.getByRole('textbox', { name: 'Value for Rating' })).toHaveValue('9.0');
    await tab.panel.getByRole('button', { name: 'Edit filter as text' }).click();
    await expectText(text, "PartitionKey eq 'Action' and Rating ge 9.0");
  });

  const deep = "PartitionKey eq 'Action' and (Rating ge 9.0 or Rating lt 2.0 and Votes gt 5L)";
  await test.step('what conditions cannot say stays text, with the reason', async () => {
    await text.fill(deep);
    await tab.panel.getByRole('button', { name: 'Conditions', exact: true }).click();
    await expect(tab.panel.getByText('“and” is inside “or”')).toBeVisible();
    await expectText(text, deep);
  });

  await test.step('Ctrl+Z takes back a query of the history as a whole, and Ctrl+Y brings it again', async () => {
    await text.press('Enter');
    await expect(tab.footer).toContainText('complete');
    await text.fill('Rating gt 1.0');
    const queries = new SavedQueries(page, tab.panel);
    await queries.open();
    await queries.showHistory();
    await queries.runs.filter({ hasText: 'Votes' }).press('Enter');
    await expectText(text, deep);
    await text.press('Control+z');
    await expectText(text, 'Rating gt 1.0');
    await text.press('Control+y');
    await expectText(text, deep);
  });
});
