// The user edits the text of a blob in the window, and a copy of it in another program; a change made meanwhile is never
// overwritten unnoticed.
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

test('text is edited and saved back, in the window and in another program', async ({ openApp, store }) => {
  const container = await store.newContainer();
  const put = async (text: string): Promise<void> => {
    await container.getBlockBlobClient('pilot.json').upload(text, text.length, {
      blobHTTPHeaders: { blobContentType: 'application/json' },
    });
  };
  const textOf = async (name: string): Promise<string> =>
    (await container.getBlobClient(name).downloadToBuffer()).toString();
  await put('{\r\n  "depth": 3\r\n}\r\n');
  const { app, page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await tab.row('pilot.json').dblclick();
  const preview = page.getByRole('region', { name: 'Preview of pilot.json' });

  await test.step('the line ends stay, and a mistake in JSON is named', async () => {
    await preview.getByRole('button', { name: 'Edit text' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Edit pilot.json' });
    const text = dialog.getByRole('textbox', { name: 'Text of pilot.json' });
    await text.getByText('"depth": 3').click();
    await page.keyboard.press('End');
    await page.keyboard.type(',');
    await expect(dialog.getByText(/^Not valid JSON/)).toBeVisible();
    await page.keyboard.type(' "tide": 1');
    await expect(dialog.getByText(/^Not valid JSON/)).toBeHidden();
    await page.keyboard.press('Control+s');
    await expect(dialog).toBeHidden();
    expect(await textOf('pilot.json')).toBe('{\r\n  "depth": 3, "tide": 1\r\n}\r\n');
  });

  await test.step('a change made meanwhile is shown, and mine is saved under a new name', async () => {
    await preview.getByRole('button', { name: 'Edit text' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Edit pilot.json' });
    await dialog.getByRole('textbox', { name: 'Text of pilot.json' }).getByText('"tide"').click();
    await put('{}');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('alert')).toContainText('The changes are not saved');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('changed or deleted after it was read');
    await dialog.getByRole('button', { name: 'Save under this name' }).click();
    await expect(dialog).toBeHidden();
    expect(await textOf('pilot.json')).toBe('{}');
    expect(await textOf('pilot (mine).json')).toContain('"tide": 1');
  });

  await test.step('edits of another program are noticed and uploaded', async () => {
    // No program is installed here: the path that the system would get stands in for it.
    await app.evaluate(({ shell }) => {
      shell.openPath = (path) => {
        (globalThis as { opened?: string }).opened = path;
        return Promise.resolve('');
      };
    });
    await preview.getByRole('button', { name: 'Open in another program' }).click();
    const bar = preview.getByRole('region', { name: 'Copy in another program' });
    await expect(bar).toContainText('Open in another program');
    const path = await app.evaluate(() => (globalThis as { opened?: string }).opened ?? '');
    expect(await readFile(path, 'utf8')).toBe('{}');
    await writeFile(path, '{"edited":true}');
    await expect(bar).toContainText('was edited in another program');
    await bar.getByRole('button', { name: 'Upload the edits' }).click();
    await expect(bar).toContainText('Open in another program');
    expect(await textOf('pilot.json')).toBe('{"edited":true}');
    await bar.getByRole('button', { name: 'Remove the copy' }).click();
    await expect(bar).toBeHidden();
    await expect(readFile(path)).rejects.toThrow();
  });
});
