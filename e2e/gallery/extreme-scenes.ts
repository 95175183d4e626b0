// Scenes at the limits: as many properties, blobs and files as there are, and high contrast.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceHeaders } from '../../electron/testing/faults';
import { dropFiles } from '../fixtures/drop-files';
import type { RunningApp } from '../fixtures/running-app';
import { Navigator, addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { TableTab } from '../pages/table-tab';
import { TransferPage } from '../pages/transfer-page';
import { ActivityDock } from '../pages/activity-dock';
import { openTable } from '../scenes/open-table';
import { expect } from './crowded-app';
import { type Troubled, type FailureScenes, isListing, openNewContainer } from './failure-scenes';

const connectionName = 'South pier';
/** As many as the service takes beside the keys and Timestamp. */
const maxProperties = 252;
const manyFiles = 2_000;
const manyBlobs = 100_000;
const blobsAPage = 5_000;

export const extremeScenes: FailureScenes = {
  'a table of 252 properties, one row told': async ({ page, store }) => {
    const table = await store.newTable();
    for (const rowKey of ['A1', 'A2', 'A3'])
      await table.createEntity({
        partitionKey: 'Quay',
        rowKey,
        ...Object.fromEntries(
          Array.from({ length: maxProperties }, (_, index) => [`Reading${String(index + 1).padStart(3, '0')}`, index]),
        ),
      });
    await (await addConnection(page, connectionName, store.connectionString)).open(table.tableName);
    await expect(new TableTab(page, table.tableName).panel.getByRole('gridcell').first()).toBeVisible();
  },
  'the sizes of a hundred thousand blobs': async (running) => {
    const { store } = running;
    for (let from = 0; from < manyBlobs; from += blobsAPage)
      store.blobProxy.inject({
        fault: { kind: 'answer', status: 200, headers: xml, body: pageOfBlobs(from) },
        when: (request) => isListing(request) && Number(request.query.get('marker') ?? 0) === from,
        times: Infinity,
      });
    const tab = await openNewContainer(running);
    await tab.panel.getByRole('radio', { name: 'Sizes' }).click();
    await expect(tab.panel.getByText(/as of just now/)).toBeVisible({ timeout: 60_000 });
  },
  'the timeline of two thousand files': async (running) => {
    const { page, stateDir } = running;
    const folder = join(stateDir, 'readings');
    await mkdir(folder, { recursive: true });
    await Promise.all(
      Array.from({ length: manyFiles }, (_, index) => writeFile(join(folder, `reading ${index + 1}.txt`), `${index}`)),
    );
    const tab = await openNewContainer(running);
    await expect(tab.panel).toContainText('This container is empty');
    await dropFiles(tab.panel, [folder]);
    const job = new ActivityDock(page).job('Upload of readings').first();
    const dialog = page.getByRole('dialog');
    await expect(dialog.or(job)).toBeVisible();
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: /^Upload\b/ }).click();
    await expect(job).toHaveAccessibleName(/, done\b/, { timeout: 90_000 });
    const title = 'readings (2,000 files)';
    await job.getByRole('button', { name: title, exact: true }).click();
    await new TransferPage(page, title).show('Timeline');
  },
  'a table, in high contrast': async ({ page }) => {
    await useHighContrast(page);
    await openTable(page, 'Orders');
  },
  'a container, in high contrast': async ({ page }) => {
    await useHighContrast(page);
    await new Navigator(page).open('photos');
    await new ContainerTab(page, 'photos').select('readme.txt');
  },
  'the monitor, in high contrast': async ({ page }) => {
    await useHighContrast(page);
    await page.getByRole('button', { name: 'Monitor' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Monitor' }).getByRole('figure').first()).toBeVisible();
  },
};

const xml = { ...serviceHeaders({}), 'content-type': 'application/xml' };

async function useHighContrast(page: Troubled['page']): Promise<void> {
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('tabpanel', { name: 'Settings' });
  await settings.getByText('High contrast', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'high-contrast');
  await page.keyboard.press('Control+w');
  await expect(settings).toBeHidden();
}

/** For the scenes that come after it. */
export async function leaveHighContrast({ page }: RunningApp): Promise<void> {
  if ((await page.locator('html').getAttribute('data-theme')) !== 'high-contrast') return;
  await page.keyboard.press('Control+,');
  const theme = page.getByRole('tabpanel', { name: 'Settings' }).getByRole('radiogroup', { name: 'Theme' });
  await theme.getByText('System', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
}

/** In folders of uneven weight, as they grow over the years. */
function pageOfBlobs(from: number): string {
  const blobs = Array.from({ length: blobsAPage }, (_, index) => {
    const number = from + index;
    const pier = Math.floor(Math.sqrt(number / 400)) + 1;
    const name = `pier ${pier}/shift ${(number % 7) + 1}/reading ${number}.bin`;
    const bytes = 4_096 + ((number * 7_919) % 9_000_000);
    return `<Blob><Name>${name}</Name><Properties><Last-Modified>Mon, 12 Oct 2026 08:00:00 GMT</Last-Modified><Etag>0x8DCEA0000000000</Etag><Content-Length>${bytes}</Content-Length><Content-Type>application/octet-stream</Content-Type><BlobType>BlockBlob</BlobType><AccessTier>Hot</AccessTier></Properties></Blob>`;
  });
  const next = from + blobsAPage < manyBlobs ? `<NextMarker>${from + blobsAPage}</NextMarker>` : '<NextMarker />';
  return `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="http://127.0.0.1/" ContainerName="c"><Blobs>${blobs.join('')}</Blobs>${next}</EnumerationResults>`;
}
