// Secrets in the system's keychain: a real keyring on a separate message bus.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TableClient } from '@azure/data-tables';
import { startAzurite } from '../../electron/testing/azurite';
import { filesContaining, keyringObstacle, startKeyring } from '../fixtures/keyring';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

test('keychain: a stored key is read back after a restart, and is nowhere on the disk in plain text', async ({
  launchApp,
  newFolder,
}) => {
  const obstacle = keyringObstacle();
  test.skip(obstacle !== null, obstacle ?? '');
  // The well-known key of the emulator is no secret and would not be stored.
  const account = { name: 'harbourstore', key: randomBytes(64).toString('base64') };
  const azurite = await startAzurite({ account });
  const table = TableClient.fromConnectionString(azurite.connectionString, 'Berths', { allowInsecureConnection: true });
  await table.createTable();
  await table.createEntity({ partitionKey: 'Harbour', rowKey: 'P1', Berth: 1 });
  const stateDir = await newFolder('state');
  const home = await newFolder('home');
  const keyring = await startKeyring(home);
  try {
    await test.step('the key is stored in the keychain', async () => {
      const { app, page, close } = await launchApp({ stateDir, ...keyring.launch });
      expect(await app.evaluate(({ safeStorage }) => safeStorage.getSelectedStorageBackend())).toBe('gnome_libsecret');
      await (await addConnection(page, 'Quay', azurite.connectionString)).open(table.tableName);
      await expect(new TableTab(page, table.tableName).cell('P1')).toBeVisible();
      await close();
    });
    await test.step('no file contains it', async () => {
      const stored = JSON.parse(await readFile(join(stateDir, 'secrets.json'), 'utf8')) as { secrets: unknown[] };
      expect(stored.secrets).toHaveLength(1);
      const raw = Buffer.from(account.key, 'base64');
      const forms = [Buffer.from(account.key), Buffer.from(account.key, 'utf16le'), raw];
      expect(filesContaining(stateDir, [Buffer.from('Quay')])).not.toEqual([]);
      expect([...filesContaining(stateDir, forms), ...filesContaining(home, forms)]).toEqual([]);
    });
    await test.step('another start reads it and opens the table', async () => {
      const { page, close } = await launchApp({ stateDir, ...keyring.launch });
      // The tab of before is open again with its query, which has not run.
      const tab = new TableTab(page, table.tableName);
      await tab.run.click();
      await expect(tab.cell('P1')).toBeVisible();
      await close();
    });
  } finally {
    await keyring.end();
    await azurite.stop();
  }
});
