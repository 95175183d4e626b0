// Scenes in which a request is denied, missing, or slow: the messages shown, and the remedies offered.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceHeaders } from '../../electron/testing/faults';
import { dropFiles } from '../fixtures/drop-files';
import type { Store } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { Review } from '../pages/review';
import { TableTab } from '../pages/table-tab';
import { TransferPage } from '../pages/transfer-page';
import { ActivityDock } from '../pages/activity-dock';
import { type Crowded, expect } from './crowded-app';

/** With a separate store, whose responses the scene breaks. */
export interface Troubled extends Crowded {
  readonly store: Store;
}

export type FailureScenes = Readonly<Record<string, (running: Troubled) => Promise<void>>>;

const connectionName = 'South pier';
const huge = 4 * 1024 ** 4;
export const rejection = (
  code: string,
  status = 403,
): { kind: 'answer'; status: number; headers: Record<string, string> } => ({
  kind: 'answer',
  status,
  headers: { ...serviceHeaders({ 'x-ms-error-code': code }) },
});

export const failureScenes: FailureScenes = {
  'a table whose key is refused': async ({ page, store }) => {
    const table = await store.newTable();
    const navigator = await addConnection(page, connectionName, store.connectionString);
    await expect(navigator.item(table.tableName)).toBeVisible();
    store.tableProxy.inject({ fault: rejection('AuthenticationFailed'), times: Infinity });
    await navigator.open(table.tableName);
    await expect(page.getByRole('alert')).toContainText('Account key rejected');
  },
  'an account that refuses to list its tables': async ({ page, store }) => {
    store.tableProxy.inject({ fault: rejection('AuthorizationFailure'), times: Infinity });
    await addConnection(page, connectionName, store.connectionString);
    await expect(
      page
        .getByRole('tree')
        .getByText(/Network not allowed/)
        .first(),
    ).toBeVisible();
  },
  'rows that do not come': async ({ page, store }) => {
    const table = await store.newTable();
    const navigator = await addConnection(page, connectionName, store.connectionString);
    await expect(navigator.item(table.tableName)).toBeVisible();
    store.tableProxy.inject({ fault: { kind: 'hang' }, times: Infinity });
    await navigator.open(table.tableName);
    await expect(new TableTab(page, table.tableName).panel.getByText(/, for \d+\s?s so far/u).first()).toBeVisible();
  },
  'an empty table': async ({ page, store }) => {
    const table = await store.newTable();
    await (await addConnection(page, connectionName, store.connectionString)).open(table.tableName);
    await expect(page.getByText('This table is empty')).toBeVisible();
  },
  'an empty container': async (running) => {
    await expect((await openNewContainer(running)).panel).toContainText('This container is empty');
  },
  'a production connection, to be removed': async ({ page, store }) => {
    const container = await store.newContainer();
    const navigator = await addConnection(page, connectionName, store.connectionString, 'production');
    await navigator.open(container.containerName);
    await navigator.choose(connectionName, /^Remove/);
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'a conflict, property by property': async ({ page, store }) => {
    const table = await store.newTable();
    const keys = { partitionKey: 'Quay', rowKey: 'B1' };
    await table.createEntity({ ...keys, Crane: 'north', Depth: 12.25, Note: 'as read' });
    await (await addConnection(page, connectionName, store.connectionString)).open(table.tableName);
    const tab = new TableTab(page, table.tableName);
    const review = new Review(page, tab);
    await review.stage(tab.cell('north'), 'south');
    await table.updateEntity({ ...keys, Crane: 'west', Depth: 13.75 }, 'Merge');
    await review.open();
    await review.button('Apply 1 change').click();
    await review.button('Resolve 1 conflict').click();
    await expect(review.conflict.getByRole('row').filter({ hasText: 'Crane' })).toContainText('west');
  },
  'a drag-out that has no room': async (running) => {
    const { page, store } = running;
    const tab = await openNewContainer(running, () => {
      store.blobProxy.inject({
        fault: listingOf('survey of the sea floor.bin', huge),
        when: isListing,
        times: Infinity,
      });
    });
    const row = tab.row('survey of the sea floor.bin');
    await row.hover();
    await page.mouse.down();
    for (const x of [420, 430, 440, 450]) await page.mouse.move(x, 400);
    await expect(page.getByText('Not enough disk space to drag out')).toBeVisible();
    await page.mouse.up();
  },
  'a download to a folder that is gone': async (running) => {
    const tab = await openNewContainer(running, async (container) => {
      await container.getBlockBlobClient('notes.txt').upload('notes', 5);
    });
    await answerFolderDialog(running.app, join(running.stateDir, 'no such folder'));
    await tab.select('notes.txt');
    await tab.download.click();
    await expect(running.page.getByRole('alert').filter({ hasText: 'Folder not found' })).toBeVisible();
  },
  'a transfer with files that failed': async (running) => {
    await failedTransfer(running);
  },
  'the files that failed, by cause': async (running) => {
    const title = await failedTransfer(running);
    const dock = new ActivityDock(running.page);
    await dock
      .job(/^Upload of crate/)
      .first()
      .getByRole('button', { name: title, exact: true })
      .click();
    await expect(new TransferPage(running.page, title).panel).toBeVisible();
  },
  'a monitor where most requests fail': async ({ page, store }) => {
    store.tableProxy.inject({ fault: rejection('AuthorizationFailure'), times: Infinity });
    store.blobProxy.inject({ fault: rejection('AuthorizationFailure'), times: Infinity });
    const { tree } = await addConnection(page, connectionName, store.connectionString);
    await page.getByRole('button', { name: 'Monitor' }).click();
    for (let tries = 0; tries < 6; tries += 1) await tree.getByText('Try again').first().click();
    await expect(page.getByText(/^The service rejects (most|half of the) requests/)).toBeVisible();
  },
};

type NewContainer = Awaited<ReturnType<Store['newContainer']>>;

export async function openNewContainer(
  { page, store }: Troubled,
  before: (container: NewContainer) => unknown = () => undefined,
): Promise<ContainerTab> {
  const container = await store.newContainer();
  await before(container);
  await (await addConnection(page, connectionName, store.connectionString)).open(container.containerName);
  return new ContainerTab(page, container.containerName);
}

/** Of two causes; some are done. @returns the title of the job */
async function failedTransfer(running: Troubled): Promise<string> {
  const { page, store, stateDir } = running;
  const isPut = (method: string, path: string, names: RegExp): boolean => method === 'PUT' && names.test(path);
  store.blobProxy.inject({
    fault: rejection('LeaseIdMissing', 412),
    when: ({ method, path }) => isPut(method, path, /crate-[12]/),
    times: Infinity,
  });
  store.blobProxy.inject({
    fault: rejection('BlobImmutableDueToPolicy', 409),
    when: ({ method, path }) => isPut(method, path, /crate-3/),
    times: Infinity,
  });
  const tab = await openNewContainer(running);
  await expect(tab.panel).toContainText('This container is empty');
  const paths = await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const path = join(stateDir, `crate-${number}.txt`);
      await writeFile(path, `crate ${number}`);
      return path;
    }),
  );
  await dropFiles(tab.panel, paths);
  const job = new ActivityDock(page).job(/^Upload of crate/).first();
  await expect(job).toHaveAccessibleName(/3 failed/);
  return 'crate-1.txt and 4 more (5 files)';
}

export function isListing({ query }: { readonly query: URLSearchParams }): boolean {
  return query.get('comp') === 'list' && query.get('restype') === 'container';
}

function listingOf(
  name: string,
  bytes: number,
): { kind: 'answer'; status: number; headers: Record<string, string>; body: string } {
  const properties = `<Creation-Time>Mon, 12 Oct 2026 08:00:00 GMT</Creation-Time><Last-Modified>Mon, 12 Oct 2026 08:00:00 GMT</Last-Modified><Etag>0x8DCEA0000000000</Etag><Content-Length>${bytes}</Content-Length><Content-Type>application/octet-stream</Content-Type><BlobType>BlockBlob</BlobType><LeaseStatus>unlocked</LeaseStatus><LeaseState>available</LeaseState>`;
  return {
    kind: 'answer',
    status: 200,
    headers: { ...serviceHeaders({}), 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="http://127.0.0.1/" ContainerName="c"><Delimiter>/</Delimiter><Blobs><Blob><Name>${name}</Name><Properties>${properties}</Properties></Blob></Blobs><NextMarker /></EnumerationResults>`,
  };
}
