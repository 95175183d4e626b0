// The tests of the command line on Node for Windows, one after another because they share a disk.
import { defineConfig } from '@playwright/test';
import { inProject } from '../project.mjs';

export default defineConfig({
  testDir: inProject('e2e/windows'),
  outputDir: inProject('out/test-results/windows'),
  retries: 0,
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: inProject('out/test-results/windows.json') }]],
});
