// The tests of packages: each is installed or unpacked, and started.
import { defineConfig } from '@playwright/test';
import { inProject } from '../project.mjs';

export default defineConfig({
  testDir: inProject('e2e/packages'),
  outputDir: inProject('out/test-results/packages'),
  retries: 0,
  workers: 1,
  reporter: [['list'], ['json', { outputFile: inProject('out/test-results/packages.json') }]],
});
