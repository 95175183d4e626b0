// The engine dies in the middle of work. The window reports it, stays as it is, and continues with the next engine; the
// embedded store and the secrets of the session outlive it.
import type { TableClient } from '@azure/data-tables';
import type { Page } from '@playwright/test';
import { embeddedStoreName, engineName, killEngine, pidsOf } from '../fixtures/processes';
import { expect, test } from '../fixtures/stores';
import { openTableOf } from '../pages/open-table';

const rows = 2_300;
const maxDeaths = 6;

async function fill(table: TableClient): Promise<void> {
  for (let from = 0; from < rows; from += 100) {
    await table.submitTransaction(
      Array.from({ length: 100 }, (_, index) => [
        'create',
        { partitionKey: 'Harbour', rowKey: String(from + index).padStart(5, '0') },
      ]),
    );
  }
}

/** Records every text that the page's status and alert regions have shown, however briefly. */
async function watchAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('[role=status], [role=alert]'))
        seen.add(element.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { announced: seen });
  });
  return () => page.evaluate(() => [...(window as unknown as { announced: Set<string> }).announced]);
}

test('a query continues after the engine died during it', async ({ launchApp, store }) => {
  const table = await store.newTable();
  await fill(table);
  const { app, page } = await launchApp();
  await expect(page.getByText('Local store running')).toBeVisible();
  const tab = await openTableOf(page, table, store.connectionString);
  await expect(tab.pages).toHaveCount(1);
  await expect(tab.cell('00000')).toBeVisible();

  const announced = await watchAnnouncements(page);
  const engine = await pidsOf(app, engineName);
  const embeddedStore = await pidsOf(app, embeddedStoreName);
  expect(engine).toHaveLength(1);
  expect(embeddedStore).toHaveLength(1);
  await killEngine(app);

  await expect.poll(() => pidsOf(app, engineName)).not.toEqual(engine);
  await expect.poll(async () => (await announced()).join()).toContain('Reconnecting');
  await expect(page.getByText('Local store running')).toBeVisible();
  await expect(page.getByText('Reconnecting')).toHaveCount(0);

  await test.step('what was on screen still is', async () => {
    await expect(tab.pages).toHaveCount(1);
    await expect(tab.cell('00000')).toBeVisible();
  });
  await test.step('the next pages come from where the first ended, with the secret of this session', async () => {
    await tab.toTheEnd.click();
    await expect(tab.pages).toHaveCount(3);
    await expect(tab.footer).toContainText('2,300');
  });
  await test.step('the embedded store never stopped', async () => {
    expect(await pidsOf(app, embeddedStoreName)).toEqual(embeddedStore);
  });
});

test('an engine that dies repeatedly is no longer restarted until the user requests it', async ({ launchApp }) => {
  const { app, page } = await launchApp();
  await expect(page.getByText('Local store running')).toBeVisible();
  const alert = page.getByRole('alert').filter({ hasText: 'could not restart' });
  const killed: number[] = [];
  const living = async (): Promise<readonly number[]> =>
    (await pidsOf(app, engineName)).filter((pid) => !killed.includes(pid));
  while (killed.length < maxDeaths) {
    await expect.poll(living).toHaveLength(1);
    for (const pid of await living()) {
      process.kill(pid, 'SIGKILL');
      killed.push(pid);
    }
  }
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'Restart engine' }).click();
  await expect(page.getByText('Local store running')).toBeVisible();
  await expect(alert).toHaveCount(0);
});
