// Files that Stowage stores for the user and cannot read: reported once, with their location, and left unchanged.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { violations } from '../fixtures/axe';
import { expect, test } from '../fixtures/stores';

test('connections of a newer version, damaged settings and damaged queries are reported once and left unchanged', async ({
  newFolder,
  launchApp,
}) => {
  const stateDir = await newFolder('state');
  const newer = '{ "version": 2, "connections": [{ "id": "a", "name": "Production" }] }';
  await writeFile(join(stateDir, 'connections.json'), newer);
  const first = await launchApp({ stateDir });
  const connections = first.page.getByRole('alert').filter({ hasText: 'Some saved connections could not be read' });
  await expect(connections).toContainText('connections.json.damaged-');
  /** Where the copy of that file lies, and what it holds. */
  const copyOf = async (file: string): Promise<{ readonly path: string; readonly text: string }> => {
    const folder = join(stateDir, dirname(file));
    const copies = (await readdir(folder)).filter((name) => name.startsWith(`${basename(file)}.damaged-`));
    expect(copies, file).toHaveLength(1);
    const path = join(folder, copies[0] ?? '');
    return { path, text: await readFile(path, 'utf8') };
  };
  const copy = await copyOf('connections.json');
  expect(copy.text).toBe(newer);
  await first.app.evaluate(({ shell }) => {
    shell.showItemInFolder = (path) => void Object.assign(globalThis, { shown: path });
  });
  await connections.getByRole('button', { name: 'Show file' }).click();
  const shown = (): Promise<unknown> => first.app.evaluate(() => (globalThis as { shown?: unknown }).shown);
  await expect.poll(shown).toBe(copy.path);
  await first.close();

  const damaged = { 'settings.json': '{ "theme": ', 'library/queries.json': 'damaged' };
  await mkdir(join(stateDir, 'library'), { recursive: true });
  for (const [file, text] of Object.entries(damaged)) await writeFile(join(stateDir, file), text);
  const second = await launchApp({ stateDir });
  await expect(second.page.getByText('The settings could not be read')).toBeVisible();
  await expect(second.page.getByText('Some saved queries could not be read')).toBeVisible();
  await expect(second.page.getByText('Some saved connections could not be read')).toHaveCount(0);
  for (const [file, text] of Object.entries(damaged)) expect((await copyOf(file)).text).toBe(text);
});

test('a transfer whose journal cannot be read is reported in the queue, and is listed once it can be', async ({
  newFolder,
  launchApp,
}) => {
  const stateDir = await newFolder('state');
  const journal = join(stateDir, 'jobs', `${'f'.repeat(24)}.jsonl`);
  // A folder cannot be read as a file, whatever the permissions.
  await mkdir(journal, { recursive: true });
  const { page } = await launchApp({ stateDir });
  const queue = page.getByRole('region', { name: 'Activity' });
  await page.getByRole('button', { name: /1 unreadable/ }).click();
  const alert = queue.getByRole('alert').filter({ hasText: 'Some earlier jobs cannot be read.' });
  await expect(alert).toContainText(journal);
  expect(await violations(page, 'all')).toEqual([]);
  await rm(journal, { recursive: true });
  await expect(alert).toHaveCount(0);
});
