// A hub with real workers, added by its join file: the user sees its nodes and its job, controls both, and finds out when
// each node worked on it and what was lost against linear scaling.
import { join } from 'node:path';
import { violations } from '../fixtures/axe';
import { HubPrograms, writeFiles } from '../fixtures/hub';
import { expect, test } from '../fixtures/stores';
import { ConnectionDialog, addConnection } from '../pages/connections';
import { ContainerTab, answerFolderDialog } from '../pages/container-tab';

test('a hub is added by its join file, and its nodes and jobs are seen and controlled', async ({
  openApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const dir = await newFolder('hub');
  const hub = new HubPrograms(dir, store.connectionString);
  await writeFiles(join(dir, 'scans'), 240, 400_000);
  try {
    await hub.startHub();
    await hub.startWorker('node-1');
    const { app, page, prompts } = await openApp();
    const adding = new ConnectionDialog(page);
    await adding.open();
    await adding.choose('Hub');
    await adding.dialog.getByRole('button', { name: 'Add hub' }).click();
    await expect(adding.dialog.getByText('Choose the join file first.')).toBeVisible();
    await answerFolderDialog(app, hub.joinFile);
    await adding.dialog.getByRole('button', { name: 'Choose join file…' }).click();
    await expect(adding.dialog.getByText('join', { exact: true })).toBeVisible();
    await adding.name.fill('Harbour');
    expect(await violations(page, 'all')).toEqual([]);
    await adding.dialog.getByRole('button', { name: 'Add hub' }).click();
    await expect(adding.dialog).toBeHidden();
    expect(prompts.titles().at(-1)).toBe('Connect to a new host?');

    const tab = page.getByRole('tabpanel', { name: 'Harbour' });
    const nodes = tab.getByRole('region', { name: 'Nodes table' });
    await expect(nodes.getByRole('row', { name: /node-1/ })).toContainText('idle');
    await expect(page.getByRole('region', { name: 'Hubs' }).getByRole('button')).toContainText('joined');
    await expect(tab).toContainText('This hub has no jobs yet.');

    // One node, and the second one once the job runs: the rates of both can be compared.
    await hub.upload(join(dir, 'scans'), container.containerName, '--limit-rate', '2MiB');
    const jobs = tab.getByRole('region', { name: 'Jobs table' });
    await expect(jobs.getByRole('row', { name: /scans/ })).toContainText('running');
    const job = tab.getByRole('region', { name: 'Job scans' });
    await expect(job).toContainText('Timeline by node');
    await hub.startWorker('node-2');
    await expect(nodes.getByRole('row', { name: /node-2/ })).toContainText('working');

    await nodes.getByRole('button', { name: 'Actions for node-2' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(nodes.getByRole('row', { name: /node-2/ })).toContainText('paused');
    await nodes.getByRole('button', { name: 'Actions for node-2' }).click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();

    await job.getByRole('button', { name: 'Pause' }).click();
    await expect(jobs.getByRole('row', { name: /scans/ })).toContainText('paused');
    await job.getByRole('button', { name: 'Resume' }).click();
    await job.getByRole('button', { name: 'Rate limit…' }).click();
    const limit = page.getByRole('dialog', { name: 'Rate limit of scans' });
    await limit.getByRole('button', { name: 'No limit' }).click();
    await expect(limit).toBeHidden();
    await expect(jobs.getByRole('row', { name: /scans/ })).toContainText('done', { timeout: 60_000 });

    const sums = job.getByRole('region', { name: 'Shards by node' });
    await expect(sums.getByRole('row')).toHaveCount(3);
    await expect(job.getByRole('group', { name: 'Timeline of 2 nodes' }).locator('path').first()).toBeVisible();
    await expect(job).toContainText('The nodes’ clocks are known to within ±');
    await expect(job.getByText(/linear/).first()).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);

    // Its workers copy the container, too.
    const copies = await store.newContainer();
    await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
    const source = new ContainerTab(page, container.containerName);
    await source.panel.getByRole('button', { name: 'Copy, move and verify' }).click();
    await page.getByRole('menuitem', { name: 'Sync this folder…' }).click();
    const sync = page.getByRole('dialog');
    await sync.getByRole('radiogroup', { name: 'With' }).getByText('Container', { exact: true }).click();
    await sync.getByRole('button', { name: 'Direction' }).click();
    await page.getByRole('option', { name: 'Copy from here to there' }).click();
    await sync.getByRole('textbox', { name: 'Container or folder' }).fill(copies.containerName);
    await sync.getByRole('button', { name: 'Show plan' }).click();
    await sync.getByRole('button', { name: 'Run on' }).click();
    await page.getByRole('option', { name: 'Harbour' }).click();
    await expect(sync).toContainText('The workers compare again and move what differs. Nothing is deleted.');
    await sync.getByRole('button', { name: 'Start sync' }).click();
    await page.getByRole('tab', { name: 'Harbour' }).click();
    const copied = jobs.getByRole('row', { name: new RegExp(`^Copy.*${copies.containerName}`) });
    await expect(copied).toContainText('done', { timeout: 60_000 });
    await expect(copied).toContainText('240 of 240 files');

    await nodes.getByRole('button', { name: 'Actions for node-1' }).click();
    await page.getByRole('menuitem', { name: 'Drain' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Drain' }).click();
    await expect(nodes.getByRole('row', { name: /node-1/ })).toHaveCount(0);

    // Without the hub, its last report stays.
    await hub.end();
    await expect(tab).toContainText('The hub does not answer. What follows is its last report');
    await expect(jobs.getByRole('row', { name: /scans/ })).toContainText('done');
    await page.getByRole('region', { name: 'Hubs' }).getByRole('button').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Harbour' }).click();
    await expect(page.getByRole('region', { name: 'Hubs' })).toHaveCount(0);
    await expect(tab).toHaveCount(0);
  } finally {
    await hub.end();
  }
});

test('without a hub, one is tried with two workers on this computer, and ends when it is removed', async ({
  openApp,
}) => {
  const { page } = await openApp();
  const adding = new ConnectionDialog(page);
  await adding.open();
  await adding.choose('Hub');
  await adding.dialog.getByRole('button', { name: 'Try with two workers here' }).click();
  const tab = page.getByRole('tabpanel', { name: 'Two workers here' });
  const nodes = tab.getByRole('region', { name: 'Nodes table' });
  await expect(nodes.getByRole('row', { name: /worker-2/ })).toBeVisible({ timeout: 60_000 });
  const jobs = tab.getByRole('region', { name: 'Jobs table' });
  await expect(jobs.getByRole('row', { name: /^Upload samples → demo/ })).toBeVisible();
  const sums = tab.getByRole('region', { name: 'Shards by node' });
  await expect(sums.getByRole('row', { name: /^worker-/ }).first()).toBeVisible({ timeout: 90_000 });

  const hub = page.getByRole('region', { name: 'Hubs' }).getByRole('button');
  await hub.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Two workers here' }).click();
  await expect(page.getByRole('region', { name: 'Hubs' })).toHaveCount(0, { timeout: 30_000 });
  await expect(tab).toHaveCount(0);
});
