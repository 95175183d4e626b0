// Scenes for a window as large as a 4K display: elements of a fixed width, and elements that use all of it.
import { type CrowdedScenes, uploadCargo } from './crowded-scenes';
import { expect } from './crowded-app';
import { openTable } from '../scenes/open-table';

export const largeScenes: CrowdedScenes = {
  'a table on a display of 4K': async ({ page }) => {
    await openTable(page, 'Orders');
  },
  'the monitor on a display of 4K': async ({ page }) => {
    await page.getByRole('button', { name: 'Monitor' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Monitor' }).getByRole('figure').first()).toBeVisible();
  },
  'a container and its transfers on a display of 4K': async (running) => {
    await uploadCargo(running);
  },
};
