// Two windows of one engine that upload the same folder: the second is warned about the first one's job before it
// begins.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { serviceHeaders } from '../../electron/testing/faults';
import { dropFiles } from '../fixtures/drop-files';
import { expect, test } from '../fixtures/stores';
import { Navigator, addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

test('a drop in a second window shows the job started by the first one', async ({ openApp, newFolder, store }) => {
  const container = await store.newContainer();
  const cargo = join(await newFolder('quay'), 'cargo');
  await mkdir(cargo);
  await writeFile(join(cargo, 'crate.bin'), 'four');
  const { app, page: first } = await openApp();
  await addConnection(first, 'Quay', store.connectionString);
  const [second] = await Promise.all([app.waitForEvent('window'), first.keyboard.press('Control+Shift+N')]);
  await first.evaluate(() => window.stowage.invoke('settings.write', { uploadSummary: 'always' }));
  store.blobProxy.inject({
    // Throttled, it does not end, and continues as soon as it may.
    fault: { kind: 'answer', status: 503, headers: { ...serviceHeaders(), 'retry-after': '1' } },
    when: ({ method, query }) => method === 'PUT' && !query.has('restype'),
    times: Infinity,
  });
  const summaryIn = async (page: Page): Promise<Locator> => {
    await new Navigator(page).open(container.containerName);
    const tab = new ContainerTab(page, container.containerName);
    await expect(tab.panel).toContainText('This container is empty');
    await dropFiles(tab.panel, [cargo]);
    const summary = page.getByRole('dialog');
    await expect(summary.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
    await expect(summary).not.toContainText('Another unfinished transfer');
    return summary;
  };
  const ofFirst = await summaryIn(first);
  const ofSecond = await summaryIn(second);

  await ofFirst.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(ofSecond).toContainText('Another unfinished transfer writes to the same names: cargo.');
  store.blobProxy.clearFaults();
  await new ActivityDock(first).finished('Upload of cargo');
  await ofSecond.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(new ActivityDock(second).job('1 file skipped')).toBeVisible();
  await second.close();
});
