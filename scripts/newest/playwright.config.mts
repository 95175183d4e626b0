// The window's journeys in the newest Chromium: those of e2e/specs that use the window only, and not Electron itself,
// its dialogs or its clipboard.
import { defineConfig } from '@playwright/test';
import { inProject } from '../project.mjs';
import { notInChromium } from './chosen.mjs';

export default defineConfig({
  grepInvert: notInChromium.map((title) => new RegExp(title)),
  testDir: inProject('e2e/specs'),
  outputDir: inProject('out/test-results/newest-window'),
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: { screenshot: 'only-on-failure', actionTimeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: inProject('out/test-results/newest-window.json') }]],
});
