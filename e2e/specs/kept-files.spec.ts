// Files that Stowage keeps for a person and cannot read: said once, with where they are as they were.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures/stores';

test('connections of a newer version, damaged settings and damaged queries are told once and kept as they were', async ({
  newFolder,
  launchApp,
}) => {
  const stateDir = await newFolder('state');
  const newer = '{ "version": 2, "connections": [{ "id": "a", "name": "Production" }] }';
  await writeFile(join(stateDir, 'connections.json'), newer);
  const first = await launchApp({ stateDir });
  const connections = first.page.getByRole('alert').filter({ hasText: 'Not all saved connections could be read' });
  await expect(connections).toContainText('connections.json.damaged-');
  const copy = (await readdir(stateDir)).find((name) => name.startsWith('connections.json.damaged-')) ?? '';
  expect(await readFile(join(stateDir, copy), 'utf8')).toBe(newer);
  await first.app.evaluate(({ shell }) => {
    shell.showItemInFolder = (path) => void Object.assign(globalThis, { shown: path });
  });
  await connections.getByRole('button', { name: 'Show file' }).click();
  const shown = (): Promise<unknown> => first.app.evaluate(() => (globalThis as { shown?: unknown }).shown);
  await expect.poll(shown).toBe(join(stateDir, copy));
  await first.close();

  await writeFile(join(stateDir, 'settings.json'), '{ "theme": ');
  await mkdir(join(stateDir, 'library'), { recursive: true });
  await writeFile(join(stateDir, 'library', 'queries.json'), 'damaged');
  const second = await launchApp({ stateDir });
  await expect(second.page.getByText('The settings could not be read')).toBeVisible();
  await expect(second.page.getByText('Not all saved queries could be read')).toBeVisible();
  await expect(second.page.getByText('Not all saved connections could be read')).toHaveCount(0);
});
