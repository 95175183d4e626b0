// Scenes for which a fresh app is started: the first start on a machine, a full disk, a lost network.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchApp } from '../fixtures/app';
import { dropFiles } from '../fixtures/drop-files';
import type { RunningApp } from '../fixtures/running-app';
import type { NewSmallDisk } from '../fixtures/small-disk';
import type { Store } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';
import { expect } from './crowded-app';

export interface Starting {
  readonly launchApp: LaunchApp;
  readonly newSmallDisk: NewSmallDisk;
  readonly newFolder: (name: string) => Promise<string>;
  readonly store: Store;
}

export type OwnAppScenes = Readonly<Record<string, (starting: Starting) => Promise<RunningApp>>>;

const MiB = 1024 * 1024;

export const ownAppScenes: OwnAppScenes = {
  'the very first start': async ({ launchApp }) => {
    const running = await launchApp();
    await expect(running.page.getByRole('button', { name: 'Try with sample data' })).toBeVisible();
    await expect(running.page.getByText('running', { exact: true })).toBeVisible();
    return running;
  },
  'the very first start, with the tour': async ({ launchApp }) => {
    const running = await launchApp({ args: ['--first-tour'] });
    await expect(running.page.getByRole('complementary', { name: 'Tour' })).toContainText(/^1 of/);
    await expect(running.page.getByRole('heading', { name: 'Loading sample data' })).toBeVisible();
    return running;
  },
  'a download to a disk that fills up': async ({ newSmallDisk, store }) => {
    const container = await store.newContainer();
    const [survey, chart] = [randomBytes(24 * MiB), randomBytes(2 * MiB)];
    await container.getBlockBlobClient('survey of the sea floor.bin').upload(survey, survey.length);
    await container.getBlockBlobClient('chart.bin').upload(chart, chart.length);
    const disk = await newSmallDisk(8);
    const running = await disk.openApp();
    const { page } = running;
    await (await addConnection(page, 'South pier', store.connectionString)).open(container.containerName);
    const tab = new ContainerTab(page, container.containerName);
    await answerFolderDialog(running.app, disk.path);
    await tab.select('survey of the sea floor.bin', 'chart.bin');
    await tab.download.click();
    // Reported before, and started nevertheless.
    const summary = page.getByRole('dialog');
    await expect(summary).toContainText('too little');
    await summary.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(new ActivityDock(page).job(/^Download of/)).toHaveAccessibleName(/paused, disk full/);
    return running;
  },
  'no network at all': async ({ launchApp, newFolder, store }) => {
    const container = await store.newContainer();
    const hang = store.blobProxy.inject({
      fault: { kind: 'hang' },
      when: ({ query }) => query.get('comp') === 'block',
      times: Infinity,
      skip: 4,
    });
    const running = await launchApp();
    const { page } = running;
    await (await addConnection(page, 'South pier', store.connectionString)).open(container.containerName);
    const tab = new ContainerTab(page, container.containerName);
    await expect(tab.panel).toContainText('This container is empty');
    const file = join(await newFolder('cargo'), 'survey of the sea floor.bin');
    await writeFile(file, randomBytes(48 * MiB));
    await dropFiles(tab.panel, [file]);
    await expect.poll(() => hang.hits()).toBeGreaterThan(0);
    // No server listens there from now on.
    await Promise.all([store.blobProxy.dispose(), store.tableProxy.dispose()]);
    await expect(new ActivityDock(page).job(/^Upload of/)).toContainText('waiting for the network');
    await tab.panel.getByRole('button', { name: 'Refresh' }).first().click();
    await expect(tab.panel.getByRole('alert')).toContainText('Connection refused');
    return running;
  },
};
