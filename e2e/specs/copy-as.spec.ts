// The selection as commands for other tools, as the clipboard of the system then contains them.
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

test('a selection is copied as a command for Stowage, AzCopy and curl, without a secret', async ({
  openApp,
  store,
}) => {
  const container = await store.newContainer();
  for (const name of ['scans/1.tif', 'notes of Ida.txt'])
    await container.getBlockBlobClient(name).upload(name, name.length);
  const { app, page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  const copied = async (name: string): Promise<string> => {
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByText('It contains no key and no SAS').last()).toBeVisible();
    return app.evaluate(({ clipboard }) => clipboard.readText());
  };
  const box = container.containerName;
  const url = (path: string): string => `${store.blobProxy.origin}/devstoreaccount1/${box}/${path}`;

  await tab.select('notes of Ida.txt');
  await tab.row('notes of Ida.txt').click({ button: 'right' });
  expect(await copied('Copy as curl command')).toMatch(
    new RegExp(
      `SharedKey devstoreaccount1:SIGNATURE'[^]* -o './notes of Ida.txt' [^]*${url('notes%20of%20Ida.txt')}$`,
      'u',
    ),
  );
  await tab.select('scans, folder', 'notes of Ida.txt');
  await tab.row('scans, folder').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Copy as curl command' })).toBeDisabled();
  expect(await copied('Copy as Stowage command')).toBe(
    [
      `stowage download ${box}/scans/ ./scans --connection Quay`,
      `stowage download '${box}/notes of Ida.txt' . --connection Quay`,
    ].join('\n'),
  );
  await tab.panel.getByRole('button', { name: 'Copy, move and verify' }).click();
  expect(await copied('Copy as AzCopy command')).toBe(
    [
      `azcopy copy '${url('scans')}?SAS' . --from-to BlobLocal --recursive`,
      `azcopy copy '${url('notes%20of%20Ida.txt')}?SAS' . --from-to BlobLocal`,
    ].join('\n'),
  );
});
