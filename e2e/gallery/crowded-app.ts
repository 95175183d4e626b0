// The app with the sample data and an additional account that stresses the layout: very long names, wide and long
// tables.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TableClient, TableServiceClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { connectionString } from '../../electron/testing/local-servers';
import { emulatorAccountKey, emulatorAccountName, startAzurite } from '../../electron/testing/azurite';
import { fillTable } from '../fixtures/fill-table';
import type { RunningApp } from '../fixtures/running-app';
import { expect, test as sample } from '../fixtures/sample';
import { test as smallDisk } from '../fixtures/small-disk';
import { addConnection } from '../pages/connections';
import { mergeTests } from '@playwright/test';

export const longTable = 'TelemetryOfEveryContainerCraneInTheNorthernHarbourSince1997Copy';
export const longContainer = 'pictures-of-every-container-crane-in-the-northern-harbour-1997';
export const longFolder = 'crane number 17, north pier, inspected by the night shift';
export const cargoName = 'upper deck';
export const cargoFiles = 60;
export const longBlob = `${'inspection of the upper bearing, '.repeat(5)}second attempt.txt`;

const connectionName = 'Northern harbour, all cranes and their inspections';
const rows = 300;
const properties = 40;

export interface Crowded extends RunningApp {
  /** Absolute; a folder of `cargoFiles` files, to be dropped. */
  readonly cargo: string;
}

export const test = mergeTests(sample, smallDisk).extend<
  { crowded: Crowded },
  { crowdedAccount: string; cargo: string }
>({
  crowdedAccount: [
    async ({}, use) => {
      // The worker's own is now and then replaced by a new one.
      const azurite = await startAzurite();
      await fillAccount(azurite.connectionString);
      const { blobOrigin, tableOrigin } = azurite;
      await use(
        connectionString({
          accountName: emulatorAccountName,
          accountKey: emulatorAccountKey,
          blobOrigin,
          tableOrigin,
        }),
      );
      await azurite.stop();
    },
    { scope: 'worker' },
  ],

  cargo: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'stowage-cargo-'));
      const deck = join(folder, cargoName);
      await mkdir(deck);
      for (let index = 1; index < cargoFiles; index += 1) {
        await writeFile(join(deck, `crate ${index}.bin`), Buffer.alloc(index * 64 * 1024, index));
      }
      await writeFile(join(deck, 'engine.bin'), Buffer.alloc(128 * 1024 * 1024, 1));
      await use(deck);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  crowded: async ({ window, crowdedAccount, cargo }, use) => {
    const known = window.page.getByRole('treeitem', { name: connectionName });
    if ((await known.count()) === 0) await addConnection(window.page, connectionName, crowdedAccount);
    else await known.press('ArrowRight');
    for (const group of ['Tables', 'Containers']) {
      const item = window.page.getByRole('treeitem', { name: group }).last();
      if ((await item.getAttribute('aria-expanded')) !== 'true') await item.press('ArrowRight');
    }
    for (const name of [longTable, longContainer])
      await expect(window.page.getByRole('treeitem', { name })).toBeVisible();
    await use({ ...window, cargo });
  },
});
export { expect };

async function fillAccount(address: string): Promise<void> {
  const insecure = { allowInsecureConnection: true };
  await TableServiceClient.fromConnectionString(address, insecure).createTable(longTable);
  await fillTable(
    TableClient.fromConnectionString(address, longTable, insecure),
    Array.from({ length: rows }, (_, row) => ({
      partitionKey: `crane-17;north pier;${'bearing '.repeat(12)}${Math.floor(row / 100)}`,
      rowKey: `${String(row).padStart(6, '0')};${'measured by hand;'.repeat(row % 9)}`,
      ...Object.fromEntries(
        Array.from({ length: properties }, (__, column) => [
          `MeasurementOfTheUpperBearing${column}`,
          column % 3 === 0 ? row * column : 'Tension within its limits. '.repeat(1 + ((row + column) % 6)),
        ]),
      ),
    })),
  );
  const service = BlobServiceClient.fromConnectionString(address);
  const { containerClient } = await service.createContainer(longContainer);
  for (const name of [longBlob, `${longFolder}/${longBlob}`, 'a.txt', 'größer – 日本 😀.txt']) {
    await containerClient.getBlockBlobClient(name).upload(name, Buffer.byteLength(name), {
      blobHTTPHeaders: { blobContentType: 'text/plain; charset=utf-8' },
    });
  }
}
