// A few views in another language: German, and one made of English that is read from the right.
import german from '@shared/strings/de.json';
import type { ElectronApplication } from '@playwright/test';
import { inPseudo } from '../fixtures/language-faults';
import type { RunningApp } from '../fixtures/running-app';
import { type Crowded, expect } from './crowded-app';
import type { CrowdedScenes } from './crowded-scenes';

type Translate = (english: string) => string;
type SpokenScenes = Readonly<Record<string, (running: Crowded, translate: Translate) => Promise<void>>>;

const views: SpokenScenes = {
  'a table': async ({ page }) => {
    await page.getByRole('treeitem', { name: 'Orders' }).click();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
  },
  'a container with the properties of a blob': async ({ page }, translate) => {
    await page.getByRole('treeitem', { name: 'photos' }).click();
    await page.getByRole('row', { name: /readme\.txt/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: translate('Show properties') }).click();
    await expect(page.getByRole('complementary', { name: translate('Properties') }).last()).toContainText(
      'Content-Type',
    );
  },
  'a signature for a table': async ({ page }, translate) => {
    await page.getByRole('treeitem', { name: 'Orders' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: translate('Share (SAS)…') }).click();
    await expect(page.getByRole('dialog').filter({ hasText: 'Orders' })).toBeVisible();
  },
  'the settings': async ({ page }) => {
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('radiogroup').first()).toBeVisible();
  },
  'the monitor': async ({ page }, translate) => {
    await page.getByRole('button', { name: translate('Monitor'), exact: true }).click();
    await expect(page.getByRole('figure').first()).toBeVisible();
  },
};

export const spokenScenes: CrowdedScenes = Object.fromEntries([
  ...Object.entries(views).map(([name, show]) => [`${name}, in German`, spoken('de', inGerman, show)] as const),
  ...Object.entries(views).map(
    ([name, show]) => [`${name}, read from the right`, spoken('pseudo-rtl', inPseudo, show)] as const,
  ),
]);

function inGerman(english: string): string {
  const translated = (german as Readonly<Record<string, string>>)[english];
  if (translated === undefined) throw new Error(`German lacks ${english}.`);
  return translated;
}

function spoken(language: string, translate: Translate, show: SpokenScenes[string]): CrowdedScenes[string] {
  return async (running) => {
    await load(running.app, `app://stowage/index.html?language=${language}`);
    await expect(running.page.getByRole('treeitem', { name: 'photos' })).toBeVisible();
    await show(running, translate);
  };
}

/** For the scenes that come after it. */
export async function switchToEnglish({ app, page }: RunningApp): Promise<void> {
  if (!/language=(?!en)/.test(page.url())) return;
  await page.evaluate(() => (window.onbeforeunload = null));
  await load(app, 'app://stowage/index.html');
  await expect(page.getByRole('treeitem', { name: 'photos' })).toBeVisible();
}

/** As main loads it; the page itself cannot go anywhere. */
async function load(app: ElectronApplication, address: string): Promise<void> {
  await app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.loadURL(to), address);
}
