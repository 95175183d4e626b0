// The window benchmarks are driven like end-to-end tests, but they measure and do not judge.
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
