// The monitor names the requests behind its figures: a failed request is found in the log, shown in full, and saved as
// a file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, restart, test } from '../fixtures/sample';
import { answerSaveDialog } from '../pages/export-dialog';

test('a failed request is found in the log, shown in full and saved without secrets', async ({ window, newFolder }) => {
  const { app, page } = window;
  await page.evaluate(() => {
    const tab = { kind: 'table', connectionId: 'local', table: 'NoSuchTable' };
    localStorage.setItem('workspace:tabs', JSON.stringify({ tabs: [tab], activeId: 'table:local:NoSuchTable' }));
  });
  await restart(page);
  await expect(page.getByRole('alert')).toBeVisible();

  await page.getByRole('button', { name: 'Monitor' }).click();
  const monitor = page.getByRole('tabpanel', { name: 'Monitor' });
  await monitor.getByRole('radio', { name: 'Requests' }).click();
  const list = monitor.getByRole('grid', { name: 'Requests' });
  await expect(list.getByRole('row').nth(1)).toContainText('ms');

  await test.step('the keyboard finds it and tells it in full', async () => {
    await monitor.getByRole('radio', { name: 'Failed' }).press('Space');
    const failed = list.getByRole('row', { name: /QueryEntities NoSuchTable/ }).first();
    await expect(failed).toContainText('404');
    await list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const detail = monitor.getByRole('region', { name: 'Selected request' });
    await expect(detail).toContainText(/GET http:\/\/127\.0\.0\.1:\d+\/devstoreaccount1\/NoSuchTable\(\)/);
    await expect(detail).toContainText('Local (embedded)');
    await expect(detail.getByRole('region', { name: 'Headers' })).toContainText('x-ms-version');
    await expect(detail).not.toContainText(/authorization|SharedKey/iu);
  });

  await test.step('the listed requests are kept as HAR', async () => {
    const path = join(await newFolder('har'), 'requests.har');
    await answerSaveDialog(app, path);
    await monitor.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('menuitem', { name: /HAR/ }).click();
    await expect(page.getByText(/^Saved \d+ requests?/)).toBeVisible();
    const { log } = JSON.parse(await readFile(path, 'utf8')) as {
      log: { entries: { request: { url: string }; response: { status: number } }[] };
    };
    // 0: no response, which other journeys of this window cause too.
    for (const { response } of log.entries) expect(response.status === 0 || response.status >= 400).toBe(true);
    for (const { request } of log.entries) expect(request.url).not.toContain('?');
    const missing = log.entries.filter(({ request }) => request.url.endsWith('/NoSuchTable()'));
    expect(missing.map(({ response }) => response.status)).toContain(404);
  });
});

test('no total is separated from its label, and no header of the requests is cut, in a narrow or zoomed window', async ({
  window,
}) => {
  const { app, page, resize } = window;
  await page.getByRole('button', { name: 'Monitor' }).click();
  const monitor = page.getByRole('tabpanel', { name: 'Monitor' });
  await resize(900, 800);
  const sums = monitor.getByRole('region', { name: 'Total since start' }).getByRole('term');
  const inEachLine = (): Promise<readonly number[]> =>
    sums.evaluateAll((all) => {
      const tops = all.map((sum) => Math.round(sum.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    });
  await expect.poll(inEachLine).toEqual([3, 3]);
  await monitor.getByRole('radio', { name: 'Requests' }).click();
  const heads = monitor.getByRole('grid', { name: 'Requests' }).getByRole('columnheader');
  const cut = (): Promise<readonly string[]> =>
    heads.evaluateAll((all) =>
      all.filter((head) => head.scrollWidth > head.clientWidth).map(({ textContent }) => textContent),
    );
  const zoomTo = (factor: number): Promise<void> =>
    app.evaluate(
      ({ BrowserWindow }, zoom) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(zoom),
      factor,
    );
  for (const [width, zoom] of [
    [1280, 1],
    [1280, 1.5],
    [1440, 1],
  ] as const) {
    await resize(width, 800);
    await zoomTo(zoom);
    await expect.poll(() => page.evaluate(() => Math.round(innerWidth * devicePixelRatio))).toBe(width);
    await expect(heads.first()).toBeVisible();
    await expect.poll(cut, { message: `${width} px at ${zoom}` }).toEqual([]);
  }
  await zoomTo(1);
});
