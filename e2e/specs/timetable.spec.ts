// The user caps one transfer and pauses all of them by the hour of the week, by keyboard; the queue then shows the
// engine's actual state.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { weekdayNames } from '@shared/timetable/pace-at';
import { MiB } from '@shared/units';
import { violations } from '../fixtures/axe';
import { dropFiles } from '../fixtures/drop-files';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

test('a transfer is capped, held by the timetable, and started all the same', async ({
  launchApp,
  newFolder,
  store,
}) => {
  const container = await store.newContainer();
  const path = join(await newFolder('cargo'), 'long.bin');
  await writeFile(path, randomBytes(6 * MiB));
  const held = store.blobProxy.inject({
    fault: { kind: 'hang' },
    when: ({ method }) => method === 'PUT',
    times: Infinity,
  });
  const { page } = await launchApp();
  await (await addConnection(page, 'Quay', store.connectionString)).open(container.containerName);
  const dock = new ActivityDock(page);
  await dropFiles(new ContainerTab(page, container.containerName).panel, [path]);
  await expect.poll(() => held.hits()).toBeGreaterThan(0);
  const row = dock.job('Upload of long.bin');

  await test.step('what waits is put first and started by keyboard, which stays in its row', async () => {
    for (const name of ['crate-1.txt', 'crate-2.txt', 'crate-3.txt', 'crate-4.txt']) {
      const crate = join(dirname(path), name);
      await writeFile(crate, name);
      await dropFiles(new ContainerTab(page, container.containerName).panel, [crate]);
      await expect(dock.job(`Upload of ${name}`)).toBeVisible();
    }
    const last = dock.job('Upload of crate-4.txt');
    const more = last.getByRole('button', { name: 'More actions for crate-4.txt' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await expect(last).toContainText('next');
    await expect(more).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(last.getByRole('button', { name: 'Start crate-4.txt now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(last.getByRole('button', { name: 'Pause crate-4.txt' })).toBeVisible();
    await expect.poll(() => last.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  });

  await test.step('the cap of one job shows in its row', async () => {
    await row.getByRole('button', { name: 'More actions for long.bin' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Speed…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Speed of long.bin' });
    await dialog.getByRole('radio', { name: 'Limit' }).press('Space');
    await expect(dialog.getByRole('status')).toHaveText('Up to 20 Mbit/s (2.4 MiB/s).');
    // Under this one the file would take the better part of a minute.
    await dialog.getByRole('textbox').fill('1');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('status')).toHaveText('Up to 1 Mbit/s (122.1 KiB/s).');
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(row).toContainText('limited to 122.1 KiB/s');
  });

  await test.step('a week of pause stops it', async () => {
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('group', { name: 'Transfers' });
    await settings.getByRole('radio', { name: 'Schedule' }).click();
    await settings.getByRole('radio', { name: 'Pause', exact: true }).click();
    const first = settings.getByRole('gridcell', { name: /^Mon 00–01/ });
    const last = settings.getByRole('gridcell', { name: /^Sun 23–24/ });
    await first.hover();
    await page.mouse.down();
    await last.hover();
    await page.mouse.up();
    await expect(settings.getByText('Always paused.')).toBeVisible();
    await expect(row).toContainText('schedule');
    expect(await violations(page, 'all')).toEqual([]);
    // An hour that is not now, whenever this runs.
    const day = weekdayNames[(new Date().getDay() + 2) % 7] ?? '';
    await settings.getByRole('radio', { name: 'Full speed' }).last().click();
    await settings.getByRole('gridcell', { name: new RegExp(`^${day} 05–06`) }).press('Space');
    await expect(settings.getByText(`${day} 05–06: full speed, otherwise paused.`)).toBeVisible();
    await expect(row).toContainText(`until ${day} 05:00`);
  });

  await test.step('it is started now all the same, and free of every cap until the pause is over', async () => {
    held.remove();
    await row.getByRole('button', { name: 'Start long.bin now' }).press('Enter');
    await dock.finished('Upload of long.bin');
    expect((await container.getBlobClient('long.bin').getProperties()).contentLength).toBe(6 * MiB);
  });
});
