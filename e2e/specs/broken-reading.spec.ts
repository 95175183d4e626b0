// Interrupted reads continue where they stopped: a scan of the whole result for its schema, and a count of its rows.
import { serviceHeaders } from '../../electron/testing/faults';
import { beginWith } from '../fixtures/begin-with';
import { fillTable } from '../fixtures/fill-table';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { TableTab } from '../pages/table-tab';

/** The emulator takes its time where the machine is busy. */
const ofTheWhole = { timeout: 60_000 };

test('an interrupted scan and an interrupted count continue where they stopped', async ({ openApp, store }) => {
  const table = await store.newTable();
  await fillTable(
    table,
    Array.from({ length: 3_000 }, (_, index) => ({
      partitionKey: `pier-${Math.floor(index / 500)}`,
      rowKey: String(index).padStart(4, '0'),
      Berth: index % 7,
    })),
  );
  const { page } = await openApp();
  await beginWith(page, { pageSize: 100 });
  await (await addConnection(page, 'Piers', store.connectionString)).open(table.tableName);
  const tab = new TableTab(page, table.tableName);
  await expect(tab.grid.getByRole('gridcell').first()).toBeVisible();
  const reject = (which: 'what goes on behind a page' | 'all but the first', skip: number): void => {
    store.tableProxy.inject({
      when: ({ path, query }) =>
        path.endsWith(`/${table.tableName}()`) &&
        query.get('$top') !== '1' &&
        (which === 'all but the first' || query.has('NextPartitionKey')),
      fault: { kind: 'answer', status: 403, headers: serviceHeaders({ 'x-ms-error-code': 'AuthorizationFailure' }) },
      skip,
      times: Infinity,
    });
  };

  /** No request since then began at the first row. */
  const expectGoneOn = (requestCount: number): void => {
    const again = store.tableProxy.requests
      .slice(requestCount)
      .filter(({ path, query }) => path.endsWith(`/${table.tableName}()`) && query.get('$top') !== '1');
    expect(again.length).toBeGreaterThan(0);
    expect(again.filter(({ query }) => !query.has('NextPartitionKey') && !query.has('$filter'))).toEqual([]);
  };

  await test.step('the schema keeps what was read and goes on', async () => {
    await tab.panel.getByText('Schema', { exact: true }).click();
    const schema = tab.panel.getByRole('region', { name: 'Schema' });
    reject('what goes on behind a page', 0);
    await schema.getByRole('button', { name: 'Read whole result' }).click();
    await expect(schema.getByText(/^Failed after [1-9]00 rows; the result has more$/).first()).toBeVisible();
    await expect(schema.getByRole('row', { name: /^Berth/ })).toContainText('Int32');
    const requestCount = store.tableProxy.requests.length;
    store.tableProxy.clearFaults();
    await schema.getByRole('button', { name: 'Resume' }).click();
    await expect(schema.getByText('The whole result: 3,000 rows in 6 partitions').first()).toBeVisible(ofTheWhole);
    await expect(schema.getByRole('alert')).toBeHidden();
    expectGoneOn(requestCount);
  });

  await test.step('so does the count', async () => {
    await tab.panel.getByText('Rows', { exact: true }).first().click();
    reject('all but the first', 1);
    await tab.panel.getByRole('button', { name: 'Count', exact: true }).click();
    await expect(tab.panel.getByText(/^Counting failed after [\d,]+ rows/).first()).toBeVisible();
    const requestCount = store.tableProxy.requests.length;
    store.tableProxy.clearFaults();
    await tab.panel.getByRole('button', { name: 'Resume counting' }).click();
    await expect(tab.panel.getByText(/^3,000 rows in 6 partitions · /).first()).toBeVisible();
    expectGoneOn(requestCount);
  });
});
