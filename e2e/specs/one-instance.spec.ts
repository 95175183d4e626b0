// Two apps on the same state: the second hands over to the first and quits, and a link that it was to open is confirmed
// there before anything happens.
import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderLink } from '@shared/links/link';
import { renderQueryFile } from '@shared/links/query-file';
import type { QueryTerms } from '@shared/model/saved-query';
import { dropFiles } from '../fixtures/drop-files';
import { electronEnvironment, projectDir } from '../fixtures/app';
import { expect, test } from '../fixtures/stores';
import { embeddedStoreName, pidsOf, watchEnd } from '../fixtures/processes';
import { fillWithSampleData } from '../fixtures/sample-data';
import { TableTab } from '../pages/table-tab';

const account = 'devstoreaccount1';
const terms: QueryTerms = {
  partitionKey: { kind: 'is', value: 'Action' },
  rowKey: { kind: 'any' },
  select: [],
  limit: 20,
};

async function startAgain(stateDir: string, ...args: readonly string[]): Promise<number | null> {
  const env = electronEnvironment();
  const second = spawn(
    join(env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron'),
    ['--no-sandbox', projectDir, `--state-dir=${stateDir}`, ...args],
    { env, stdio: 'ignore' },
  );
  return new Promise((resolve) => second.once('exit', resolve));
}

test('a second start shows the first window and hands over what it was to open', async ({ launchApp, newFolder }) => {
  const stateDir = await newFolder('state');
  await fillWithSampleData(stateDir);
  const { app, page } = await launchApp({ stateDir, args: ['--sample'] });
  const dialog = page.getByRole('alertdialog');
  const rejection = page.getByRole('dialog');
  await page.getByRole('treeitem', { name: 'Movies' }).waitFor();

  await test.step('alone, it shows the window', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    const isVisible = (): Promise<boolean | undefined> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    expect(await isVisible()).toBe(false);
    expect(await startAgain(stateDir)).toBe(0);
    await expect.poll(isVisible).toBe(true);
    expect(app.windows()).toHaveLength(1);
  });

  const tabsOpen = (): Promise<number> => page.getByRole('tab').count();
  await test.step('a link is asked about and opened on a yes, whatever options follow it', async () => {
    const evil = join(await newFolder('evil'), 'state');
    const link = renderLink({ kind: 'table', account, table: 'Movies', terms });
    expect(await startAgain(stateDir, '--', link, `--state-dir=${evil}`)).toBe(0);
    await expect(dialog).toContainText("PartitionKey eq 'Action'");
    await expect(dialog).toContainText('Partition scan');
    expect(await tabsOpen()).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await tabsOpen()).toBe(0);
    await startAgain(stateDir, link);
    await dialog.getByRole('button', { name: 'Open and run' }).click();
    const tab = new TableTab(page, 'Movies');
    await expect(tab.filter).toHaveText("PartitionKey eq 'Action'");
    await expect(tab.footer).toContainText('20 rows');
    expect(await readdir(join(evil, '..'))).toEqual([]);
  });

  await test.step('several at once are asked about in turn; what is too long or would do more is refused', async () => {
    const path = join(await newFolder('query'), 'Long films.stowage-query');
    const location = { kind: 'table', account, table: 'Movies' } as const;
    await writeFile(path, renderQueryFile({ name: 'Long films', description: '' }, location, terms));
    await startAgain(
      stateDir,
      renderLink({ kind: 'container', account, container: 'photos' }),
      `stowage://delete/table?account=${account}&table=Movies`,
      `stowage://open/table?account=${'x'.repeat(12_000)}`,
      path,
    );
    await expect(dialog).toContainText('Open container photos');
    await expect(dialog).toContainText('and 3 more');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(rejection).toContainText('A link can only open a table, container or blob.');
    await page.keyboard.press('Escape');
    await expect(rejection).toContainText('more than 8,000 characters');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog', { name: 'Open the query Long films' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await tabsOpen()).toBe(1);

    await startAgain(stateDir, '--', `stowage://open/table?account=${'x'.repeat(100_000)}`);
    await expect(rejection, 'also what is longer than one start can hand to another').toContainText('8,000 characters');
    await page.keyboard.press('Escape');
    await expect(rejection).toBeHidden();

    await dropFiles(page.getByRole('tabpanel', { name: 'Movies' }), [path]);
    await dialog.getByText('Add to saved queries').click();
    await dialog.getByRole('button', { name: 'Open without running' }).click();
    await expect(page.getByRole('button', { name: 'Long films' })).toBeVisible();
  });
});

test('a start while the first one still ends opens nothing there, and is done when that has ended', async ({
  launchApp,
  newFolder,
}) => {
  const stateDir = await newFolder('state');
  const running = await launchApp({ stateDir });
  const { app, page, output } = running;
  await expect(page.getByText('Local store running')).toBeVisible();
  const { gone } = await watchEnd(running);
  await app.evaluate(({ app: main }) => {
    main.on('browser-window-created', () => process.stderr.write('a window was opened\n'));
    Object.assign(main, {
      relaunch: ({ args }: { readonly args: readonly string[] }) => process.stderr.write(`again: ${args.join(' ')}\n`),
    });
  });
  // As one that takes its time to write what it holds.
  const [store = 0] = await pidsOf(app, embeddedStoreName);
  process.kill(store, 'SIGSTOP');
  await app.evaluate(({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()));
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  const link = renderLink({ kind: 'table', account, table: 'Movies' });
  expect(await startAgain(stateDir, link)).toBe(0);
  process.kill(store, 'SIGCONT');
  await gone;
  const again = /^again: (.*)$/m.exec(output())?.[1]?.split(' ') ?? [];
  expect(again).toContain(`--state-dir=${stateDir}`);
  expect(again.at(-1)).toBe(link);
  expect(output()).not.toContain('a window was opened');
});
