// Files of an upload that were moved while it was interrupted: found in the folder that the user chooses, and
// continued.
import { createHash, randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MiB } from '@shared/units';
import type { ProxiedRequest } from '../../electron/testing/fault-proxy';
import { dropFiles } from '../fixtures/drop-files';
import { killAtOnce } from '../fixtures/processes';
import { blockRequests, expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

const fileName = 'ledger.bin';
const title = `Upload of ${fileName}`;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
const isBlock = ({ method, query }: Pick<ProxiedRequest, 'method' | 'query'>): boolean =>
  method === 'PUT' && query.get('comp') === 'block';
const isStored = ({ status }: ProxiedRequest): boolean => status === 201;

test('a file that was moved while its upload was interrupted is found, and only its missing blocks are sent', async ({
  launchApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const stateDir = await newFolder('state');
  const [cargo, attic] = [await newFolder('cargo'), await newFolder('attic')];
  const path = join(cargo, fileName);
  const bytes = randomBytes(12 * MiB);
  await writeFile(path, bytes);
  const sent = (): readonly ProxiedRequest[] => blockRequests(store.blobProxy, container.containerName, fileName);

  await test.step('some blocks are stored, then the app is killed and the file moved', async () => {
    store.blobProxy.inject({ fault: { kind: 'hang' }, when: isBlock, times: Infinity, skip: 4 });
    const first = await launchApp({ stateDir });
    const navigator = await addConnection(first.page, 'Quay', store.connectionString);
    await navigator.open(container.containerName);
    await dropFiles(new ContainerTab(first.page, container.containerName).panel, [path]);
    await expect.poll(() => sent().filter(isStored).length).toBe(4);
    await killAtOnce(first);
    await expect.poll(() => store.blobProxy.openConnections()).toBe(0);
    store.blobProxy.clearFaults();
    await rename(path, join(attic, fileName));
  });
  const before = sent();

  const { app, page } = await launchApp({ stateDir });
  const dock = new ActivityDock(page);
  await dock.press(title, 'Resume');
  await expect(dock.job(title)).toContainText('failed');
  await dock.job(title).getByRole('button', { name: fileName, exact: true }).click();
  const job = page.getByRole('tabpanel', { name: fileName });
  const find = job.getByRole('button', { name: 'Find missing files…' });
  await expect(find).toBeVisible();

  const elsewhere = await newFolder('elsewhere');
  await answerFolderDialog(app, elsewhere);
  await find.click();
  await expect(page.getByText('1 file not found')).toBeVisible();
  expect(sent()).toHaveLength(before.length);

  await answerFolderDialog(app, attic);
  await find.click();
  await dock.finished(title);
  const stored = before.filter(isStored).map(({ query }) => query.get('blockid'));
  const after = sent()
    .slice(before.length)
    .map(({ query }) => query.get('blockid'));
  expect(after.filter((id) => stored.includes(id))).toEqual([]);
  expect(after.length + stored.length).toBe(12);
  expect(sha256(await container.getBlobClient(fileName).downloadToBuffer())).toBe(sha256(bytes));
});
