// The screenshots of the docs: one app, one scene after another.
import { defineConfig } from '@playwright/test';
import { electronEnvironment } from '../electron-runtime.mjs';
import { inProject } from '../project.mjs';
import { workerDisplay } from '../worker-display.mjs';

// Read by the `electron` package when Playwright launches the app from a worker.
Object.assign(process.env, electronEnvironment(), workerDisplay());
delete process.env.ELECTRON_RUN_AS_NODE;

export default defineConfig({
  testDir: inProject('e2e/gallery'),
  outputDir: inProject('out/test-results/gallery'),
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: { actionTimeout: 20_000, screenshot: 'only-on-failure' },
  reporter: [['list']],
});
