// The window benchmark is driven like an end-to-end test, but belongs to the benchmarks: it measures, it does not judge.
import { defineConfig } from '@playwright/test';
import { electronEnvironment } from '../../electron-runtime.mjs';
import { inProject } from '../../project.mjs';

Object.assign(process.env, electronEnvironment());
delete process.env.ELECTRON_RUN_AS_NODE;

export default defineConfig({
  testDir: inProject('scripts/bench/window'),
  testMatch: `${process.env.STOWAGE_WINDOW_BENCH ?? 'responsiveness'}.ts`,
  outputDir: inProject('out/bench/window'),
  workers: 1,
  retries: 0,
  timeout: 900_000,
  reporter: [['list']],
});
