// Copies the pictures that the docs show from the last tour: `npm start` on a virtual display, then `npm run pictures`.
// The tour numbers its pictures by step; here they are found by the name of the step, and the newest one counts.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.mjs';
import { print } from './steps.mjs';

const tourDir = inProject('out/tour');
const docsDir = inProject('assets/screenshots');
/** Name in the docs by step of the tour. */
const chosen = { 'starts-with': 'table.png', upload: 'transfers.png', dark: 'dark.png' };

/** @param {string} step @returns {string | undefined} */
function newestPicture(step) {
  const ending = new RegExp(`^\\d+-${step}\\.png$`);
  return readdirSync(tourDir)
    .filter((name) => ending.test(name))
    .map((name) => join(tourDir, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

try {
  mkdirSync(docsDir, { recursive: true });
  for (const [step, name] of Object.entries(chosen)) {
    const picture = newestPicture(step);
    if (picture === undefined) throw new Error(`The tour left no picture of its step ${step}.`);
    copyFileSync(picture, join(docsDir, name));
    print(`assets/screenshots/${name}: ${(statSync(picture).size / 1024).toFixed(0)} KiB`);
  }
} catch (error) {
  print(`${error instanceof Error ? error.message : error} Play the tour first: npm start, where there is no display.`);
  process.exitCode = 1;
}
