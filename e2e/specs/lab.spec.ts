// A block sweep from parameters to paper: the charts grow while it runs, the run is saved, repeated, compared, exported,
// and its advice applied and taken back.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures/app';
import { LabTab, answerSaves } from '../pages/lab-tab';

test('a block sweep is run twice, compared, exported and applied', async ({ launchApp, newFolder }) => {
  const running = await launchApp();
  const { page } = running;
  const folder = await newFolder('reports');
  await answerSaves(running, folder);
  const lab = new LabTab(page);
  await lab.open();
  await lab.choose('Upload block sweep');
  await lab.fill('File sizes', '128KiB, 512KiB');
  await lab.fill('Block sizes', '64');
  await expect(lab.panel.getByText('64 is out of bounds. Use 64KiB to 100MiB.')).toBeVisible();
  await expect(lab.run()).toBeDisabled();
  await lab.fill('Block sizes', '64KiB, 256KiB');
  await lab.fill('Repetitions', '3');
  await expect(lab.planned('Settings')).toHaveText('5 × 3');
  await lab.panel.getByRole('button', { name: 'Name, seed and caps' }).click();

  await lab.fill('Name of the run', 'Monday');
  await lab.run().click();
  await expect(lab.panel.getByRole('region', { name: 'Result so far' })).toBeVisible();
  await expect(lab.panel.getByRole('heading', { name: 'Last run: Monday' })).toBeVisible({ timeout: 60_000 });
  await expect(lab.table('Every setting').getByRole('row')).toHaveCount(6);
  await expect(lab.chart('Gain over one stream').locator('circle').first()).toBeVisible();

  await lab.fill('Name of the run', 'Tuesday');
  await lab.run().click();
  await expect(lab.panel.getByRole('heading', { name: 'Last run: Tuesday' })).toBeVisible({ timeout: 60_000 });

  await lab.menu('Export', 'Report as HTML');
  await expect(page.getByText('Saved tuesday.html')).toBeVisible();
  await lab.menu('Export', 'Report as PDF');
  await expect(page.getByText('Saved tuesday.pdf')).toBeVisible();
  const html = await readFile(join(folder, 'tuesday.html'), 'utf8');
  expect(html).toContain('Every setting');
  expect(html).not.toMatch(/(?:src|href)=|<script|url\(/);
  const rate = await lab.table('Every setting').getByRole('cell').nth(5).textContent();
  expect(html).toContain(`>${rate ?? 'nothing'}<`);
  const pdf = await readFile(join(folder, 'tuesday.pdf'));
  expect([pdf.subarray(0, 5).toString(), pdf.length > 10_000]).toEqual(['%PDF-', true]);

  await lab.choose('Saved runs');
  for (const name of ['Monday', 'Tuesday']) {
    await lab.panel.getByRole('checkbox', { name: `Choose ${name}` }).check({ force: true });
  }
  await lab.panel.getByRole('button', { name: 'Compare' }).click();
  await expect(lab.panel.getByRole('heading', { name: 'Upload block sweep: 2 runs compared' })).toBeVisible();
  await expect(lab.panel.getByText(/Tuesday against Monday, of 5 settings: /)).toBeVisible();
  await expect(lab.table('Median duration against Monday').getByRole('row')).toHaveCount(6);
  expect(running.pageErrors()).toEqual([]);
});
