// The end-to-end tests: journeys through the real app in the Electron that the set-up provided.
import { defineConfig } from '@playwright/test';
import { electronEnvironment } from './scripts/electron-runtime.mjs';
import { notInEveryRun } from './scripts/in-every-run.mjs';
import { maxWorkers, workerDisplay } from './scripts/worker-display.mjs';

// Read by the `electron` package when Playwright launches the app from a worker, and by the fixture that does. A page
// of a journey lives a few seconds, in which code hardly pays for being compiled well, nor does anybody watch how
// things move: without both, a seventh of the processor time is saved. Room for what is short-lived, swept less often,
// saves a thirtieth more; a virtual display has no graphics card, which every start would look for twice.
const switches = {
  STOWAGE_JOURNEY_SWITCHES: [
    '--js-flags=--interrupt-budget=1320000,--min-semi-space-size=16,--max-semi-space-size=32',
    '--force-prefers-reduced-motion',
    '--disable-gpu',
  ].join(' '),
};
Object.assign(process.env, electronEnvironment(), workerDisplay(), switches);
delete process.env.ELECTRON_RUN_AS_NODE;

/** Journeys over the sample data: one app for all of them, since loading takes longer than most of them do. */
const overSampleData = [
  'accessibility*',
  'chart',
  'focus-ring',
  'keyboard',
  'looks',
  'monitor',
  'schema',
  'tabs-and-keys',
  'wad',
].map((name) => `${name}.spec.ts`);

/** One app whose page is attacked, for all of them. */
const overBadPage = 'security-*.spec.ts';

// A worker ends, and with it all that it shares, where the next journey is made of another `test`: whatever looks at no
// sample data and at no page gone bad is made of that of fixtures/stores.ts, also where it needs none of its stores.
export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'out/test-results/end-to-end',
  snapshotPathTemplate: 'e2e/pictures/{testFileName}/{arg}{ext}',
  projects: [
    { name: 'sample', testMatch: overSampleData, workers: 1 },
    // Before the others, since it takes a worker of its own half a minute: at the end all would wait for it.
    { name: 'tour', testMatch: 'tour.spec.ts' },
    { name: 'bad page', testMatch: overBadPage, workers: 1 },
    { name: 'others', testIgnore: [...overSampleData, 'tour.spec.ts', overBadPage] },
  ],
  fullyParallel: false,
  grepInvert: process.env.STOWAGE_TESTS === 'part' ? notInEveryRun : [],
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: maxWorkers,
  timeout: 120_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled' } },
  // A film of each journey would cost an eighth of the processor time: `--trace retain-on-failure` asks for it. A
  // failure keeps its picture and what assistive technology reads of the page.
  use: {
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
  },
  reporter: [['list'], ['json', { outputFile: 'out/test-results/end-to-end.json' }]],
});
