// The guided tour, as it plays by itself where nobody watches: everything real, every step told and pictured.
import { spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { electronEnvironment, expect, projectDir, test } from '../fixtures/app';

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
}

/** Starts the app as `npm start` does on a machine without a display, and waits for its end. */
async function play(args: readonly string[]): Promise<Ended> {
  const env = electronEnvironment();
  const executable = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron');
  const child = spawn(executable, ['--no-sandbox', projectDir, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines: output.split('\n').filter((line) => line !== '') };
}

test('the tour plays to its end by itself', async ({ newFolder, launchApp }) => {
  const folder = await newFolder('tour');
  const pictures = join(folder, 'pictures');
  const { code, lines } = await play([`--state-dir=${join(folder, 'state')}`, '--sample', `--tour=${pictures}`]);
  expect(code, lines.join('\n')).toBe(0);

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

  const { page } = await launchApp();
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
