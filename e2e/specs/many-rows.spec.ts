// A table with 200,000 rows scrolled to its end without a mouse. The rows come from a table service in memory, so that
// the window is what takes the time.
import type { Entity } from '@shared/model/entity';
import { startFakeTableService } from '../../electron/testing/fake-table-service';
import { expect, test } from '../fixtures/stores';
import { tabTo } from '../pages/by-keyboard';
import { addConnection } from '../pages/connections';
import { recordText } from '../pages/recorded-text';
import { TableTab } from '../pages/table-tab';

const table = 'Crates';
const rowsInAll = 200_000;
const rowsAPage = 1_000;
const loadLimitMs = 60_000;

const keyOf = (index: number): string => `crate-${String(index).padStart(6, '0')}`;

function crate(index: number): Entity {
  return {
    partitionKey: `pier-${String(Math.floor(index / 5_000)).padStart(3, '0')}`,
    rowKey: keyOf(index),
    timestamp: '',
    etag: '',
    properties: [
      { name: 'Deck', value: { type: 'Edm.Int32', value: String(index % 9) } },
      { name: 'Serial', value: { type: 'Edm.Int64', value: String(9_007_199_254_740_993n + BigInt(index)) } },
      { name: 'Sealed', value: { type: 'Edm.Boolean', value: index % 2 === 0 } },
    ],
  };
}

test('200,000 rows to the last one by keyboard', async ({ openApp }) => {
  const service = await startFakeTableService();
  try {
    service.fill(
      table,
      Array.from({ length: rowsInAll }, (_, index) => crate(index)),
    );
    const { page } = await openApp();
    const navigator = await addConnection(page, 'Piers', service.connectionString);
    await navigator.open(table);
    const tab = new TableTab(page, table);
    await expect(tab.pages).toHaveCount(1);
    await tabTo(page, 'Tab', new RegExp(`Entities of ${table}`));

    await test.step('End goes to the last row that is there, and the next pages come by themselves', async () => {
      await page.keyboard.press('Control+End');
      await expect(tab.cell(keyOf(rowsAPage - 1))).toBeVisible();
      await expect(tab.footer).toContainText(/[2-9],000 rows so far · .* · more available/);
      await expect(tab.grid).toHaveAttribute('aria-rowcount', '-1');
    });

    const recordedText = await recordText(tab.panel);
    await test.step('to the end', async () => {
      await tabTo(page, 'Tab', /^ *Read all$/);
      await page.keyboard.press('Enter');
      await expect(tab.footer).toContainText('200,000 rows · ', { timeout: loadLimitMs });
      await expect(tab.footer).toContainText('200 pages');
      await expect(tab.footer).toContainText('complete');
      await expect(tab.grid).toHaveAttribute('aria-rowcount', String(rowsInAll + 1));
      expect(service.requests.filter((request) => request.table === table)).toHaveLength(rowsInAll / rowsAPage);
    });

    await test.step('nothing was called complete while a token was left', async () => {
      const endings = (await recordedText()).filter((text) => /complete|End of the result/.test(text));
      expect(endings.length).toBeGreaterThan(0);
      for (const text of endings) expect(text).toContain('200,000 rows');
    });

    await test.step('the last row, a page before it, the first again', async () => {
      // The button is gone, and the keyboard is on the tab's ground.
      await tabTo(page, 'Tab', new RegExp(`Entities of ${table}`));
      await page.keyboard.press('Control+End');
      await expect(tab.cell(keyOf(rowsInAll - 1))).toBeInViewport();
      await expect(tab.inspector.getByRole('heading', { name: keyOf(rowsInAll - 1) })).toBeVisible();
      await page.keyboard.press('PageUp');
      await page.keyboard.press('PageUp');
      await expect(tab.cell(keyOf(rowsInAll - 1))).not.toBeInViewport();
      await page.keyboard.press('PageDown');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('PageDown');
      await expect(tab.cell(keyOf(rowsInAll - 1))).toBeInViewport();
      await page.keyboard.press('Control+Home');
      await expect(tab.cell(keyOf(0))).toBeInViewport();
      await expect(tab.inspector.getByRole('heading', { name: keyOf(0) })).toBeVisible();
    });

    await test.step('what is typed in a cell stays while its row is far out of sight', async () => {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('12');
      await tab.grid.evaluate((grid) => grid.parentElement?.scrollTo({ top: 2_000_000 }));
      await expect(tab.cell(keyOf(71_440))).toBeVisible();
      await page.keyboard.type('3');
      const editor = tab.grid.getByRole('textbox', { name: 'Deck, Int32' });
      await expect(editor).toHaveValue('123');
      await expect(editor).toBeInViewport();
      await expect(tab.cell(keyOf(0))).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(editor).toBeHidden();
    });
  } finally {
    await service.dispose();
  }
});
