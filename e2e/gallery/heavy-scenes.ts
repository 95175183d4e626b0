// Scenes of very many things at once: tabs, containers, folders in folders, jobs; and content other than text.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedConnectionId } from '../../shared/model/connection';
import { dropFiles } from '../fixtures/drop-files';
import { restart } from '../fixtures/sample';
import { openBlob } from '../pages/blob-tab';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';
import { openTable } from '../scenes/open-table';
import { expect } from './crowded-app';
import { type Troubled, type FailureScenes, openNewContainer, rejection } from './failure-scenes';

const connectionName = 'South pier';
const manifest = {
  ship: 'Northern Light',
  holds: [
    { number: 1, crates: ['A-117', 'A-118'], sealed: true, tons: 12.25 },
    { number: 2, crates: [], sealed: false, tons: null },
  ],
  note: 'Loaded by the night shift; the second hold is inspected before it is filled.',
};

export const heavyScenes: FailureScenes = {
  'a hundred tabs': async ({ page }) => {
    await page.evaluate((connectionId) => {
      const tabs = Array.from({ length: 100 }, (_, index) => ({
        kind: 'table',
        connectionId,
        table: index === 60 ? 'Orders' : `Archive${String(index + 1).padStart(3, '0')}`,
      }));
      const activeId = `table:${connectionId}:Orders`;
      localStorage.setItem('workspace:tabs', JSON.stringify({ tabs, activeId }));
      // The state that a closing page saves would be restored in the next page.
      Storage.prototype.setItem = () => undefined;
    }, embeddedConnectionId);
    await restart(page);
    await openTable(page, 'Orders');
  },
  'three hundred containers': async ({ page, store }) => {
    for (let made = 0; made < 300; made += 50)
      await Promise.all(Array.from({ length: 50 }, () => store.newContainer()));
    const { tree } = await addConnection(page, connectionName, store.connectionString);
    await expect(tree.getByText('300', { exact: true })).toBeVisible();
  },
  'a folder twelve levels deep': async (running) => {
    const levels = Array.from({ length: 12 }, (_, index) => `pier ${index + 1} of the northern harbour`);
    const tab = await openNewContainer(running, (container) =>
      container.getBlockBlobClient(`${levels.join('/')}/crane.txt`).upload('crane', 5),
    );
    for (const level of levels) await tab.row(`${level}, folder`).dblclick();
    await expect(tab.row('crane.txt')).toBeVisible();
  },
  'thirty transfers': async (running) => {
    const { page, store, stateDir } = running;
    store.blobProxy.inject({
      fault: rejection('BlobImmutableDueToPolicy', 409),
      when: ({ method, path }) => method === 'PUT' && /crate-[1-3]\.bin/.test(path),
      times: Infinity,
    });
    store.blobProxy.inject({
      fault: { kind: 'hang' },
      when: ({ method, path }) => method === 'PUT' && /crate-(?:1[0-9]|2[0-9])\.bin/.test(path),
      times: Infinity,
    });
    const tab = await openNewContainer(running);
    await expect(tab.panel).toContainText('This container is empty');
    const folder = join(stateDir, 'crates');
    await mkdir(folder, { recursive: true });
    for (let number = 1; number <= 30; number += 1) {
      const path = join(folder, `crate-${number}.bin`);
      await writeFile(path, Buffer.alloc(64 * 1024 * number, number));
      await dropFiles(tab.panel, [path]);
      await expect(new ActivityDock(page).job(`Upload of crate-${number}.bin`).first()).toBeAttached();
    }
  },
  'the preview of JSON': async (running) => {
    const tab = await openNewContainer(running, (container) => {
      const text = JSON.stringify(manifest);
      return container.getBlockBlobClient('manifest.json').upload(text, Buffer.byteLength(text), {
        blobHTTPHeaders: { blobContentType: 'application/json' },
      });
    });
    const blob = await openBlob(running.page, tab.container, 'manifest.json');
    await blob.show('JSON');
    await expect(blob.text('JSON')).toContainText('Northern Light');
  },
  'a deletion that is stopped midway': async (running) => {
    const { page, store } = running;
    const names = Array.from({ length: 40 }, (_, index) => `crate ${String(index + 1).padStart(2, '0')}.txt`);
    const tab = await openNewContainer(running, (container) =>
      Promise.all(names.map((name) => container.getBlockBlobClient(name).upload(name, name.length))),
    );
    for (const [names, fault] of [
      // Progress is reported several times a second: the first ones take longer than that.
      [/crate%200/, { kind: 'delay', ms: 300 }],
      [/crate%201/, { kind: 'delay', ms: 700 }],
      [/crate%20[234]/, { kind: 'hang' }],
    ] as const) {
      store.blobProxy.inject({
        fault,
        when: ({ method, path }) => method === 'DELETE' && names.test(path),
        times: Infinity,
      });
    }
    await tab.row('crate 01.txt').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete 40 blobs' }).click();
    await expect(dialog.getByRole('status')).toHaveText(/^1\d deleted/);
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(dialog.getByRole('status')).toContainText('Stopped');
  },
  'a container that may not be listed': async ({ page, store }: Troubled) => {
    const container = await store.newContainer();
    const navigator = await addConnection(page, connectionName, store.connectionString);
    await expect(navigator.item(container.containerName)).toBeVisible();
    store.blobProxy.inject({ fault: rejection('AuthorizationPermissionMismatch'), times: Infinity });
    await navigator.open(container.containerName);
    await expect(new ContainerTab(page, container.containerName).panel.getByRole('alert')).toBeVisible();
  },
  'a table that the service throttles': async ({ page, store }) => {
    const table = await store.newTable();
    const navigator = await addConnection(page, connectionName, store.connectionString);
    await expect(navigator.item(table.tableName)).toBeVisible();
    const { headers } = rejection('ServerBusy');
    store.tableProxy.inject({
      fault: { kind: 'answer', status: 503, headers: { ...headers, 'retry-after': '60' } },
      times: Infinity,
    });
    await navigator.open(table.tableName);
    await expect(
      page
        .getByRole('tabpanel', { name: table.tableName })
        .getByText(/throttles/)
        .first(),
    ).toBeVisible();
  },
};
