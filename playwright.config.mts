// The end-to-end tests: journeys through the real app in the Electron that the set-up provided.
import { defineConfig } from '@playwright/test';
import { electronEnvironment } from './scripts/electron-runtime.mjs';
import { mostWorkers, workerDisplay } from './scripts/worker-display.mjs';

// Read by the `electron` package when Playwright launches the app from a worker, and by the fixture that does. A page
// of a journey lives a few seconds, in which code hardly pays for being compiled well: without that, a tenth of the
// processor time is saved.
const v8Flags = { STOWAGE_V8_FLAGS: '--interrupt-budget=1320000' };
Object.assign(process.env, electronEnvironment(), workerDisplay(), v8Flags);
delete process.env.ELECTRON_RUN_AS_NODE;

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'out/test-results/end-to-end',
  snapshotPathTemplate: 'e2e/pictures/{testFileName}/{arg}{ext}',
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: mostWorkers,
  timeout: 120_000,
  globalTimeout: 20 * 60_000,
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' } },
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure', actionTimeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'out/test-results/end-to-end.json' }]],
});
