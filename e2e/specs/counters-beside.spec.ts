// Counters of several diagnostics tables on one time axis: chosen in the chart, drawn with their tables named, saved with
// the tab, and removed again.
import { fillTable } from '../fixtures/fill-table';
import { expect, test } from '../fixtures/stores';
import { openTableOf } from '../pages/open-table';
import { ticksKey } from '../../shared/query/key-tools';
import { ticksFromMs } from '../../shared/query/ticks';
import { TableClient } from '@azure/data-tables';

const startMs = Date.UTC(2026, 9, 14, 2);
const minutes = Array.from({ length: 30 }, (_, minute) => minute);

test('counters of two tables are drawn together and stay so', async ({ openApp, store }) => {
  const own = TableClient.fromConnectionString(store.connectionString, 'WADPerformanceCountersTable', {
    allowInsecureConnection: true,
  });
  const other = TableClient.fromConnectionString(store.connectionString, 'LinuxCpuVer2v0', {
    allowInsecureConnection: true,
  });
  for (const table of [own, other]) await table.createTable();
  const keyAt = (minute: number): string => ticksKey(ticksFromMs(startMs + minute * 60_000));
  await fillTable(
    own,
    minutes.map((minute) => ({
      partitionKey: keyAt(minute),
      rowKey: 'web_IN_0',
      Role: 'web',
      RoleInstance: 'web_IN_0',
      CounterName: String.raw`\Processor(_Total)\% Processor Time`,
      CounterValue: 40 + 0.5 * minute,
    })),
  );
  await fillTable(
    other,
    minutes.map((minute) => ({
      partitionKey: `${String(minute % 10).padStart(19, '0')}___${keyAt(minute)}`,
      rowKey: `vm1___${minute}`,
      Host: 'vm1',
      PercentProcessorTime: 20 + 0.5 * minute,
    })),
  );
  const running = await openApp();
  const { page } = running;
  const opened = await openTableOf(page, own, store.connectionString);
  const bar = opened.panel.getByRole('form', { name: 'Time window' });
  await bar.getByRole('textbox', { name: 'From' }).fill('2026-10-14 02:00');
  await bar.getByRole('textbox', { name: 'To' }).fill('2026-10-14 02:30');
  await bar.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(opened.footer).toContainText('30 rows');
  await opened.panel.getByText('Counters', { exact: true }).click();
  const shown = opened.panel.getByRole('region', { name: 'Counters' });
  await shown.getByRole('button', { name: 'Add tables' }).click();
  await page.getByRole('dialog').getByText('LinuxCpuVer2v0', { exact: true }).click();
  await page.keyboard.press('Escape');
  const beside = shown.getByRole('list', { name: 'Tables on the same time axis' });
  await expect(beside).toContainText('30 rows of');
  await expect(shown.getByRole('figure', { name: 'PercentProcessorTime, %' })).toContainText('vm1 · LinuxCpuVer2v0');
  await expect(shown.getByRole('figure')).toHaveCount(2);

  await shown.getByRole('searchbox', { name: 'Find counters' }).fill('percent');
  await expect(shown.getByRole('figure')).toHaveCount(1);
  await page.reload();
  await opened.run.click();
  await expect(shown.getByRole('figure')).toHaveCount(2, { timeout: 30_000 });
  await beside.getByRole('button', { name: 'Remove LinuxCpuVer2v0' }).click();
  await expect(shown.getByRole('figure')).toHaveCount(1);
  for (const table of [own, other]) await table.deleteTable();
});
