// One picture of a scene four ways: light at full size, and beside it, smaller, dark, 900 px wide and at 150 % zoom.
import type { Page } from '@playwright/test';
import type { RunningApp } from '../fixtures/running-app';
import { sizeOf, useTheme } from '../fixtures/sample';

/** The size of a window, in px, and its zoom, if any. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
}

const defaultScreen: Screen = { width: 1440, height: 900, zoom: 1.5 };
/** A window as large as a 4K display, which most users scale to 200 %. */
export const display4K: Screen = { width: 3840, height: 2160, zoom: 2 };
const thumb = { width: 480, height: 300 };
/** Figures that move all the time make every picture another one. */
const maxPictures = 10;

export const ways = ['light', 'dark', 'narrow', 'zoomed'] as const;

/** PNGs by what they show. */
export type Shots = Readonly<Record<(typeof ways)[number], Buffer>>;

export async function takeShots(running: RunningApp, screen = defaultScreen): Promise<Shots> {
  const { page } = running;
  await sizeOf(running, screen.width, screen.height);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await still(page);
  const light = await page.screenshot();
  // Where high contrast is chosen there is no light and no dark.
  const hasThemes = (await page.locator('html').getAttribute('data-theme')) !== 'high-contrast';
  if (hasThemes) await useTheme(page, 'dark');
  const dark = await page.screenshot();
  if (hasThemes) await useTheme(page, 'light');
  await sizeOf(running, 900, 700);
  await drawn(page);
  const narrow = await page.screenshot();
  await sizeOf(running, screen.width, screen.height);
  await zoom(running, screen.zoom);
  const zoomed = await painted(running);
  await zoom(running, 1);
  return { light, dark, narrow, zoomed };
}

async function zoom({ app, page }: RunningApp, factor: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, by) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(by),
    factor,
  );
  await page.waitForFunction((by) => Math.abs(devicePixelRatio - by) < 0.01, factor);
  await drawn(page);
}

/** What fades or slides in is there: a dialog half-way is nothing to look at. */
async function still(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  );
}

/** A picture shows the last paint: after a change of size, that is the new one two frames later. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

/** What the window shows, as a PNG; the driver's own pictures count a zoomed page by its unzoomed size. */
async function painted(running: RunningApp): Promise<Buffer> {
  let before = await captured(running);
  // What a change of size sets going is drawn after it: the picture is done once the next one is the same.
  for (let left = maxPictures; left > 0; left -= 1) {
    await drawn(running.page);
    const now = await captured(running);
    if (now.equals(before)) break;
    before = now;
  }
  return before;
}

async function captured({ app }: RunningApp): Promise<Buffer> {
  const png = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  return Buffer.from(png, 'base64');
}

/** @returns a JPEG of 1,936 × 932 px */
export async function composeSheet({ app }: RunningApp, shots: Shots): Promise<Buffer> {
  const pictures = ways.map((way) => shots[way].toString('base64'));
  const jpeg = await app.evaluate(
    ({ nativeImage }, { pictures: given, large, small }) => {
      const gap = 16;
      const sheet = { width: large.width + gap + small.width, height: large.height + 2 * gap };
      const pixels = Buffer.alloc(sheet.width * sheet.height * 4, 0xdd);
      given.forEach((picture, index) => {
        const box = index === 0 ? large : small;
        const image = nativeImage.createFromBuffer(Buffer.from(picture, 'base64'));
        const natural = image.getSize();
        const scale = Math.min(box.width / natural.width, box.height / natural.height);
        const width = Math.floor(natural.width * scale);
        const height = Math.floor(natural.height * scale);
        const bitmap = image.resize({ width, height, quality: 'best' }).toBitmap();
        const left = index === 0 ? 0 : large.width + gap;
        const top = index === 0 ? gap : (index - 1) * (small.height + gap);
        for (let row = 0; row < height; row += 1) {
          bitmap.copy(pixels, ((top + row) * sheet.width + left) * 4, row * width * 4, (row + 1) * width * 4);
        }
      });
      return nativeImage.createFromBitmap(pixels, sheet).toJPEG(72).toString('base64');
    },
    { pictures, large: defaultScreen, small: thumb },
  );
  return Buffer.from(jpeg, 'base64');
}
