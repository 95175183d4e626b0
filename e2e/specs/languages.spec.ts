// The window in pseudo-languages: every text is in the catalogue, and longer text fits, left to right and right to
// left.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { dropFiles } from '../fixtures/drop-files';
import { expectNoFaults, inPseudo } from '../fixtures/language-faults';
import { fillWithSampleData } from '../fixtures/sample-data';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

/** As main loads it; the page itself cannot go anywhere. */
async function load(app: ElectronApplication, language: string): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(`app://stowage/index.html?language=${url}`),
    language,
  );
}

interface Targets {
  readonly connectionId: string;
  readonly table: string;
  readonly container: string;
  readonly blob: string;
}

const any = { kind: 'any' };
const wholeOf = (table: string): object => ({ table, partitionKey: any, rowKey: any, select: [], pageSize: 100 });

/** Leaves a tab of every kind that the window will open with. */
async function leaveTabs(page: Page, { connectionId, table, container, blob }: Targets): Promise<void> {
  await page.evaluate(
    ({ more }) => {
      const key = 'workspace:tabs';
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { left: { tabs: unknown[] } };
      stored.left.tabs.push(...more);
      window.addEventListener('pagehide', () => localStorage.setItem(key, JSON.stringify(stored)));
    },
    {
      more: [
        { kind: 'blob', connectionId, container, name: blob },
        { kind: 'entity', connectionId, table, partitionKey: 'north', rowKey: '0001' },
        { kind: 'import', connectionId, table },
        { kind: 'undo', connectionId },
        {
          kind: 'compare',
          left: { connectionId, query: wholeOf(table) },
          right: { connectionId, query: wholeOf(table) },
        },
        ...['monitor', 'lab', 'settings', 'shortcuts'].map((kind) => ({ kind })),
      ],
    },
  );
}

/** The dialogs over a table and a container: a signature, a bulk change, staged edits, About. */
async function checkForms(page: Page, table: string, check: (view: string) => Promise<void>): Promise<void> {
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  const press = (name: string): Promise<void> =>
    page
      .getByRole('button', { name: inPseudo(name), exact: true })
      .first()
      .click();
  await page.getByRole('treeitem', { name: table, exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: inPseudo('Share (SAS)…') }).click();
  // The code is loaded on first use.
  const signature = page.getByRole('dialog').filter({ hasText: table });
  await expect(signature).toBeVisible();
  await check('a signature');
  await page.keyboard.press('Escape');
  await expect(signature).toBeHidden();

  await tabs.first().click();
  await press('Run');
  await page.getByRole('gridcell', { name: '12.5', exact: true }).dblclick();
  const editor = page.getByRole('grid').getByRole('textbox');
  await editor.fill('13');
  await editor.press('Enter');
  await press('Review and apply');
  await check('what is staged');
  await page.keyboard.press('Escape');
  await press('Discard all');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await check('discarding what is staged');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: inPseudo('Discard all') })
    .click();
  await press('Table');
  await check('the menu of a table');
  await page.getByRole('menuitem', { name: inPseudo('Bulk edit…') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('a change of many rows');
  await page.keyboard.press('Escape');

  await page.keyboard.press('F1');
  await press('About Stowage');
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('About');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

test('nothing is untranslated or cut off, read from the left or from the right', async ({
  launchApp,
  newFolder,
  store,
}) => {
  // Every view in two languages, which takes a busy machine its time.
  test.setTimeout(240_000);
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'north', rowKey: '0001', Tons: 12.5, Note: 'late' });
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'manifest.csv');
  await writeFile(path, 'crate,tons\n1,2.5\n');
  const running = await launchApp();
  const { app, page } = running;
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  for (const name of [table.tableName, container.containerName]) await navigator.open(name);
  await dropFiles(new ContainerTab(page, container.containerName).panel, [path]);
  const dock = new ActivityDock(page);
  await dock.finished('Upload of manifest.csv');
  await dock.job('Upload of manifest.csv').getByRole('button', { name: 'manifest.csv', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'manifest.csv' })).toHaveAttribute('aria-selected', 'true');
  const connectionId = await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('workspace:tabs') ?? '{}') as {
      left: { tabs: { connectionId?: string }[] };
    };
    return stored.left.tabs[0]?.connectionId ?? '';
  });
  const places = { connectionId, table: table.tableName, container: container.containerName, blob: 'manifest.csv' };
  await leaveTabs(page, places);

  for (const [language, direction, at] of [
    ['pseudo', 'ltr', ['narrow', 'wide']],
    ['pseudo-rtl', 'rtl', ['narrow']],
  ] as const) {
    const check = (view: string): Promise<void> => expectNoFaults(running, view, at);
    await load(app, language);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await expect(page.getByRole('tree')).toBeVisible();
    const tabs = page.getByRole('tablist').first().getByRole('tab');
    await expect(tabs).toHaveCount(12);
    const panel = page.getByRole('tabpanel');
    for (let index = 0; index < 12; index += 1) {
      const tab = tabs.nth(index);
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(panel.getByText('[').filter({ visible: true }).first()).toBeVisible();
      const name = `${language}, tab ${index + 1}: ${await tab.innerText()}`;
      await check(name);
      // Most details of a transfer are in its other views.
      for (const view of ['Timeline', 'Speed']) {
        const choice = panel.getByRole('radio', { name: inPseudo(view), exact: true });
        if ((await choice.count()) === 0) continue;
        await choice.click();
        await check(`${name}, ${view}`);
      }
    }
    await tabs.nth(1).click();
    const blob = panel.getByRole('row').filter({ hasText: places.blob });
    for (const entry of ['Show properties', 'Delete…']) {
      await blob.click({ button: 'right' });
      await check(`${language}, menu of a blob`);
      await page.getByRole('menuitem', { name: inPseudo(entry) }).click();
      await expect(page.getByRole('menu')).toBeHidden();
      await check(`${language}, ${entry}`);
    }
    await page.keyboard.press('Escape');
    await checkForms(page, table.tableName, (view) => expectNoFaults(running, `${language}, ${view}`, ['narrow']));
    await page.keyboard.press('Control+J');
    await check(`${language}, transfers`);
    await page.keyboard.press('Control+J');
    // Help, palette, a connection to add: by their keys.
    for (const keys of ['F1', 'Control+K', 'Control+N']) {
      await page.keyboard.press(keys);
      await check(`${language}, ${keys}`);
      await page.keyboard.press('Escape');
    }
  }
});

test('the language is chosen in the settings, and the window begins again with it', async ({ launchApp }) => {
  const { page } = await launchApp();
  await expect(page.getByRole('tree')).toBeVisible();
  await page.keyboard.press('Control+,');
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click();
  await expect(page.getByRole('heading', { name: 'Einstellungen', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('radiogroup', { name: 'Sprache' }).getByText('English').click();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Size units' }).getByText('kB, MB').click();
  // Until then the page is the one of before.
  await page.waitForURL(/decimal/);
  await expect(page.getByRole('button', { name: /Block size/ })).toBeVisible();
  await page.getByRole('button', { name: /Block size/ }).click();
  await expect(page.getByRole('option', { name: '4.2 MB' })).toBeVisible();
});

test('the tour plays in another language, from the right, with nothing untranslated or cut off', async ({
  launchApp,
  newFolder,
}) => {
  // The sample data may be loaded first.
  test.setTimeout(300_000);
  const stateDir = await newFolder('state');
  await fillWithSampleData(stateDir);
  const args = ['--sample', '--first-tour'];
  const running = await launchApp({ stateDir, args, env: { STOWAGE_LANGUAGE: 'pseudo-rtl' } });
  const { page } = running;
  const caption = page.getByRole('complementary', { name: inPseudo('Tour') });
  const steps = /(\d+)\D+(\d+)/.exec((await caption.locator('header').textContent()) ?? '');
  const count = Number(steps?.[2]);
  const [, stuck = ''] = inPseudo('{0} did not appear within {1} s.').split(/\{\d\}/);
  expect(count).toBeGreaterThanOrEqual(10);
  for (let step = 1; step <= count; step += 1) {
    await expect(caption.locator('header')).toContainText(new RegExp(`\\D${step}\\D+${count}\\D`));
    const next = caption.getByRole('button', { name: inPseudo(step === count ? 'Done' : 'Next'), exact: true });
    // The act is over and has done what it describes: a tour that is stuck shows that instead of its text.
    await expect(next).toBeEnabled({ timeout: 180_000 });
    await expect(caption.getByRole('status')).not.toContainText(stuck);
    await expectNoFaults(running, `the tour, step ${step}`, ['narrow']);
    await next.click();
  }
  await expect(caption).toBeHidden();
});
