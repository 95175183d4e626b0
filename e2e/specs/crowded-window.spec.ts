// A window with much in it and little room: names that differ at their end, tabs side by side, tips over what is below.
import { TableServiceClient } from '@azure/data-tables';
import { sizeOf } from '../fixtures/sample';
import { expect, test } from '../fixtures/stores';
import { goTo, tabTo } from '../pages/by-keyboard';
import { addConnection } from '../pages/connections';

test('names that differ at their end are told apart in the tree and in the tabs', async ({
  openApp,
  store,
  azurite,
}) => {
  const service = TableServiceClient.fromConnectionString(azurite.connectionString, { allowInsecureConnection: true });
  const names = Array.from({ length: 7 }, (_, index) => `MeasurementsOfTheNorthernHarbour${1000 + index}`);
  await Promise.all(names.map((name) => service.createTable(name)));
  const { page } = await openApp();
  const { tree } = await addConnection(page, 'Quay', store.connectionString);
  /** What is read behind the ellipsis. */
  const tails = (role: 'treeitem' | 'tab'): Promise<readonly string[]> =>
    page.evaluate(
      (of) =>
        [...document.querySelectorAll(`[role="${of}"] [data-cut]`)].map(
          (name) => /"([^"]*)"/.exec(getComputedStyle(name, '::after').content)?.[1] ?? '',
        ),
      role,
    );
  const ends = names.map((name) => name.slice(-5));
  await expect.poll(() => tails('treeitem')).toEqual(ends);
  for (const name of names) await goTo(page, name, name);
  await expect.poll(() => tails('tab')).toEqual(ends);
  for (const name of names) {
    await expect(tree.getByRole('treeitem', { name, exact: true })).toBeAttached();
    await expect(page.getByRole('tab', { name, exact: true })).toBeAttached();
  }
  await Promise.all(names.map((name) => service.deleteTable(name)));
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

test('a tip takes no press from what is under it', async ({ openApp }) => {
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
});
