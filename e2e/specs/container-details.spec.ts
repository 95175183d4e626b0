// The editable details of a container, through the window, compared with what the server and anonymous clients then
// see.
import { AnonymousCredential, BlockBlobClient } from '@azure/storage-blob';
import { violations } from '../fixtures/axe';
import { crates, putCrates } from '../fixtures/crates';
import { expect, test } from '../fixtures/stores';
import { BlobPanel } from '../pages/blob-panel';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';

test('a container is opened to the public, gets a policy that a signature names, metadata and a lease', async ({
  openApp,
  store,
}) => {
  const container = await store.newContainer();
  await putCrates(container);
  const running = await openApp();
  const { page } = running;
  const navigator = await addConnection(page, 'Quay', store.connectionString);
  await navigator.open(container.containerName);
  const panel = new BlobPanel(page, new ContainerTab(page, container.containerName));
  await panel.showContainer();

  await test.step('opened, and closed again', async () => {
    const anonymous = new BlockBlobClient(container.getBlobClient('crates.txt').url, new AnonymousCredential());
    const title = `Public access to ${container.containerName}`;
    await expect(panel.section('Public access')).toContainText('Private');
    const dialog = await panel.open('Change public access', title);
    await dialog.getByRole('radio', { name: 'Blobs', exact: true }).click();
    await expect(dialog).toContainText('Anyone can read a blob whose name they know');
    expect(await violations(page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Allow public access to blobs' }).click();
    await expect(panel.section('Public access')).toContainText('Blobs');
    expect((await anonymous.downloadToBuffer()).toString()).toBe(crates);
    await panel.open('Change public access', title);
    await dialog.getByRole('radio', { name: 'Private' }).click();
    await dialog.getByRole('button', { name: 'Make private' }).click();
    await expect(panel.section('Public access')).toContainText('Private');
    await expect(anonymous.downloadToBuffer()).rejects.toMatchObject({ statusCode: 403 });
  });

  await test.step('a policy is stored, and a signature that names it is signed', async () => {
    const dialog = await panel.open(
      'Edit stored access policies',
      `Stored access policies of ${container.containerName}`,
    );
    await dialog.getByRole('button', { name: 'Add policy' }).click();
    const policy = dialog.getByRole('group', { name: 'policy 1' });
    await expect(policy.getByText('Enter a name')).toBeVisible();
    await policy.getByRole('textbox', { name: 'Name' }).fill('crew');
    await policy.getByRole('checkbox', { name: 'list', exact: true }).check({ force: true });
    expect(await violations(page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save policies' }).click();
    await expect(panel.section('Stored access policies')).toContainText('crew');
    const { signedIdentifiers } = await container.getAccessPolicy();
    expect(signedIdentifiers.map(({ id, accessPolicy }) => [id, accessPolicy.permissions])).toEqual([['crew', 'rl']]);

    const sas = await panel.open('Create SAS for container', `Create SAS for ${container.containerName}`);
    await sas.getByRole('button', { name: /Stored access policy/ }).click();
    await page.getByRole('option', { name: 'crew' }).click();
    await expect(sas.getByRole('checkbox', { name: 'read', exact: true })).not.toBeChecked();
    await sas.getByRole('button', { name: /Stored access policy/ }).click();
    await page.getByRole('option', { name: 'None' }).click();
    await expect(sas.getByRole('checkbox', { name: 'read', exact: true })).toBeChecked();
    await expect(sas.getByRole('textbox', { name: 'Expires (UTC)' })).toHaveValue(/^\d{4}-/);
    await sas.getByRole('button', { name: /Stored access policy/ }).click();
    await page.getByRole('option', { name: 'crew' }).click();
    await sas.getByRole('button', { name: 'Create and copy URL' }).click();
    const url = new URL(await sas.getByRole('textbox', { name: 'URL' }).inputValue());
    const guest = new BlockBlobClient(
      `${container.getBlobClient('crates.txt').url}${url.search}`,
      new AnonymousCredential(),
    );
    expect((await guest.downloadToBuffer()).toString()).toBe(crates);
    await sas.getByRole('button', { name: 'Close' }).first().click();

    await panel.open('Edit stored access policies', `Stored access policies of ${container.containerName}`);
    await dialog.getByRole('button', { name: 'Remove policy crew' }).click();
    await expect(dialog.getByRole('status')).toContainText('Every SAS that uses crew stops working');
    await dialog.getByRole('button', { name: 'Save policies' }).click();
    await expect(panel.section('Stored access policies')).toContainText('No stored access policies');
    await expect(guest.downloadToBuffer()).rejects.toMatchObject({ statusCode: 403 });
  });

  await test.step('metadata keeps its case; a lease is acquired and broken', async () => {
    const dialog = await panel.open('Edit metadata', 'Edit metadata');
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('ShipOwner');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('Ida');
    await dialog.getByRole('button', { name: 'Save metadata' }).click();
    await expect(panel.section('Metadata')).toContainText('ShipOwner');
    const lease = await panel.open('Manage lease', 'Lease');
    await lease.getByRole('button', { name: 'Acquire lease' }).click();
    await expect(lease.getByRole('status')).toContainText('Lease acquired');
    await expect(container.delete()).rejects.toMatchObject({ statusCode: 412 });
    await lease.getByRole('button', { name: 'Break lease…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Break lease' }).click();
    await expect(lease.getByRole('status')).toContainText('The last lease was broken.');
    expect((await container.getProperties()).leaseState).toBe('broken');
  });
  expect(running.pageErrors()).toEqual([]);
});
