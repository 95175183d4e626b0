// Tables into files through the window: the requested rows, in each format, compared with the content of the server.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableClient, TableEntity } from '@azure/data-tables';
import { parquetReadObjects } from 'hyparquet';
import type { RunningApp } from '../fixtures/app';
import { fillTable } from '../fixtures/fill-table';
import { expect, test } from '../fixtures/stores';
import { openTableOf } from '../pages/open-table';
import { ActivityDock } from '../pages/activity-dock';
import { ExportDialog, answerSaveDialog } from '../pages/export-dialog';
import type { TableTab } from '../pages/table-tab';

function crates(count: number): TableEntity[] {
  return Array.from({ length: count }, (_, index) => ({
    partitionKey: index % 2 === 0 ? 'even' : 'odd',
    rowKey: String(index).padStart(5, '0'),
    Label: `Kiste "${index}", größer`,
    Count: { type: 'Int64', value: String(9_007_199_254_740_993n + BigInt(index)) },
    Weight: { type: 'Double', value: `${index}.5` },
  })).sort((left, right) =>
    left.partitionKey < right.partitionKey ? -1 : left.partitionKey > right.partitionKey ? 1 : 0,
  );
}

interface Line {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly properties: Readonly<Record<string, { readonly type: string; readonly value: string }>>;
}
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** The line for one entity, built from the server's response. */
async function expectedLines(client: TableClient, filter: string): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const entity of client.listEntities({ queryOptions: { filter } })) {
    const { partitionKey = '', rowKey = '' } = entity;
    lines.push({
      PartitionKey: partitionKey,
      RowKey: rowKey,
      properties: {
        Label: { type: 'Edm.String', value: String(entity.Label) },
        Count: { type: 'Edm.Int64', value: String(entity.Count) },
        Weight: { type: 'Edm.Double', value: String(entity.Weight) },
      },
    });
  }
  return lines;
}

async function openTable({ page }: RunningApp, client: TableClient, connection: string): Promise<TableTab> {
  const tab = await openTableOf(page, client, connection);
  await expect(tab.grid.getByRole('gridcell').first()).toBeVisible();
  return tab;
}

test('a query result is exported in each format, and holds what the server holds', async ({
  openApp,
  newFolder,
  store,
}) => {
  const client = await store.newTable();
  const table = client.tableName;
  await fillTable(client, crates(2_400));
  const folder = await newFolder('exports');
  const running = await openApp();
  const { app, page } = running;
  const tab = await openTable(running, client, store.connectionString);
  const expected = await expectedLines(client, "PartitionKey eq 'odd'");
  const dialog = new ExportDialog(page, table);

  await test.step('a result of one partition', async () => {
    await tab.condition('PartitionKey', 'is', 'odd');
    await tab.run.click();
    await tab.toTheEnd.click();
    await expect(tab.footer).toContainText('1,200 rows');
  });

  const exportAs = async (format: string, name: string): Promise<Buffer> => {
    await answerSaveDialog(app, join(folder, name));
    await page.keyboard.press('Control+Shift+E');
    await expect(dialog.dialog).toContainText("PartitionKey eq 'odd'");
    await dialog.choose('Format', format);
    await dialog.start.click();
    await expect(page.getByText(`Export done: ${table} → ${name}`)).toBeVisible();
    return readFile(join(folder, name));
  };

  await test.step('as JSON Lines, every value with its type and exact text', async () => {
    expect(linesOf((await exportAs('JSON Lines', 'odd.jsonl')).toString())).toEqual(expected);
  });

  await test.step('as CSV with typed headers', async () => {
    const [header, ...rows] = (await exportAs('CSV', 'odd.csv')).toString().trimEnd().split('\r\n');
    expect(header).toBe('PartitionKey,RowKey,Label:Edm.String,Count:Edm.Int64,Weight:Edm.Double');
    expect(rows).toHaveLength(1_200);
    expect(rows[0]).toBe(
      `odd,00001,"Kiste ""1"", größer",9007199254740994,${expected[0]?.properties.Weight?.value ?? ''}`,
    );
  });

  await test.step('for a spreadsheet, marked and with no digit lost', async () => {
    const [header, first] = (await exportAs('Spreadsheet', 'odd-sheet.csv')).toString().split('\r\n');
    expect(header).toBe('\ufeffPartitionKey,RowKey,Label,Count,Weight');
    expect(first).toContain(`odd,'00001,"Kiste ""1"", größer",'9007199254740994,`);
  });

  await test.step('as Parquet', async () => {
    const bytes = await exportAs('Parquet', 'odd.parquet');
    const rows = (await parquetReadObjects({ file: new Uint8Array(bytes).buffer })) as Record<string, unknown>[];
    expect(
      rows.map(({ PartitionKey, RowKey, Label, Count, Weight }) => [PartitionKey, RowKey, Label, Count, Weight]),
    ).toEqual(
      expected.map(({ PartitionKey, RowKey, properties: { Label, Count, Weight } }) => [
        ...[PartitionKey, RowKey, Label?.value],
        ...[BigInt(Count?.value ?? 0), Number(Weight?.value)],
      ]),
    );
  });

  await test.step('the jobs are listed with what they did', async () => {
    await page.keyboard.press('Control+Shift+J');
    const dock = new ActivityDock(page);
    await expect(dock.jobs).toHaveCount(4);
    await expect(dock.job(/odd\.csv/)).toContainText('1,200 rows');
    await dock
      .job(/odd\.csv/)
      .getByRole('button', { name: /odd\.csv/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: /^Job .*odd\.csv/ })).toContainText('CSV, typed headers');
    await dock.panel.getByRole('button', { name: 'More actions for all jobs' }).click();
    await page.getByRole('menuitem', { name: 'Remove 4 finished from list' }).click();
    await expect(dock.panel).toContainText('No activity yet');
  });
});

test('selected rows are exported with the shown columns, from the menu of the tab', async ({
  openApp,
  newFolder,
  store,
}) => {
  const client = await store.newTable();
  const table = client.tableName;
  await fillTable(client, crates(40));
  const path = join(await newFolder('exports'), 'chosen.jsonl');
  const running = await openApp();
  const { app, page } = running;
  const tab = await openTable(running, client, store.connectionString);
  await tab.cell('00002').click();
  await tab.cell('00008').click({ modifiers: ['Shift'] });

  await answerSaveDialog(app, path);
  await tab.panel.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = new ExportDialog(page, table);
  await expect(dialog.dialog.getByRole('radio', { name: '4 selected rows' })).toBeChecked();
  await dialog.choose('Columns', /shown columns/);
  await dialog.choose('Format', 'JSON Lines');
  await dialog.start.click();
  await expect(page.getByText('Export done')).toBeVisible();
  const lines = linesOf(await readFile(path, 'utf8'));
  expect(lines.map(({ RowKey }) => RowKey)).toEqual(['00002', '00004', '00006', '00008']);
  expect(Object.keys(lines[0]?.properties ?? {}).sort()).toEqual(['Count', 'Label', 'Weight']);
});

test('a paused export continues after a restart, and its file has no missing or repeated row', async ({
  launchApp,
  newFolder,
  store,
}) => {
  const client = await store.newTable();
  const table = client.tableName;
  await fillTable(client, crates(6_000));
  const [stateDir, folder] = [await newFolder('state'), await newFolder('exports')];
  const path = join(folder, 'long.jsonl');

  await test.step('paused in the middle, and the app is closed', async () => {
    const running = await launchApp({ stateDir });
    const { app, page } = running;
    await openTable(running, client, store.connectionString);
    const held = store.tableProxy.inject({
      fault: { kind: 'hang' },
      when: ({ path: at, query }) => at.endsWith(`/${table}()`) && query.get('$top') === '1000',
      skip: 2,
      times: Infinity,
    });
    await answerSaveDialog(app, path);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`export ${table}`);
    await page.keyboard.press('Enter');
    const dialog = new ExportDialog(page, table);
    await dialog.choose('Format', 'JSON Lines');
    await dialog.start.click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const job = new ActivityDock(page).job(/long\.jsonl/);
    await expect(job).toContainText('time remaining unknown');
    await expect.poll(() => held.hits()).toBeGreaterThan(0);
    await job.getByRole('button', { name: /^Pause/ }).click();
    await expect(job).toContainText('paused');
    await page.keyboard.press('Control+j');
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('1 paused');
    await page.keyboard.press('Control+j');
    await running.close();
    store.tableProxy.clearFaults();
  });
  await expect(readFile(path)).rejects.toThrow('ENOENT');

  const requestCount = store.tableProxy.requests.length;
  const { page } = await launchApp({ stateDir });
  const job = new ActivityDock(page).job(/long\.jsonl/);
  await expect(job).toContainText('paused');
  await job.getByRole('button', { name: /^Resume/ }).click();
  await expect(job).toContainText('6,000 rows');
  await expect(job.getByRole('button', { name: /^Show .* in folder$/ })).toBeVisible();
  const lines = linesOf(await readFile(path, 'utf8'));
  expect(lines).toEqual(await expectedLines(client, ''));
  const pages = store.tableProxy.requests
    .slice(requestCount)
    .filter(({ path: at, query }) => at.endsWith(`/${table}()`) && query.get('$top') === '1000');
  expect(pages.length).toBeGreaterThan(0);
  const isFromTheStart = (query: URLSearchParams): boolean =>
    !query.has('NextPartitionKey') && !/ g[te] /u.test(query.get('$filter') ?? '');
  expect(pages.filter(({ query }) => isFromTheStart(query))).toEqual([]);
});
