// What is told of a service that takes its time.
import { dropFiles } from '../fixtures/drop-files';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeOf } from '../fixtures/sample';
import { expect, test } from '../fixtures/stores';
import { ImportTab } from '../pages/import-tab';
import { openTableOf } from '../pages/open-table';

test('requests that wait for their answer are no silence', async ({ openApp, newFolder, store }) => {
  const table = await store.newTable();
  const path = join(await newFolder('files'), 'berths.csv');
  await writeFile(path, 'PartitionKey,RowKey\np,1\n');
  const { page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  store.tableProxy.inject({ fault: { kind: 'hang' }, when: ({ path: to }) => to.endsWith('/$batch'), times: Infinity });
  await dropFiles(tab.panel, [path]);
  await new ImportTab(page, table.tableName).start.click();
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText(/requests \d+ in flight/);
});

test('how long the first rows do not come is in view in a low window too', async ({ openApp, store }) => {
  const table = await store.newTable();
  const running = await openApp();
  await sizeOf(running, 900, 600);
  store.tableProxy.inject({
    fault: { kind: 'hang' },
    when: ({ path: to }) => to.endsWith(`/${table.tableName}()`),
    times: Infinity,
  });
  const tab = await openTableOf(running.page, table, store.connectionString);
  await expect(tab.panel.getByText(/^Fetching the first rows, \d+\s?s so far$/u)).toBeInViewport({ ratio: 1 });
});

test('rows that do not come because the service throttles say so, and when it is asked again', async ({
  openApp,
  store,
}) => {
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'north', rowKey: '0001' });
  const { page } = await openApp();
  const busy = store.tableProxy.inject({
    fault: { kind: 'answer', status: 503, headers: { 'x-ms-request-id': 'busy', 'retry-after': '60' } },
    when: ({ path: to }) => to.endsWith(`/${table.tableName}()`),
  });
  const tab = await openTableOf(page, table, store.connectionString);
  await expect(tab.panel.getByText('The service is throttling requests. Stowage retries automatically.')).toBeVisible();
  await expect(tab.panel.getByText(/^Attempt 2 starts in \d+\s?(s|min.*)\.$/u)).toBeVisible();
  expect(busy.hits()).toBe(1);
});
