// The guided tour, as it plays by itself where nobody watches: everything real, every step told and pictured. It is
// played in a network with nobody in it, since on the embedded store nothing may try to leave this machine.
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, electronEnvironment, expect, projectDir } from '../fixtures/app';
import { quietNetworkObstacle, runInQuietNetwork, runPlainly } from '../fixtures/quiet-network';

const obstacle = quietNetworkObstacle();

interface Tour {
  readonly code: number | null;
  readonly output: string;
  readonly pictures: string;
  /** How often something tried to leave the machine; null where this cannot be told. */
  readonly attemptsOut: number | null;
}

const test = base.extend<object, { tour: Tour }>({
  tour: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'stowage-tour-'));
      const pictures = join(folder, 'pictures');
      const env = electronEnvironment();
      const app = [join(env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron'), '--no-sandbox', projectDir];
      const command = [...app, `--state-dir=${join(folder, 'state')}`, '--sample', `--tour=${pictures}`];
      const run = obstacle === null ? await runInQuietNetwork(folder, command, env) : await runPlainly(command, env);
      await use({ ...run, pictures });
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

test('the tour plays to its end by itself', async ({ tour, launchApp }) => {
  const { code, output, pictures } = tour;
  expect(code, output).toBe(0);

  const lines = output.split('\n');
  const steps = lines.map((line) => /^(\d+)\/(\d+) (.+) — (.+)$/.exec(line)).filter((step) => step !== null);
  const count = Number(steps[0]?.[2]);
  expect(count).toBeGreaterThanOrEqual(10);
  expect(steps.map(([, index, of]) => `${index}/${of}`)).toEqual(
    Array.from({ length: count }, (_, index) => `${index + 1}/${count}`),
  );
  for (const [line, , , , text = ''] of steps) expect(text.length, line).toBeGreaterThan(20);

  const names = (await readdir(pictures)).sort();
  expect(names).toHaveLength(count);
  expect(names.map((name) => Number.parseInt(name, 10))).toEqual(Array.from({ length: count }, (_, at) => at + 1));

  const { page } = await launchApp({ args: ['--first-tour'] });
  await test.step('on a new profile it begins by itself, once', async () => {
    const caption = page.getByRole('complementary', { name: 'Tour' });
    await expect(caption).toContainText(`1 of ${count}`);
    await caption.getByRole('button', { name: 'End the tour' }).click();
    await page.reload();
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await expect(caption).toHaveCount(0);
  });
  for (const name of names) {
    const { width, height, colours } = await page.evaluate(
      look,
      (await readFile(join(pictures, name))).toString('base64'),
    );
    expect(width, name).toBeGreaterThanOrEqual(1200);
    expect(height, name).toBeGreaterThanOrEqual(800);
    expect(colours, name).toBeGreaterThan(100);
  }
});

test('the tour never tries to leave this machine', ({ tour: { attemptsOut, output } }) => {
  test.skip(obstacle !== null, obstacle ?? '');
  expect(attemptsOut, output).toBe(0);
});

/** Runs in a page: decodes the picture and counts its colours. */
async function look(base64: string): Promise<{ width: number; height: number; colours: number }> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(picture, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  return { width, height, colours: new Set(pixels).size };
}
