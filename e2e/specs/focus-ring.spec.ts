// The focus ring is complete: sticky content at the edge of a scrolled list does not cover it.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/sample';
import type { RunningApp } from '../fixtures/running-app';
import { Navigator } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { openTable } from '../scenes/open-table';

/** Its corners are round. */
const cornerPx = 8;

/** The colour of the ring lies along the upper edge and along the left one, beside and below the head, and no other. */
async function expectWholeRing({ app, page }: RunningApp, list: Locator, what: string): Promise<void> {
  await expect(list).toBeFocused();
  const ring = await list.evaluate((element) => getComputedStyle(element).getPropertyValue('--focus-ring').trim());
  const box = await list.boundingBox();
  if (box === null) throw new Error('The list is not drawn.');
  // Its own border is around the ring.
  const [left, top] = await list.evaluate(({ clientLeft, clientTop }) => [clientLeft, clientTop] as const);
  const [x, y] = [Math.ceil(box.x) + left, Math.ceil(box.y) + top];
  const edges = [
    { x: x + cornerPx, y, width: Math.floor(box.width) - 3 * cornerPx, height: 1 },
    { x, y: y + cornerPx, width: 1, height: 60 },
  ];
  const pictures = await Promise.all(edges.map((clip) => page.screenshot({ clip })));
  const colours = await app.evaluate(
    ({ nativeImage }, encoded) =>
      encoded.map((picture) => {
        const pixels = nativeImage.createFromBuffer(Buffer.from(picture, 'base64')).toBitmap();
        // Blue, green, red and how opaque.
        const colourAt = (at: number): string => (pixels.readUInt32LE(4 * at) & 0xffffff).toString(16).padStart(6, '0');
        return [...new Set(Array.from({ length: pixels.length / 4 }, (_, at) => `#${colourAt(at)}`))];
      }),
    pictures.map((picture) => picture.toString('base64')),
  );
  expect(colours, what).toEqual([[ring], [ring]]);
}

test('the ring of a list without an active row lies over its head, also when it is scrolled', async ({ window }) => {
  const { page } = window;
  await new Navigator(page).open('photos');
  const photos = new ContainerTab(page, 'photos');
  await expect(photos.row('readme.txt')).toBeVisible();
  // The last thing that was used was the keyboard: the ring is drawn.
  await page.keyboard.press('F6');
  await photos.grid.focus();
  await expectWholeRing(window, photos.grid, 'blobs');

  const orders = await openTable(page, 'Orders');
  await orders.panel.getByRole('radio', { name: 'Schema' }).click();
  await page.keyboard.press('Tab');
  const schema = orders.panel.getByRole('group', { name: 'Properties' });
  await schema.focus();
  await schema.evaluate((list) => list.scrollTo(200, 40));
  await expectWholeRing(window, schema, 'a table that is scrolled both ways');

  await orders.panel.getByRole('radio', { name: 'Partitions' }).click();
  await page.keyboard.press('Tab');
  const partitions = orders.panel.getByRole('grid', { name: 'Partitions' });
  await partitions.focus();
  await expectWholeRing(window, partitions, 'partitions');
});

test('read from the right there is a ring too', async ({ window: { page } }) => {
  const orders = await openTable(page, 'Orders');
  await orders.panel.getByRole('radio', { name: 'Schema' }).click();
  // As a language that is read from the right has it.
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const schema = orders.panel.getByRole('group', { name: 'Properties' });
  const box = await schema.boundingBox();
  if (box === null) throw new Error('The list is not drawn.');
  const clip = { x: Math.ceil(box.x), y: Math.ceil(box.y) + 60, width: 2, height: 100 };
  const without = await page.screenshot({ clip });
  await page.keyboard.press('Tab');
  await schema.focus();
  const ring = await page.screenshot({ clip });
  expect(ring.equals(without), 'drawn').toBe(false);
  await schema.evaluate((list) => list.scrollTo(-200, 40));
  expect((await page.screenshot({ clip })).equals(ring), 'and stays where it is as the list is scrolled').toBe(true);
  await expectPlaceholderBesideIcon(page);
});

/** The placeholder of an empty field begins where its icon and the caret are. */
async function expectPlaceholderBesideIcon(page: Page): Promise<void> {
  await new Navigator(page).open('photos');
  const field = page.getByRole('searchbox', { name: 'Search names' });
  const box = await field.boundingBox();
  if (box === null) throw new Error('The field is not drawn.');
  const clip = { x: Math.ceil(box.x + box.width) - 40, y: Math.ceil(box.y), width: 36, height: Math.floor(box.height) };
  const withText = await page.screenshot({ clip });
  await field.evaluate((input: HTMLInputElement) => (input.placeholder = ''));
  expect((await page.screenshot({ clip })).equals(withText), 'words beside the icon').toBe(false);
}
