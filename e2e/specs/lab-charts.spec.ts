// The lab's charts, drawn from recorded runs, compared with reviewed pictures. The runs are imported like those of
// other machines.
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { projectDir } from '../fixtures/app';
import { expect, test } from '../fixtures/stores';
import { sizeOf, useTheme } from '../fixtures/sample';
import { LabTab, answerOpens } from '../pages/lab-tab';

const recorded = (name: string): string => join(projectDir, 'shared/lab/fixtures', `${name}.run.json`);

async function expectChart(chart: Locator, picture: string): Promise<void> {
  await chart.scrollIntoViewIfNeeded();
  await expect(chart).toHaveScreenshot(picture, { maxDiffPixels: 60 });
}

test('charts of recorded runs look as they did', async ({ openApp }) => {
  const running = await openApp();
  const { page } = running;
  await sizeOf(running, 1280, 900);
  await useTheme(page, 'light');
  await answerOpens(running, ['sweep', 'study', 'files', 'saturation', 'latency', 'degraded'].map(recorded));
  const lab = new LabTab(page);
  await lab.open();
  await lab.choose('Saved runs');
  await lab.panel.getByRole('button', { name: 'Open run.json' }).click();
  await page.evaluate(() => document.fonts.ready);

  await lab.openRun('Sweep');
  await expectChart(lab.chart('Gain over one stream'), 'gain.png');
  await expectChart(lab.chart('Rate by file size'), 'error-bars.png');
  await lab.openRun('Study');
  await lab.showAllCharts();
  await expectChart(lab.chart('Rate ± 1 standard deviation over size'), 'range.png');
  await expectChart(lab.chart('Duration as box plot'), 'box.png');
  await lab.openRun('Files');
  await lab.showAllCharts();
  await expectChart(lab.chart('Upload, files in parallel: timeline'), 'timeline.png');
  await lab.openRun('Latency');
  await lab.showAllCharts();
  await expectChart(lab.chart('Insert: latency distribution'), 'histogram.png');
  await lab.openRun('Degraded');
  await expectChart(lab.chart('Time-outs over time'), 'timeouts.png');
  await lab.openRun('Saturation');
  await expectChart(lab.chart('Entities per second and throttling'), 'second-axis.png');
  await useTheme(page, 'dark');
  await expectChart(lab.chart('Entities per second and throttling'), 'second-axis-dark.png');
  expect(running.pageErrors()).toEqual([]);
});
