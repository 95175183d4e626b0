// An upload through the worst: the network is cut in the middle of it, and when it is back the service no longer
// accepts the signature. Stored blocks stay stored.
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  StorageSharedKeyCredential,
  generateAccountSASQueryParameters,
} from '@azure/storage-blob';
import { MiB } from '@shared/units';
import { emulatorAccountKey, emulatorAccountName } from '../../electron/testing/azurite';
import { openLine } from '../../electron/testing/breakable-line';
import type { ProxiedRequest } from '../../electron/testing/fault-proxy';
import { serviceHeaders } from '../../electron/testing/faults';
import { beginWith } from '../fixtures/begin-with';
import { dropFiles } from '../fixtures/drop-files';
import { blockRequests, expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

const isBlock = ({ method, query }: Pick<ProxiedRequest, 'method' | 'query'>): boolean =>
  method === 'PUT' && query.get('comp') === 'block';

function signature(hours: number): string {
  return generateAccountSASQueryParameters(
    {
      expiresOn: new Date(Date.now() + hours * 3_600_000),
      permissions: AccountSASPermissions.parse('rwdlac'),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
      services: AccountSASServices.parse('b').toString(),
    },
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
  ).toString();
}
const signedBy = (token: string, { query }: Pick<ProxiedRequest, 'query'>): boolean =>
  query.get('sig') === new URLSearchParams(token).get('sig');

test('an outage is waited for and a denied signature replaced; no block is sent twice', async ({
  openApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'long.bin');
  const bytes = randomBytes(12 * MiB);
  await writeFile(path, bytes);
  const line = await openLine(store.blobProxy.origin);
  const [first, second] = [signature(1), signature(2)];
  const connectionString = (token: string): string =>
    `BlobEndpoint=${line.origin}/${emulatorAccountName};SharedAccessSignature=${token}`;
  const sent = (): readonly ProxiedRequest[] =>
    blockRequests(store.blobProxy, container.containerName, 'long.bin').filter(({ status }) => status === 201);
  const hang = store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });
  const running = await openApp();
  const { page } = running;
  await beginWith(page, { blockBytes: MiB });
  const navigator = await addConnection(page, 'Quay', connectionString(first));
  await navigator.open(container.containerName);
  const tab = new ContainerTab(page, container.containerName);
  await expect(tab.panel).toContainText('This container is empty');
  const dock = new ActivityDock(page);
  const job = dock.job('Upload of long.bin');

  await test.step('the line is cut: nothing fails, the job waits', async () => {
    await dropFiles(tab.panel, [path]);
    await expect.poll(() => hang.hits()).toBeGreaterThan(0);
    await expect.poll(() => sent().length).toBe(4);
    await line.cut();
    hang.remove();
    await expect(job).toContainText('waiting for the network', { timeout: 30_000 });
  });

  const rejected = store.blobProxy.inject({
    fault: {
      kind: 'answer',
      status: 403,
      headers: serviceHeaders({ 'x-ms-error-code': 'AuthenticationFailed' }),
    },
    when: (request) => isBlock(request) && signedBy(first, request),
    skip: 3,
    times: Infinity,
  });
  await test.step('mended, it goes on by itself until the signature is refused, and says what it needs', async () => {
    await line.mend();
    await expect.poll(() => rejected.hits(), { timeout: 30_000 }).toBeGreaterThan(0);
    await expect(job).toHaveAccessibleName(/, paused\b/);
    expect(await container.getBlobClient('long.bin').exists()).toBe(false);
  });

  await test.step('with a new one it ends with what was missing', async () => {
    await navigator.choose('Quay', 'Edit…');
    const dialog = page.getByRole('dialog', { name: 'Edit Quay' });
    await dialog.getByRole('textbox', { name: /SAS|Connection string/ }).fill(connectionString(second));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dock.finished('Upload of long.bin');
    expect(sent()).toHaveLength(12);
    expect(new Set(sent().map(({ query }) => query.get('blockid'))).size).toBe(12);
    expect(sent().filter((request) => signedBy(second, request)).length).toBeGreaterThan(0);
    const held = await container.getBlobClient('long.bin').downloadToBuffer();
    expect(createHash('sha256').update(held).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
  for (const token of [first, second]) {
    expect(running.output()).not.toContain(new URLSearchParams(token).get('sig'));
    expect(running.output()).not.toContain(token);
  }
  await line.dispose();
});
