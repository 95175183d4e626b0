// The rows of the queue: their order by keyboard, how the view follows a row, and each job's full target.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dropFiles } from '../fixtures/drop-files';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

test('a row that is moved by keyboard keeps it, in view', async ({ openApp, newFolder, store }) => {
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'crate-0.txt');
  store.blobProxy.inject({ fault: { kind: 'hang' }, when: ({ method }) => method === 'PUT', times: Infinity });
  const { page } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const dock = new ActivityDock(page);
  for (let index = 0; index < 12; index += 1) {
    const crate = join(dirname(path), `crate-${index}.txt`);
    await writeFile(crate, 'cargo');
    await dropFiles(new ContainerTab(page, container.containerName).panel, [crate]);
    await expect(dock.job(`Upload of crate-${index}.txt`)).toBeAttached();
  }
  const waiting = dock.jobs.filter({ has: page.getByRole('button', { name: /^Start .+ now$/ }) });
  const count = await waiting.count();
  expect(count).toBeGreaterThan(5);
  const name = (await waiting.first().getByRole('button').first().textContent()) ?? '';
  const title = page.getByRole('button', { name, exact: true });
  await title.focus();
  for (const [keys, place] of [
    ['Alt+End', count],
    ['Alt+ArrowUp', count - 1],
    ['Alt+Home', 1],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(page.getByText(`${name}, ${place} of ${count}`, { exact: true })).toBeAttached();
    await expect(title).toBeFocused();
    await expect(title).toBeInViewport();
  }
});

test('in a window of 1,280 px the full target of a job is shown', async ({ openApp, newFolder, store }) => {
  const container = await store.newContainer();
  const { page, resize } = await openApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const name = 'manifest-of-the-ships-2026-11-23.csv';
  const path = join(await newFolder('manifests'), name);
  await writeFile(path, 'cargo');
  await resize(1280, 900);
  await dropFiles(new ContainerTab(page, container.containerName).panel, [path]);
  const dock = new ActivityDock(page);
  await dock.finished(`Upload of ${name}`);
  const job = dock.job(`Upload of ${name}`);
  for (const label of [name, `${container.containerName}/`]) {
    const cutPx = await job.getByText(label, { exact: true }).evaluate((text) => text.scrollWidth - text.clientWidth);
    expect(cutPx, label).toBe(0);
  }
});
