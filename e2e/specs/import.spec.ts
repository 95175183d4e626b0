// Rows into a table through the window: real drops, real paste, a kill in the middle, and the truth at the server.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropFiles } from '../fixtures/drop-files';
import { killAtOnce } from '../fixtures/processes';
import { storedRows } from '../fixtures/stored-rows';
import { expect, test } from '../fixtures/stores';
import { ImportTab, answerSaveDialog } from '../pages/import-tab';
import { openTableOf } from '../pages/open-table';

test('a CSV file dropped on a table arrives with keys from an expression and a type that was corrected', async ({
  launchApp,
  newFolder,
  store,
}) => {
  const table = await store.newTable();
  const path = join(await newFolder('files'), 'arrivals.csv');
  await writeFile(
    path,
    [
      'Date;Id;Ship;Draught;Crew;Berth;Rating:Edm.Double',
      '2024-05-01T08:30:00.1234567Z;7;Größe;3.5;12;007;9.25',
      '2024-05-01T09:00:00Z;8;"Wind; Wellen";4;;012;7.5',
      '2024-05-02T10:15:00Z;9;Ulla;5.25;9007199254740993;100;8.5',
      '',
    ].join('\r\n'),
  );
  const before = await launchApp();
  const tab = await openTableOf(before.page, table, store.connectionString);
  const requestsBefore = store.tableProxy.requests.length;

  await dropFiles(tab.panel, [path]);
  let view = new ImportTab(before.page, table.tableName);
  await test.step('the input is read as it is', async () => {
    await expect(view.panel.getByRole('button', { name: 'Delimiter' })).toContainText('Semicolon');
    await expect(view.column('Berth')).toContainText('Leading zeros are preserved');
    await expect(view.column('Crew').getByRole('button')).toContainText('Int64 (from values)');
    await expect(view.column('Rating').getByRole('button')).toContainText('Double (from header)');
    await expect(view.start).toBeDisabled();
  });

  await test.step('keys come from an expression, seen before anything is written', async () => {
    await view.choose(/Source of PartitionKey/, 'Expression');
    const expression = view.panel.getByRole('textbox', { name: 'PartitionKey expression' });
    await expression.fill('{Datum:yyyyMMdd}');
    await expect(view.keys).toContainText('The input has no column “Datum”.');
    await expression.fill('{Date:yyyyMMdd};{Berth}');
    await expect(view.keys.getByRole('status', { name: 'First values of PartitionKey' })).toContainText('20240501;007');
    await expect(view.figure('Partitions')).toHaveText('3');
  });

  await test.step('one type is corrected, one column left out, one renamed', async () => {
    await view.choose('Type of Berth', 'Int32');
    await view.column('Draught').getByRole('checkbox').uncheck({ force: true });
    await view.panel.getByRole('textbox', { name: 'Property for Ship' }).fill('Vessel');
    await expect(view.figure('Can be written')).toHaveText('3');
    await expect(view.start).toHaveText(`Import 3 rows into ${table.tableName}`);
    expect(store.tableProxy.requests.slice(requestsBefore).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  await test.step('all of it outlives the app', async () => {
    await before.close();
    const { page } = await launchApp({ stateDir: before.stateDir });
    view = new ImportTab(page, table.tableName);
    await expect(view.start).toHaveText(`Import 3 rows into ${table.tableName}`);
    await expect(view.panel.getByRole('textbox', { name: 'Property for Ship' })).toHaveValue('Vessel');
  });

  await view.start.click();
  await expect(view.panel).toContainText('done');
  expect(await storedRows(table)).toEqual([
    {
      partitionKey: '20240501;007',
      rowKey: '7',
      Date: 'DateTime 2024-05-01T08:30:00.1234567Z',
      Vessel: 'Größe',
      Crew: 'Int64 12',
      Berth: 'Int32 7',
      Rating: 'Double 9.25',
    },
    {
      partitionKey: '20240501;012',
      rowKey: '8',
      Date: 'DateTime 2024-05-01T09:00:00Z',
      Vessel: 'Wind; Wellen',
      Berth: 'Int32 12',
      Rating: 'Double 7.5',
    },
    {
      partitionKey: '20240502;100',
      rowKey: '9',
      Date: 'DateTime 2024-05-02T10:15:00Z',
      Vessel: 'Ulla',
      Crew: 'Int64 9007199254740993',
      Berth: 'Int32 100',
      Rating: 'Double 8.5',
    },
  ]);
});

test('bad rows are reported before and after, collected, and saved with their reasons', async ({
  openApp,
  newFolder,
  store,
}) => {
  const table = await store.newTable();
  await table.createEntity({ partitionKey: 'p', rowKey: 'taken' });
  const folder = await newFolder('files');
  const path = join(folder, 'mixed.csv');
  await writeFile(
    path,
    'PartitionKey,RowKey,Count\np,1,10\np,a/b,11\np,3\np,taken,12\np,1,13\np,6,many\n"p, too",7,14\n',
  );
  const { app, page } = await openApp();
  const tab = await openTableOf(page, table, store.connectionString);
  await dropFiles(tab.panel, [path]);
  const view = new ImportTab(page, table.tableName);
  await view.choose('Type of Count', 'Int32');

  await expect(view.figure('Bad rows')).toHaveText('3');
  await expect(view.figure('Repeated keys')).toHaveText('1');
  await expect(view.plan).toContainText('1 row repeats a key; the later ones are rejected.');
  await view.show(/Bad rows/);
  const bad = view.panel.getByRole('group', { name: 'Rows that cannot be written' });
  await expect(bad.getByRole('row').nth(1)).toContainText('3');
  await expect(bad).toContainText('The row has 2 cells, the header 3.');
  await expect(bad).toContainText('p,a/b,11');
  await view.show(/Repeated keys/);
  await expect(
    view.panel.getByRole('group', { name: 'Rows with repeated keys' }).getByRole('row').nth(1).getByRole('cell'),
  ).toHaveText(['6', '2', 'p', '1']);

  await view.start.click();
  await expect(view.panel).toContainText('done, 5 rows rejected');
  expect((await storedRows(table)).map(({ rowKey, Count }) => [rowKey, Count])).toEqual([
    ['1', 'Int32 10'],
    ['taken', undefined],
    ['7', 'Int32 14'],
  ]);

  const target = join(folder, 'rejected.csv');
  await answerSaveDialog(app, target);
  await view.panel.getByRole('button', { name: 'Rejected rows and reasons' }).click();
  await view.panel.getByRole('button', { name: 'Save all rejected rows…' }).click();
  await expect(page.getByText('Saved 5 rejected rows')).toBeVisible();
  const lines = (await readFile(target, 'utf8')).split('\r\n');
  expect(lines[0]).toBe('PartitionKey,RowKey,Count,_reject_line,_reject_reason');
  expect(lines.slice(1, 6).map((line) => line.split(',').slice(0, 4).join(','))).toEqual(
    expect.arrayContaining(['p,a/b,11,3', 'p,3,,4', 'p,taken,12,5', 'p,1,13,6', 'p,6,many,7']),
  );
  expect(lines.find((line) => line.startsWith('p,taken'))).toContain('An entity with these keys already exists.');
});

test('20,000 rows, the app killed in the middle: resumed, no row is skipped or doubled', async ({
  launchApp,
  newFolder,
  store,
}) => {
  test.setTimeout(240_000);
  const rows = 20_000;
  const table = await store.newTable();
  const stateDir = await newFolder('state');
  const path = join(await newFolder('files'), 'long.csv');
  const lineOf = (index: number): string => `pier-${index % 20},${index},${index * 0.5},note ${index}`;
  await writeFile(
    path,
    `Pier,Number,Tons,Note\n${Array.from({ length: rows }, (_, index) => lineOf(index)).join('\n')}\n`,
  );

  await test.step('some batches are written, then every process of the app ends', async () => {
    const first = await launchApp({ stateDir });
    const tab = await openTableOf(first.page, table, store.connectionString);
    await dropFiles(tab.panel, [path]);
    const view = new ImportTab(first.page, table.tableName);
    await view.choose(/Source of PartitionKey/, 'Column Pier');
    // Created again, a GUID would write the same row a second time.
    await view.choose(/Source of RowKey/, 'GUID');
    await expect(view.figure('Transactions')).toHaveText('200');
    const isBatch = ({ path: to }: { readonly path: string }): boolean => to.endsWith('/$batch');
    const held = store.tableProxy.inject({ fault: { kind: 'hang' }, when: isBatch, skip: 80, times: Infinity });
    await view.start.click();
    await expect.poll(() => held.hits(), { timeout: 60_000 }).toBeGreaterThan(0);
    await killAtOnce(first);
    store.tableProxy.clearFaults();
  });
  const before = (await storedRows(table)).length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(rows);

  await test.step('it waits in the tab of the import, and goes on', async () => {
    const { page } = await launchApp({ stateDir });
    const view = new ImportTab(page, table.tableName);
    const earlier = view.panel.getByRole('region', { name: `Imports into ${table.tableName}` });
    await expect(earlier).toContainText('interrupted');
    await earlier.getByRole('button', { name: 'Resume long.csv' }).click();
    await expect(earlier).toContainText('done', { timeout: 120_000 });
    await expect(earlier).toContainText('20,000 rows');
  });

  const stored = await storedRows(table);
  expect(stored).toHaveLength(rows);
  const digest = (lines: readonly string[]): string =>
    createHash('sha256')
      .update([...lines].sort().join('\n'))
      .digest('hex');
  const plain = (value = ''): string => value.replace(/^\w+ (?=-?\d)/, '');
  expect(
    digest(
      stored.map(({ Pier, partitionKey, Number: number, Tons, Note }) =>
        [Pier ?? partitionKey, plain(number), plain(Tons), Note].join(','),
      ),
    ),
  ).toBe(digest(Array.from({ length: rows }, (_, index) => lineOf(index))));
});
