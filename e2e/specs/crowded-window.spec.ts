// A window with much content and little room: names that differ at their end, tabs side by side, tooltips over other
// content.
import { TableServiceClient } from '@azure/data-tables';
import { putCrates } from '../fixtures/crates';
import { sizeOf } from '../fixtures/sample';
import { expect, test } from '../fixtures/stores';
import { goTo, tabTo } from '../pages/by-keyboard';
import { BlobPanel } from '../pages/blob-panel';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

interface Cut {
  readonly tail: string;
  /** Of the tail as it is drawn. */
  readonly seen: 'whole' | 'clipped';
  /** On the screen, from the left. */
  readonly order: 'head, tail' | 'tail, head';
}

/** Names that do not fit: which text is visible behind the ellipsis, and where. Runs in the page. */
function cutNames(role: 'treeitem' | 'tab'): readonly Cut[] {
  return [...document.querySelectorAll(`[role="${role}"] [data-cut]`)].map((name) => {
    const [head, tail] = [...name.querySelectorAll<HTMLElement>('[data-text]')].map((piece) => ({
      text: piece.dataset.text ?? '',
      box: piece.getBoundingClientRect(),
      isWhole: piece.scrollWidth <= piece.clientWidth,
    }));
    if (head === undefined || tail === undefined) throw new Error('A name that is cut has two pieces.');
    const whole = name.getBoundingClientRect();
    const isWithin = tail.box.left >= whole.left - 1 && tail.box.right <= whole.right + 1;
    return {
      tail: tail.text,
      seen: isWithin && tail.isWhole ? 'whole' : 'clipped',
      order: head.box.left < tail.box.left ? 'head, tail' : 'tail, head',
    };
  });
}

test('names that differ at their end can be distinguished in the tree and in the tabs, in both text directions', async ({
  openApp,
  store,
  azurite,
}) => {
  const service = TableServiceClient.fromConnectionString(azurite.connectionString, { allowInsecureConnection: true });
  // The last one ends in the widest letters there are.
  const ends = [...Array.from({ length: 6 }, (_, index) => `r${1000 + index}`), 'WWWMM'];
  const names = ends.map((end) => `MeasurementsOfTheNorthernHarbou${end}`);
  await Promise.all(names.map((name) => service.createTable(name)));
  const { app, page } = await openApp();
  const { tree } = await addConnection(page, 'Quay', store.connectionString);
  const cut = (role: 'treeitem' | 'tab'): Promise<readonly Cut[]> => page.evaluate(cutNames, role);
  const asTheyAreRead = [...ends].sort().map((tail) => ({ tail, seen: 'whole', order: 'head, tail' }));
  await expect.poll(() => cut('treeitem')).toEqual(asTheyAreRead);
  for (const name of [...names].sort()) await goTo(page, name, name);
  await expect.poll(() => cut('tab')).toEqual(asTheyAreRead);
  for (const name of names) {
    await expect(tree.getByRole('treeitem', { name, exact: true })).toBeAttached();
    await expect(page.getByRole('tab', { name, exact: true })).toBeAttached();
  }
  const begin = (language: string): Promise<void> =>
    app.evaluate(
      ({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(`app://stowage/index.html${url}`),
      language,
    );
  await begin('?language=pseudo-rtl');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect.poll(() => cut('treeitem')).toEqual(asTheyAreRead);
  await expect.poll(() => cut('tab')).toEqual(asTheyAreRead);
  await begin('');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await Promise.all(names.map((name) => service.deleteTable(name)));
});

test('names that differ in their middle are shown with the part that differs', async ({ openApp, store, azurite }) => {
  const service = TableServiceClient.fromConnectionString(azurite.connectionString, { allowInsecureConnection: true });
  const places = ['A01', 'A02', 'B01'];
  const names = places.map((suffix) => `MeasurementsOfTheNorthernHarbour${suffix}AtTheOldPierByNight`);
  await Promise.all(names.map((name) => service.createTable(name)));
  const { page } = await openApp();
  await addConnection(page, 'Quay', store.connectionString);
  // What differs, and whether it is on the screen with the beginning before it.
  const seen = (role: 'treeitem' | 'tab'): Promise<readonly string[]> =>
    page.evaluate((of) => {
      const shown = [...document.querySelectorAll(`[role="${of}"] [data-cut]`)].map((name) => {
        const [head, tail] = [...name.querySelectorAll<HTMLElement>('[data-text]')];
        const [first, second] = [head?.getBoundingClientRect(), tail?.getBoundingClientRect()];
        if (first === undefined || second === undefined) return 'in one piece';
        const isBehind = first.width > 30 && second.left >= first.right - 1 && second.width > 40;
        return isBehind ? (tail?.dataset.text ?? '') : 'out of sight';
      });
      return shown;
    }, role);
  const differing = ['A01', 'A02', 'B01'];
  const beginnings = async (role: 'treeitem' | 'tab'): Promise<readonly string[]> =>
    (await seen(role)).map((text) => differing.find((suffix) => text.slice(0, 8).includes(suffix)) ?? text).sort();
  await expect.poll(() => beginnings('treeitem')).toEqual(differing);
  for (const name of names) await goTo(page, name, name);
  await expect.poll(() => beginnings('tab')).toEqual(differing);
  await Promise.all(names.map((name) => service.deleteTable(name)));
});

test('blobs whose names differ in their middle can be distinguished in a narrow list, and their menu fits the window', async ({
  openApp,
  store,
}) => {
  const container = await store.newContainer();
  const places = ['01', '02', '03'];
  const name = (suffix: string): string =>
    `measurements-of-the-northern-harbour-2026-${suffix}-by-the-old-quay-at-night.csv`;
  const alone = `one-of-its-own-${'k'.repeat(200)}.csv`;
  for (const blob of [...places.map(name), alone]) await container.getBlockBlobClient(blob).upload('a', 1);
  const running = await openApp();
  const { page } = running;
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const rows = page.getByRole('grid').getByRole('row', { name: 'measurements' });
  await expect(rows).toHaveCount(places.length);
  // How much of the differing part is within the row's name, with an ellipsis before it or not.
  const seen = (): Promise<readonly boolean[]> =>
    rows.evaluateAll((all) =>
      all.map((row, index) => {
        const cell = row.firstElementChild;
        const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          const at = text.nodeValue?.indexOf(`0${index + 1}-by`) ?? -1;
          if (at === -1 || cell === null) continue;
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 2);
          const box = (text.parentElement ?? cell).getBoundingClientRect();
          return range.getBoundingClientRect().right <= Math.min(box.right, cell.getBoundingClientRect().right);
        }
        return false;
      }),
    );
  for (const width of [1440, 900]) {
    await sizeOf(running, width, 700);
    await expect.poll(seen, `at ${width} px`).toEqual([true, true, true]);
  }
  // Names that nothing distinguishes are cut at their end, with an ellipsis.
  const isCutByEllipsis = await page
    .getByRole('grid')
    .getByText(alone)
    .evaluate((text) => {
      for (let line: Element | null = text; line !== null && line.role !== 'gridcell'; line = line.parentElement) {
        if (line.scrollWidth > line.clientWidth && getComputedStyle(line).textOverflow === 'ellipsis') return true;
      }
      return false;
    });
  expect(isCutByEllipsis).toBe(true);
  await rows.first().getByText('measurements').first().hover();
  await expect(rows.first().getByTitle(name('01'))).toBeVisible();

  // There is less room below the pointer than the menu takes, and above it too.
  await sizeOf(running, 900, 600);
  await rows.last().click({ button: 'right' });
  const entries = page.getByRole('menu').getByRole('menuitem');
  await expect(entries.first()).toBeInViewport({ ratio: 1 });
  await expect(entries.last()).toBeInViewport({ ratio: 1 });
});

test('a time and a checksum stay on one line in the narrowest panel of a blob, beside its scroll bar', async ({
  openApp,
  store,
}) => {
  const container = await store.newContainer();
  await putCrates(container);
  const { page, resize } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  await resize(900, 700);
  const panel = new BlobPanel(page, new ContainerTab(page, container.containerName));
  await panel.show('crates.txt');
  const isScrolling = (): Promise<boolean> =>
    panel.panel.evaluate((element) => element.scrollHeight > element.clientHeight);
  await expect.poll(isScrolling).toBe(true);
  const lines = (name: string): Promise<number> =>
    panel
      .section('Blob')
      .getByRole('term')
      .filter({ hasText: name })
      .locator('xpath=following-sibling::dd')
      .evaluate((fact) => {
        const range = document.createRange();
        range.selectNodeContents(fact);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
  expect({ MD5: await lines('MD5'), Modified: await lines('Modified') }).toEqual({ MD5: 1, Modified: 1 });
});

test('two tables side by side in a narrow window can both be run', async ({ openApp, store }) => {
  const tables = await Promise.all([store.newTable(), store.newTable()]);
  const running = await openApp();
  const { page } = running;
  await addConnection(page, 'Quay', store.connectionString);
  for (const { tableName } of tables) await goTo(page, tableName, tableName);
  await page.keyboard.press('Control+\\');
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await expect(run).toHaveCount(2);
  for (const width of [1030, 900]) {
    await sizeOf(running, width, 700);
    for (const button of await run.all()) await expect(button, `at ${width} px`).toBeInViewport({ ratio: 1 });
  }
});

test('a tooltip lets clicks through to the content below it', async ({ openApp }) => {
  const { page } = await openApp();
  await tabTo(page, 'Tab', /^Add a connection/);
  const tip = page.getByRole('tooltip');
  await expect(tip).toBeVisible();
  const box = await tip.boundingBox();
  if (box === null) throw new Error('The tip is not drawn.');
  const isThrough = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('[role="tooltip"]') === null,
    [box.x + box.width / 2, box.y + box.height / 2] as const,
  );
  expect(isThrough).toBe(true);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height + 40);
  await expect(tip, 'gone once the pointer is used').toHaveCount(0);
});
