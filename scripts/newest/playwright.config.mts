// The window's journeys in the newest Chromium: those of e2e/specs that speak to the window only, and not to Electron
// itself, its dialogs or its clipboard.
import { defineConfig } from '@playwright/test';
import { inProject } from '../project.mjs';

/** Single tests of those files that do ask for a desktop's clipboard, or look into the page where the adapter lies. */
const notHere = [
  'an import with its plan',
  'the first rows of an import',
  'the bad rows of an import',
  'the table jobs, one done and one failed',
  'the secret is nowhere to be found',
];

export default defineConfig({
  grepInvert: notHere.map((title) => new RegExp(title)),
  testDir: inProject('e2e/specs'),
  outputDir: inProject('out/test-results/newest-window'),
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: { screenshot: 'only-on-failure', actionTimeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: inProject('out/test-results/newest-window.json') }]],
});
