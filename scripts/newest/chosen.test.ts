// Journeys run in the newest Chromium have no Electron: one that uses it is detected before it fails there.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { journeys, notInChromium } from './chosen.mjs';

/** Tests and scenes by their title, each with its text. */
function blocksOf(path: string): readonly (readonly [string, string])[] {
  const text = readFileSync(path, 'utf8');
  return text.split(/^(?=test\('|  (?:'[^']+'|\w+): async \()/m).flatMap((block) => {
    const title = /^(?:test\('|  ')([^']+)'/.exec(block)?.[1];
    return title === undefined ? [] : [[title, block] as const];
  });
}

const callsElectron = (block: string): boolean => /\bapp\.evaluate\(|\(\{ app,|const \{ app,|\(app,/.test(block);
const isLeftOut = (title: string): boolean => notInChromium.some((beginning) => title.startsWith(beginning));

it('leaves out what speaks to Electron', () => {
  const files = [
    ...journeys.map((name) => `e2e/specs/${name}.spec.ts`),
    ...readdirSync('e2e/scenes').map((name) => `e2e/scenes/${name}`),
  ];
  const blocks = files.flatMap(blocksOf);
  expect(blocks.length).toBeGreaterThan(50);
  expect(blocks.filter(([title, block]) => callsElectron(block) && !isLeftOut(title)).map(([title]) => title)).toEqual(
    [],
  );
});
